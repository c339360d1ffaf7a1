import { beforeAll, describe, expect, it } from "vitest";
import type { ModelDataMinimal, PipelineType } from "../../../src/catalogue/index.ts";
import {
	findSetup,
	findSnippetTask,
	getInferenceSnippets,
	type InferenceSnippet,
	type InferenceSnippetOptions,
} from "../../../src/snippets/index.ts";
import { MISSING_LANGUAGES } from "../../helpers/snippet-exec/languages.ts";
import { FILES, type Recording, recordSnippets } from "../../helpers/snippet-exec/record.ts";

type Mapping = NonNullable<Parameters<typeof getInferenceSnippets>[2]>;

function describeModel(task: PipelineType, rest: Partial<ModelDataMinimal> = {}): ModelDataMinimal {
	return { id: "org/name", tags: [], inference: "", pipeline_tag: task, ...rest };
}

const chatModel = describeModel("text-generation", { tags: ["conversational"] });

/** Those of the snippets that can run here. */
function runnable(snippets: InferenceSnippet[]): InferenceSnippet[] {
	return snippets.filter(({ language }) => !MISSING_LANGUAGES.has(language));
}

function contentOf(
	client: string,
	model: ModelDataMinimal,
	provider: string,
	options: InferenceSnippetOptions = {},
	mapping?: Mapping,
): string {
	return (
		getInferenceSnippets(model, provider, mapping, options).find((snippet) => snippet.client === client)?.content ?? ""
	);
}

const INTERPOLATION = `$${"{process.exit(3)}"}`;
const HOSTILE = `a"b'c\\d\n\te $(touch pwned) \`touch pwned\` ${INTERPOLATION} {x} %s \u2028 é ☕ </script> EOF JSON`;
const HOSTILE_LINE = `a"b'c\\d $(touch pwned) \`touch pwned\` ${INTERPOLATION} {x} [1-2] <e>`;

describe("values of the caller", () => {
	const texts: { title: string; task: PipelineType; provider: string; tags?: string[] }[] = [
		{ title: "a chat", task: "text-generation", provider: "together", tags: ["conversational"] },
		{ title: "text generation", task: "text-generation", provider: "together" },
		{ title: "zero-shot classification", task: "zero-shot-classification", provider: "hf-inference" },
		{ title: "an image from text", task: "text-to-image", provider: "fal-ai" },
		{ title: "a video from text", task: "text-to-video", provider: "replicate" },
		{ title: "speech", task: "text-to-speech", provider: "hf-inference" },
		{ title: "question answering", task: "question-answering", provider: "hf-inference" },
		{ title: "a table", task: "table-question-answering", provider: "hf-inference" },
		{ title: "a prompt beside an image", task: "image-to-image", provider: "fal-ai" },
		{ title: "a question about a document", task: "document-question-answering", provider: "hf-inference" },
		{ title: "tabular data", task: "tabular-regression", provider: "hf-inference" },
	];

	const named = { question: HOSTILE, context: HOSTILE, query: HOSTILE, prompt: HOSTILE, [HOSTILE]: HOSTILE };
	const generated = texts.map(({ task, provider, tags = [] }) =>
		getInferenceSnippets(describeModel(task, { id: `org/${HOSTILE_LINE}`, tags }), provider, undefined, {
			accessToken: `hf_${HOSTILE_LINE}`,
			billTo: HOSTILE_LINE,
			messages: [{ role: "user", content: HOSTILE }],
			inputs: /question|image-to-image|tabular/.test(task) ? named : HOSTILE,
		}),
	);
	let recordings: Map<InferenceSnippet, Recording>;
	beforeAll(async () => {
		const all = runnable(generated.flat());
		recordings = new Map(
			(await recordSnippets(all)).flatMap((recording, index) => {
				const snippet = all[index];
				return snippet ? [[snippet, recording]] : [];
			}),
		);
	}, 60_000);

	it.each(texts.map(({ title }, index) => ({ title, index })))("arrive as they are: $title", ({ index }) => {
		const snippets = runnable(generated[index] ?? []);
		expect(generated[index]?.length).toBeGreaterThan(0);
		for (const snippet of snippets) {
			const { client } = snippet;
			const { calls, error, requests, written } = recordings.get(snippet) ?? {};
			expect(error, client).toBeUndefined();
			expect(written, client).toEqual([]);
			const sent = JSON.stringify([calls, requests]);
			expect(sent, client).toContain(JSON.stringify(HOSTILE).slice(1, -1));
			// This client reads its key itself, and is not told who pays.
			if (client === "fal_client") continue;
			for (const text of [`hf_${HOSTILE_LINE}`, `org/${HOSTILE_LINE}`, HOSTILE_LINE]) {
				expect(sent, client).toContain(JSON.stringify(text).slice(1, -1));
			}
		}
	});

	it.each([
		["automatic-speech-recognition", "hf-inference", "sample1.flac"],
		["automatic-speech-recognition", "replicate", "sample1.flac"],
		["image-classification", "hf-inference", "cats.jpg"],
		["image-to-image", "replicate", "cat.png"],
		["image-to-video", "fal-ai", "cat.png"],
		["zero-shot-image-classification", "hf-inference", "cats.jpg"],
	] as const)("can name any file: %s at %s", async (task, provider, example) => {
		const file = `it's "a" $(touch pwned) ${"`touch pwned`"} ${example}`;
		const snippets = runnable(getInferenceSnippets(describeModel(task), provider, undefined, { inputs: file }));
		const recordings = await recordSnippets(snippets, { [file]: FILES[example] ?? "" });
		for (const [index, { calls, error, requests, written }] of recordings.entries()) {
			const name = snippets[index]?.client ?? "";
			expect(error, name).toBeUndefined();
			expect(
				written.filter((entry) => entry === "pwned"),
				name,
			).toEqual([]);
			// Some packages take the name and read the file themselves.
			expect(JSON.stringify([calls, requests]), name).toMatch(
				new RegExp(`_of":"${example}"|"file":"${example}"|it's [^,]*${example}`),
			);
		}
	});

	it("keep a member named __proto__", async () => {
		const inputs: unknown = JSON.parse('{"__proto__": {"a": 1}, "b-c": true, "d": null}');
		const snippets = getInferenceSnippets(describeModel("text-generation"), "hf-inference", undefined, {
			task: "text-generation",
			inputs,
		});
		for (const { calls, error, requests } of await recordSnippets(runnable(snippets))) {
			expect(error).toBeUndefined();
			expect(JSON.stringify([calls, requests])).toContain('{"__proto__":{"a":1},"b-c":true,"d":null}');
		}
	});

	it("omit a token unless it was given", () => {
		expect(contentOf("curl", chatModel, "together", { accessToken: "" })).toContain("$HF_TOKEN");
		expect(contentOf("curl", chatModel, "together", { accessToken: "hf_abc" })).toContain("Bearer hf_abc");
	});
});

describe("URLs", () => {
	it.each([
		["requests", describeModel("text-classification"), "hf-inference"],
		["fetch", describeModel("text-to-image"), "together"],
		["curl", describeModel("automatic-speech-recognition"), "replicate"],
		["openai", chatModel, "together"],
		["curl", chatModel, "auto"],
	])("of %s begin with the router URL", (client, model, provider) => {
		const content = contentOf(client, model, provider, { routerUrl: "http://127.0.0.1:8080/" });
		expect(content).toContain("http://127.0.0.1:8080/");
		expect(content).not.toContain("8080//");
		expect(content).not.toContain("huggingface.co");
	});

	it.each([
		["http://localhost:8080", "http://localhost:8080/v1/chat/completions"],
		["http://localhost:8080/v1/", "http://localhost:8080/v1/chat/completions"],
		["http://localhost:8080/v1/chat/completions", "http://localhost:8080/v1/chat/completions"],
	])("of a chat derive from the endpoint %s", (endpointUrl, expected) => {
		for (const provider of ["hf-inference", "together"]) {
			expect(contentOf("fetch", chatModel, provider, { endpointUrl })).toContain(`fetch("${expected}"`);
			const base = expected.replace("/chat/completions", "");
			expect(contentOf("huggingface_hub", chatModel, provider, { endpointUrl })).toContain(`base_url="${base}"`);
		}
	});

	it("with auto are the endpoint itself, and no model is named", () => {
		const content = contentOf("requests", chatModel, "auto", { endpointUrl: "https://e.example/chat" });
		expect(content).toContain('API_URL = "https://e.example/chat"');
		expect(content).not.toContain('"model"');
	});

	it("of a provider's task can use an endpoint", () => {
		const model = describeModel("text-to-image");
		const options = { endpointUrl: "https://e.example/draw" };
		expect(contentOf("fetch", model, "together", options)).toMatch(
			/fetch\("https:\/\/e\.example\/draw"[\s\S]*API_TOKEN[\s\S]*response_format/,
		);
		expect(contentOf("huggingface_hub", model, "together", options)).not.toContain("model=");
		expect(contentOf("huggingface.js", model, "together", options)).not.toContain("provider");
	});

	it("must be web URLs", () => {
		expect(() => getInferenceSnippets(chatModel, "together", undefined, { endpointUrl: "localhost:1" })).toThrow(
			'endpointUrl must start with http:// or https://, got "localhost:1".',
		);
	});
});

describe("parameters", () => {
	it("are part of the call", () => {
		const model = describeModel("text-to-image");
		const options = { parameters: { width: 64, negative_prompt: "rain" } };
		expect(contentOf("requests", model, "hf-inference", options)).toContain('"parameters": {\n        "width": 64,');
		expect(contentOf("fetch", model, "together", options)).toContain("width: 64,");
		expect(contentOf("huggingface_hub", model, "together", options)).toContain('    negative_prompt="rain",');
		expect(contentOf("huggingface.js", model, "together", options)).not.toContain("num_inference_steps");
		expect(contentOf("fal_client", model, "fal-ai", options)).toContain('"width": 64');
	});

	it("of a chat are next to the messages", () => {
		const options = { temperature: 0.5, parameters: { seed: 7, stop: ["\n"] } };
		expect(contentOf("curl", chatModel, "together", options)).toContain('"seed": 7');
		expect(contentOf("huggingface.js", chatModel, "together", options)).toContain("    seed: 7,\n");
	});

	it("go into the body if Python packages do not name them, whatever their names", async () => {
		const parameters = { seed: 7, top_k: 5, "x=1) or (y": true, class: null };
		const { seed, ...extra_body } = parameters;
		const chats = getInferenceSnippets(chatModel, "together", undefined, { parameters });
		const drawings = getInferenceSnippets(describeModel("text-to-image"), "together", undefined, { parameters });
		const packages = [...chats, ...drawings].filter(
			({ client, language }) => language === "python" && client !== "requests",
		);
		const calls = (await recordSnippets(runnable(packages))).map((recording) => recording.calls.at(-1));
		expect(calls).toHaveLength(MISSING_LANGUAGES.has("python") ? 0 : 3);
		for (const call of calls) expect(call).toMatchObject({ call: { kwargs: { seed, extra_body } } });
	});

	it("with any name are passed safely if a Python method takes no others", async () => {
		const parameters = { threshold: 0.5, "x=1) or (y": true, class: null };
		const model = describeModel("object-detection");
		const [snippet] = getInferenceSnippets(model, "hf-inference", undefined, { parameters });
		const recordings = await recordSnippets(runnable(snippet ? [snippet] : []));
		const calls = recordings.map((recording) => recording.calls.at(-1));
		expect(calls).toHaveLength(MISSING_LANGUAGES.has("python") ? 0 : 1);
		for (const call of calls) expect(call).toMatchObject({ call: { kwargs: parameters } });
	});

	it("replace the example labels", () => {
		const options = { parameters: { candidate_labels: ["north", "south"] } };
		const content = contentOf("curl", describeModel("zero-shot-classification"), "hf-inference", options);
		expect(content).toContain("north");
		expect(content).not.toContain("refund");
	});

	it("are sent next to the file if raw bytes have no room for them", async () => {
		const model = describeModel("automatic-speech-recognition");
		const options = { parameters: { return_timestamps: true } };
		const snippets = getInferenceSnippets(model, "hf-inference", undefined, options);
		const raw = (await recordSnippets(runnable(snippets))).flatMap(({ requests }) => requests);
		expect(raw).toHaveLength(3 - MISSING_LANGUAGES.size);
		for (const request of raw) {
			const json = { inputs: { $base64_of: "sample1.flac" }, parameters: { return_timestamps: true } };
			expect(request).toMatchObject({ body: { json } });
		}
	});
});

describe("clients", () => {
	it.each([
		["text-to-audio", "fal-ai", ["requests", "fetch", "huggingface.js"]],
		["image-text-to-image", "fal-ai", ["huggingface_hub", "fal_client", "requests", "fetch", "huggingface.js"]],
		["image-text-to-video", "wavespeed", ["huggingface_hub", "requests", "fetch", "huggingface.js"]],
		["text-to-audio", "auto", ["huggingface.js"]],
		["any-to-any", "hf-inference", []],
	] as const)("for %s at %s", (task, provider, clients) => {
		expect(getInferenceSnippets(describeModel(task), provider).map(({ client }) => client)).toEqual(clients);
	});

	it("use textToAudio of huggingface.js for transformers models", () => {
		const model = { ...describeModel("text-to-audio"), library_name: "transformers" };
		expect(contentOf("huggingface.js", model, "hf-inference")).toContain("client.textToAudio(");
	});

	it.each(["huggingface_hub", "huggingface.js"])("of %s use the router's model format for chats first", (client) => {
		const note = `or, without the provider: model ${JSON.stringify(`${chatModel.id}:together`)}`;
		expect(contentOf(client, chatModel, "together")).toContain(note);
		expect(contentOf(client, chatModel, "together", { directRequest: true })).not.toContain(note);
		expect(contentOf(client, chatModel, "auto")).not.toContain("without the provider");
	});

	it("with auto are those that choose a provider themselves, also for an endpoint", () => {
		const endpointUrl = "https://e.example/x";
		for (const task of ["text-classification", "image-classification"] as const) {
			const snippets = getInferenceSnippets(describeModel(task), "auto", undefined, { endpointUrl });
			expect(snippets.map(({ client }) => client)).toEqual(["huggingface_hub", "huggingface.js"]);
			for (const { content } of snippets) expect(content).toContain(endpointUrl);
		}
		expect(getInferenceSnippets(describeModel("tabular-regression"), "auto", undefined, { endpointUrl })).toEqual([]);
		expect(getInferenceSnippets(chatModel, "auto", undefined, { endpointUrl })).toHaveLength(7);
	});

	it("show their install command", () => {
		const setups = getInferenceSnippets(chatModel, "together").map((snippet) => [snippet.client, findSetup(snippet)]);
		expect(setups).toEqual([
			["huggingface_hub", "pip install huggingface_hub"],
			["requests", "pip install requests"],
			["openai", "pip install openai"],
			["fetch", undefined],
			["huggingface.js", "npm install @huggingface/inference"],
			["openai", "npm install openai"],
			["curl", undefined],
		]);
	});

	it.each([
		["text-to-image", "huggingface_hub", "pip install huggingface_hub pillow"],
		["feature-extraction", "huggingface_hub", "pip install huggingface_hub numpy"],
		["text-to-image", "requests", "pip install requests pillow"],
		["text-to-speech", "requests", "pip install requests ipython"],
	] as const)("are installed with the packages that the code of %s for %s needs", (task, client, setup) => {
		const found = getInferenceSnippets(describeModel(task), "hf-inference").find((one) => one.client === client);
		expect(found && findSetup(found)).toBe(setup);
	});

	it("are chosen by the task of the model", () => {
		expect(findSnippetTask(chatModel)).toBe("conversational");
		expect(findSnippetTask(describeModel("depth-estimation"))).toBeUndefined();
	});

	it("accept a record without tags", () => {
		const { tags: _, ...record } = describeModel("text-generation");
		expect(getInferenceSnippets(record as ModelDataMinimal, "hf-inference")).toHaveLength(7);
	});
});

describe("an endpoint of OpenAI's form", () => {
	const endpointUrl = "https://e.test/v1";

	it.each([
		["text-generation", "completions", ["requests", "modelhub", "fetch", "huggingface.js", "hub", "curl"]],
		["feature-extraction", "embeddings", ["requests", "modelhub", "fetch", "hub", "curl"]],
		["text-to-image", "images/generations", ["requests", "modelhub", "fetch", "hub"]],
	] as const)("is called for %s at its route %s, by clients that know it", (task, route, clients) => {
		const options = { task, endpointUrl, clients: "all" } as const;
		const snippets = getInferenceSnippets(describeModel(task), "hf-inference", undefined, options);
		expect(snippets.map(({ client }) => client)).toEqual(clients);
		for (const { client, content } of snippets)
			if (["requests", "fetch", "curl"].includes(client)) expect(content).toContain(`${endpointUrl}/${route}`);
	});

	it.each([
		["text-generation", "hf", "https://e.test/v1", "https://e.test/v1", '"inputs"'],
		["feature-extraction", "openai", "https://e.test/x", "https://e.test/x/v1/embeddings", '"input"'],
	] as const)("may be named for %s: %s", (task, wire, url, sent, body) => {
		const options = { task, endpointUrl: url, wire, clients: "all" } as const;
		const found = getInferenceSnippets(describeModel(task), "hf-inference", undefined, options);
		const code = Object.fromEntries(found.map(({ client, content }) => [client, content]));
		expect(code["curl"]).toContain(`curl ${sent} `);
		expect(code["curl"]).toContain(body);
		expect(code["modelhub"]).toContain(`wire: "${wire}"`);
		expect(code["hub"]).toContain(`--wire ${wire}`);
		expect(code).not.toHaveProperty("huggingface.js");
	});

	it("has the body of the client's request", () => {
		const content = contentOf("curl", describeModel("feature-extraction"), "hf-inference", { endpointUrl });
		expect(content).toMatch(/"input": \[?\s*"/);
		expect(content).toContain('"model": "org/name"');
	});
});

describe("base models", () => {
	const base = describeModel("text-generation");
	const completion = { task: "text-generation" } as const;

	it.each(["text-generation", "image-text-to-text"] as const)("of %s have the snippets of a chat", (task) => {
		const chat = describeModel(task, { tags: ["conversational"] });
		for (const provider of ["hf-inference", "together", "featherless-ai", "auto"])
			for (const streaming of [false, true]) {
				const snippets = getInferenceSnippets(describeModel(task), provider, undefined, { streaming });
				expect(snippets).toHaveLength(streaming ? 6 : 7);
				expect(snippets).toEqual(getInferenceSnippets(chat, provider, undefined, { streaming }));
			}
	});

	it("have those of a completion if the caller names the task", () => {
		const clients = getInferenceSnippets(base, "together", undefined, completion).map(({ client }) => client);
		expect(clients).toEqual(["huggingface_hub", "requests", "fetch", "huggingface.js", "curl"]);
		expect(contentOf("curl", base, "together", completion)).toContain("/v1/completions");
		expect(contentOf("curl", base, "together")).toContain("/v1/chat/completions");
	});

	it.each([
		["conversational", [], undefined],
		["conversational", [], []],
		["text-generation", [], ["text-generation"]],
		["text-generation", [], ["text-generation", "text-generation"]],
		["conversational", [], ["text-generation", "conversational"]],
		["conversational", ["conversational"], ["text-generation"]],
	] as const)("are for %s with tags %s where providers offer %s", (task, tags, offered) => {
		const mapping = offered?.map((name) => ({ task: name }));
		expect(findSnippetTask({ ...base, tags: [...tags] }, mapping)).toBe(task);
	});
});
