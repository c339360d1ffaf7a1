import { describe, expect, it } from "vitest";
import { type Condition, meetsCondition } from "../../src/catalogue/model-condition.ts";
import { LOCAL_APP_KEYS, LOCAL_APPS, type LocalAppSnippet, type ModelData } from "../../src/tasks.ts";
import { latest, type Marked, readSpecification } from "./specification.ts";

interface Commands {
	install?: string[];
	installWhen?: Record<string, string>;
	run?: string[];
	runWhen?: { "tag:conversational": string[]; else: string[] };
	extraArgs?: Record<string, string[]>;
	image?: string | null;
	dockerArgs?: string[];
	port?: number;
	config?: string | string[];
	server?: string;
	later?: Commands;
}
interface AppEntry extends Marked {
	prettyLabel: string;
	docsUrl: string;
	mainTask: string;
	macOSOnly?: boolean;
	action: "deeplink" | "snippet";
	showWhen: Condition;
	deeplink?: string | { when?: Condition; url: string }[];
	commands?: Commands;
}

const { localApps } = readSpecification<{ localApps: Record<string, AppEntry> }>("extras");
const entryOf = (key: keyof typeof LOCAL_APPS): AppEntry => latest(localApps[key] ?? {}) as AppEntry;
const apps = LOCAL_APP_KEYS.map((key) => ({
	key,
	entry: entryOf(key),
	app: LOCAL_APPS[key],
}));

const GGUF: ModelData = {
	id: "org/Model-GGUF",
	tags: ["gguf", "conversational"],
	inference: "",
	pipeline_tag: "text-generation",
	gguf: { total: 1, context_length: 4096, chat_template: "{% if tools %}" },
};
const MODELS = {
	gguf: GGUF,
	plainGguf: { ...GGUF, tags: [] },
	transformers: { id: "org/Model", tags: ["transformers"], inference: "", pipeline_tag: "text-generation" },
	mistral: {
		id: "mistralai/Model",
		tags: ["transformers", "mistral-common", "conversational"],
		inference: "",
		pipeline_tag: "text-generation",
	},
	vision: {
		id: "org/VL",
		tags: ["transformers", "conversational"],
		inference: "",
		pipeline_tag: "image-text-to-text",
	},
	quantized: {
		id: "org/AWQ",
		tags: [],
		inference: "",
		pipeline_tag: "text-generation",
		config: { quantization_config: { quant_method: "awq" } },
	},
	mlx: {
		id: "mlx-community/Model",
		tags: ["mlx", "conversational"],
		inference: "",
		pipeline_tag: "text-generation",
		config: { tokenizer_config: { chat_template: [{ name: "default", template: "{{ tools }}" }] } },
	},
	tgi: { id: "org/Model", tags: ["text-generation-inference"], inference: "", pipeline_tag: "text-generation" },
	diffusers: {
		id: "org/Picture",
		tags: ["safetensors"],
		inference: "",
		library_name: "diffusers",
		pipeline_tag: "text-to-image",
	},
	lora: { id: "org/Style", tags: ["safetensors", "lora"], inference: "", library_name: "diffusers" },
	coreml: { id: "org/Core", tags: ["coreml", "joyfusion"], inference: "", pipeline_tag: "text-to-image" },
	npu: { id: "amd/Llama-3-8B-awq-int4", tags: ["ryzenai-npu"], inference: "" },
	unsloth: { id: "unsloth/Model", tags: ["unsloth"], inference: "" },
	nothing: { id: "org/Nothing", tags: [], inference: "", gguf: { total: 1, context_length: 0 } },
} satisfies Record<string, ModelData>;

function flatten(snippet: string | string[] | LocalAppSnippet | LocalAppSnippet[]): string {
	return [snippet]
		.flat()
		.flatMap((step) => (typeof step === "string" ? [step] : [step.setup ?? "", step.content]))
		.flat()
		.join("\n");
}

function snippetOf(key: keyof typeof LOCAL_APPS, model: ModelData, filepath?: string): string {
	const app = LOCAL_APPS[key];
	return "snippet" in app ? flatten(app.snippet(model, filepath)) : "";
}

describe("local apps", () => {
	it("lists the apps in order", () => {
		expect(LOCAL_APP_KEYS).toEqual(Object.keys(localApps));
		expect(Object.keys(LOCAL_APPS)).toEqual(Object.keys(localApps));
		expect(LOCAL_APP_KEYS).toHaveLength(26);
		expect(Object.values(localApps).filter(({ since }) => !since)).toHaveLength(20);
		expect(Object.values(localApps).filter(({ until }) => !until)).toHaveLength(25);
	});

	it.each(apps)("describes $key", ({ entry, app }) => {
		const { prettyLabel, docsUrl, mainTask, macOSOnly, action } = entry;
		expect(app).toMatchObject({ prettyLabel, docsUrl, mainTask });
		expect(app.macOSOnly).toBe(macOSOnly);
		expect([action in app, "deeplink" in app && "snippet" in app]).toEqual([true, false]);
	});

	it.each<[keyof typeof MODELS, string]>([
		[
			"gguf",
			"llama.cpp node-llama-cpp vllm lmstudio localai jan atomic-chat backyard sanctum jellybox msty recursechat ollama unsloth docker-model-runner lemonade pi hermes-agent openclaw",
		],
		[
			"plainGguf",
			"llama.cpp node-llama-cpp vllm lmstudio localai jan atomic-chat backyard sanctum jellybox msty recursechat ollama unsloth docker-model-runner lemonade",
		],
		["transformers", "vllm sglang docker-model-runner"],
		["vision", "vllm sglang docker-model-runner"],
		["quantized", "vllm sglang docker-model-runner"],
		["mlx", "mlx-lm lmstudio atomic-chat pi hermes-agent openclaw"],
		["tgi", "tgi"],
		["diffusers", "jellybox drawthings diffusionbee invoke"],
		["lora", "jellybox drawthings"],
		["coreml", "joyfusion"],
		["npu", "lemonade"],
		["unsloth", "unsloth"],
		["nothing", ""],
	])("lists the apps that can run a %s model", (name, expected) => {
		const model = MODELS[name];
		expect(LOCAL_APP_KEYS.filter((key) => LOCAL_APPS[key].displayOnModelPage(model)).join(" ")).toBe(expected);
	});

	it("rejects an unknown condition", () => {
		expect(() => meetsCondition(GGUF, "colour:red")).toThrow('"colour:red"');
	});
});

describe("deeplinks", () => {
	const links = apps.filter(({ entry }) => entry.action === "deeplink");

	it.each(links)("opens models in $key", ({ entry, app }) => {
		const given = typeof entry.deeplink === "string" ? [{ url: entry.deeplink }] : (entry.deeplink ?? []);
		for (const model of Object.values(MODELS)) {
			const { url = "" } =
				given.find((link) => !("when" in link) || meetsCondition(model, link.when as Condition)) ?? {};
			const encoded = encodeURIComponent(model.id);
			const expected = url
				.replace(/\[.*\]/, "")
				.replace("{id}", model.id)
				.replace("{id:form}", encoded);
			expect("deeplink" in app && app.deeplink(model).href).toBe(expected);
		}
	});

	it("names the file if the app takes one", () => {
		expect(LOCAL_APPS.lmstudio.deeplink(GGUF, "sub/Model-Q4_K_M.gguf").href).toBe(
			"lmstudio://open_from_hf?model=org/Model-GGUF&file=sub/Model-Q4_K_M.gguf",
		);
		expect(LOCAL_APPS.unsloth.deeplink(GGUF, "sub/my model+x&y#z.gguf").href).toBe(
			"unsloth://open_from_hf?model=org%2FModel-GGUF&file=sub%2Fmy+model%2Bx%26y%23z.gguf",
		);
		expect(LOCAL_APPS.lmstudio.deeplink(GGUF, "").href).toBe("lmstudio://open_from_hf?model=org/Model-GGUF");
		expect(LOCAL_APPS.jan.deeplink(GGUF, "Model-Q4_K_M.gguf").href).toBe("jan://models/huggingface/org/Model-GGUF");
	});
});

describe("snippets of local apps", () => {
	const commands = apps.flatMap(({ key, entry }) => {
		if (!entry.commands) return [];
		const { later, ...base } = entry.commands;
		return [{ key, commands: { ...base, ...later } }];
	});

	it.each(commands)(
		"has the commands of $key",
		({ key, commands: { install = [], run = [], port, server, config } }) => {
			const model = key === "tgi" ? MODELS.tgi : GGUF;
			const text = snippetOf(key, model, "Model-Q4_K_M.gguf").replace(/ \\\n\s*/g, " ");
			const fill = (template: string) =>
				template
					.replaceAll("{id}", model.id)
					.replaceAll("{repo}", "Model-GGUF")
					.replaceAll("{file}", "Model-Q4_K_M.gguf")
					.replaceAll("{quant}", ":Q4_K_M")
					.replaceAll("{-quant}", "-Q4_K_M")
					.replaceAll("{dockerArgs}", localApps[key]?.commands?.dockerArgs?.join(" ") ?? "")
					.replaceAll("{image}", '"$REGISTRY/huggingface/text-generation-inference:latest"');
			for (const line of [...install, ...run]) expect(text).toContain(fill(line));
			if (port) expect(text).toContain(String(port));
			if (server && config) for (const setting of [config].flat()) expect(text).toContain(setting);
			if (server) expect(text).toContain(server);
		},
	);

	it("leaves a placeholder when no file is chosen", () => {
		expect(snippetOf("ollama", GGUF)).toBe("ollama run hf.co/org/Model-GGUF:{{QUANT_TAG}}");
		expect(snippetOf("localai", GGUF)).toContain("huggingface://org/Model-GGUF/{{GGUF_FILE}}");
		expect(snippetOf("lemonade", GGUF)).toContain("lemonade run user.Model-GGUF-{{QUANT_TAG}}");
		expect(snippetOf("ollama", GGUF, "model.gguf")).toBe("ollama run hf.co/org/Model-GGUF");
	});

	it("gives Docker a quantization only for GGUF models", () => {
		expect(snippetOf("docker-model-runner", MODELS.transformers)).toBe("docker model run hf.co/org/Model");
		expect(snippetOf("docker-model-runner", GGUF, "m-Q8_0.gguf")).toBe("docker model run hf.co/org/Model-GGUF:Q8_0");
	});

	it("names AMD's models without quantization", () => {
		const text = snippetOf("lemonade", MODELS.npu);
		expect(text).toContain("lemonade pull amd/Llama-3-8B-awq-int4\n");
		expect(text).toContain("lemonade run user.Llama-3-8B-awq-int4\n");
	});

	it("calls chat models by chat and others by completion", () => {
		const chat = snippetOf("vllm", MODELS.mistral);
		expect(chat).toContain("http://localhost:8000/v1/chat/completions");
		expect(chat).toContain('"content": "What is the capital of France?"');
		const completion = snippetOf("sglang", MODELS.transformers);
		expect(completion).toContain("http://localhost:30000/v1/completions");
		expect(completion).toMatch(/"max_tokens": 512,\s+"temperature": 0.5/);
		expect(snippetOf("vllm", MODELS.vision)).toContain('"type": "image_url"');
		expect(snippetOf("tgi", MODELS.tgi)).toContain("/v1/chat/completions");
	});

	it("starts Mistral's models with their own options", () => {
		const { extraArgs, installWhen } = entryOf("vllm").commands ?? {};
		const text = snippetOf("vllm", MODELS.mistral);
		expect(text).toContain(`vllm serve "mistralai/Model" ${extraArgs?.["tag:mistral-common"]?.join(" ")}`);
		expect(text).toContain(installWhen?.["tag:mistral-common"]);
		expect(snippetOf("vllm", GGUF)).not.toContain("mistral");
	});

	it("chats only with conversational MLX models", () => {
		const { "tag:conversational": conversational = [], else: otherwise = [] } =
			entryOf("mlx-lm").commands?.runWhen ?? {};
		const fill = (line: string, id: string) => line.replace("{id}", id).replace("{prompt}", "Once upon a time");
		const chat = snippetOf("mlx-lm", MODELS.mlx);
		for (const line of conversational) expect(chat).toContain(fill(line, "mlx-community/Model"));
		expect(chat).toContain("http://localhost:8000/v1/chat/completions");
		const plain = snippetOf("mlx-lm", MODELS.transformers);
		for (const line of otherwise) expect(plain).toContain(fill(line, "org/Model"));
		expect(plain).not.toContain("curl");
	});

	it("starts the server an agent needs", () => {
		expect(snippetOf("pi", GGUF)).toContain("llama serve -hf org/Model-GGUF:{{QUANT_TAG}}");
		expect(snippetOf("pi", MODELS.mlx)).toContain('mlx_lm.server --model "mlx-community/Model"');
	});

	it.each(["pi", "hermes-agent", "openclaw"] as const)("gives %s the server's name of the GGUF model", (key) => {
		const named = (text: string) =>
			/"id": "(.+)"|model\.default (\S+)|--custom-model-id "(.+)"/.exec(text)?.slice(1).find(Boolean);
		expect(named(snippetOf(key, GGUF))).toBe("org/Model-GGUF:{{QUANT_TAG}}");
		expect(named(snippetOf(key, GGUF, "Model-Q4_K_M.gguf"))).toBe("org/Model-GGUF:Q4_K_M");
		expect(named(snippetOf(key, MODELS.mlx))).toBe("mlx-community/Model");
	});

	it("sets up OpenClaw without prompts", () => {
		const text = snippetOf("openclaw", GGUF).replace(/ \\\n\s*/g, " ");
		expect(text).toContain("openclaw onboard --non-interactive --mode local --auth-choice custom-api-key");
		expect(text).toContain("--custom-base-url http://127.0.0.1:8080/v1");
	});
});
