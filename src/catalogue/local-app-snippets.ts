import { chooseExampleMessages } from "./example-messages.ts";
import { parseGGUFQuantLabel } from "./gguf.ts";
import { meetsCondition } from "./model-condition.ts";
import type { ModelData } from "./model-data.ts";

/** One method of running a model, or one step of it. */
export interface LocalAppSnippet {
	title: string;
	/** Commands to run once beforehand. */
	setup?: string;
	/** Commands; several are shown separately. */
	content: string | string[];
}

function step(title: string, content: string | string[], setup?: string): LocalAppSnippet {
	return { title, ...(setup === undefined ? {} : { setup }), content };
}

const PROMPT = "Once upon a time";

/** Label of the chosen file after a separator, else a placeholder. */
function quant(separator: ":" | "-", filepath: string | undefined): string {
	if (filepath === undefined) return `${separator}{{QUANT_TAG}}`;
	const label = parseGGUFQuantLabel(filepath);
	return label === undefined ? "" : separator + label;
}

/** `hf.co` reference for Docker; only GGUF files come in several quantizations. */
function dockerRun(model: ModelData, filepath?: string): string {
	return `docker model run hf.co/${model.id}${meetsCondition(model, "gguf") ? quant(":", filepath) : ""}`;
}

function indent(value: unknown): string {
	return JSON.stringify(value, null, "\t").replaceAll("'", "'\\''").replaceAll("\n", "\n\t");
}

/** Returns a request to a server with the OpenAI protocol. */
function curl(port: number, route: string, body: object): string {
	return [
		`# Ask the running server:`,
		`curl -X POST "http://localhost:${port}/v1/${route}" \\`,
		`\t-H "Content-Type: application/json" \\`,
		`\t--data '${indent(body)}'`,
	].join("\n");
}

function curlChat(port: number, model: ModelData): string {
	return curl(port, "chat/completions", { model: model.id, messages: chooseExampleMessages(model) });
}

function curlModel(port: number, model: ModelData): string {
	if (model.tags.includes("conversational")) return curlChat(port, model);
	return curl(port, "completions", { model: model.id, prompt: PROMPT, max_tokens: 512, temperature: 0.5 });
}

const INSTALL_LLAMA = "curl -LsSf https://llama.app/install.sh | sh";

/** A local server for coding tools, with the settings they need for it. */
interface LocalServer {
	/** Starts it on port 8080. */
	start: LocalAppSnippet;
	/** Its name in a tool's settings. */
	provider: "llama-cpp" | "mlx-lm";
	/** The model as the server names it. */
	model: string;
}

function localServer(model: ModelData, filepath?: string): LocalServer {
	if (!meetsCondition(model, "gguf") && model.tags.includes("mlx")) {
		const start = step("Start an MLX server", `mlx_lm.server --model "${model.id}"`, "uv tool install mlx-lm");
		return { start, provider: "mlx-lm", model: model.id };
	}
	const source = `${model.id}${quant(":", filepath)}`;
	const start = step("Start a llama.cpp server", `llama serve -hf ${source} --jinja`, INSTALL_LLAMA);
	return { start, provider: "llama-cpp", model: source };
}

const BUILD_LLAMA = [
	"git clone https://github.com/ggerganov/llama.cpp.git",
	"cd llama.cpp",
	"cmake -B build",
	"cmake --build build -j --target llama-server llama-cli",
].join("\n");
const UNPACK_LLAMA = "# Unpack the archive for your system from\n# https://github.com/ggerganov/llama.cpp/releases";

/** How to get llama.cpp, and its two programs. */
const LLAMA_INSTALLS: readonly (readonly [title: string, setup: string, serve: string, chat: string])[] = [
	["Install with the script", INSTALL_LLAMA, "llama serve", "llama cli"],
	["Install with WinGet (Windows)", "winget install llama.cpp", "llama serve", "llama cli"],
	["Install with Homebrew", "brew install llama.cpp", "llama-server", "llama-cli"],
	["Use a ready-made binary", UNPACK_LLAMA, "./llama-server", "./llama-cli"],
	["Build it from source", BUILD_LLAMA, "./build/bin/llama-server", "./build/bin/llama-cli"],
];

function llamaCpp(model: ModelData, filepath?: string): LocalAppSnippet[] {
	const source = `-hf ${model.id}${quant(":", filepath)}`;
	const methods = LLAMA_INSTALLS.map(([title, setup, serve, chat]) => {
		const server = `# Server with an OpenAI-compatible API and a web page:\n${serve} ${source}`;
		return step(title, [server, `# Chat in the terminal:\n${chat} ${source}`], setup);
	});
	return [...methods, step("Use Docker", dockerRun(model, filepath))];
}

function nodeLlamaCpp(model: ModelData, filepath?: string): LocalAppSnippet[] {
	const source = `hf:${model.id}${quant(":", filepath)}`;
	return [
		step("Chat in the terminal", `npx -y node-llama-cpp chat ${source}`),
		step("See whether it fits your machine", `npx -y node-llama-cpp inspect estimate ${source}`),
	];
}

const MISTRAL_FLAGS = [
	"--tokenizer_mode mistral",
	"--config_format mistral",
	"--load_format mistral",
	"--tool-call-parser mistral",
	"--enable-auto-tool-choice",
];

function vllm(model: ModelData, filepath?: string): LocalAppSnippet[] {
	const isMistral = model.tags.includes("mistral-common");
	const setup = isMistral ? "pip install vllm\npip install --upgrade mistral-common" : "pip install vllm";
	const serve = [`vllm serve "${model.id}"`, ...(isMistral ? MISTRAL_FLAGS : [])].join(" ");
	return [
		step("Install with pip", [`# Start the server:\n${serve}`, curlModel(8000, model)], setup),
		step("Use Docker", dockerRun(model, filepath)),
	];
}

function sglang(model: ModelData): LocalAppSnippet[] {
	const launch = `python3 -m sglang.launch_server --model-path "${model.id}" --host 0.0.0.0 --port 30000`;
	const docker = [
		"docker run --gpus all --shm-size 32g --ipc=host -p 30000:30000",
		"-v ~/.cache/huggingface:/root/.cache/huggingface",
		'--env "HF_TOKEN=<secret>"',
		"lmsysorg/sglang:latest",
		launch,
	].join(" \\\n\t");
	const request = curlModel(30000, model);
	return [
		step("Install with pip", [`# Start the server:\n${launch}`, request], "pip install sglang"),
		step("Use Docker", request, `# Start the server:\n${docker}`),
	];
}

function mlxLm(model: ModelData): LocalAppSnippet[] {
	const setup = "uv tool install mlx-lm";
	if (!model.tags.includes("conversational"))
		return [step("Generate text", `mlx_lm.generate --model "${model.id}" --prompt "${PROMPT}"`, setup)];
	return [
		step("Chat in the terminal", `mlx_lm.chat --model "${model.id}"`, setup),
		step("Start a server", [`mlx_lm.server --model "${model.id}" --port 8000`, curlChat(8000, model)], setup),
	];
}

function textGenerationInference(model: ModelData): LocalAppSnippet[] {
	const docker = [
		"docker run --gpus all",
		"-v ~/.cache/huggingface:/root/.cache/huggingface",
		'-e HF_TOKEN="<secret>"',
		"-p 8000:80",
		'"$REGISTRY/huggingface/text-generation-inference:latest"',
		`--model-id ${model.id}`,
	].join(" \\\n\t");
	const setup = `# Start the server; REGISTRY is the host of GitHub's container registry:\n${docker}`;
	return [step("Use Docker", [curlChat(8000, model)], setup)];
}

function localAi(model: ModelData, filepath = "{{GGUF_FILE}}"): LocalAppSnippet[] {
	const source = `huggingface://${model.id}/${filepath}`;
	const image = "localai/localai:latest-cpu";
	const docker = `docker run -p 8080:8080 --name localai -v $PWD/models:/build/models ${image} ${source}`;
	return [
		step("Install with the script", `local-ai run ${source}`, "curl https://localai.io/install.sh | sh"),
		step("Use Docker", docker, `docker pull ${image}`),
	];
}

function lemonade(model: ModelData, filepath?: string): LocalAppSnippet[] {
	const isAmd = model.tags.some((tag) => tag === "ryzenai-npu" || tag === "ryzenai-hybrid");
	const name = model.id.slice(model.id.indexOf("/") + 1);
	const pull = `lemonade pull ${model.id}${isAmd ? "" : quant(":", filepath)}`;
	const run = `lemonade run user.${name}${isAmd ? "" : quant("-", filepath)}`;
	return [
		step("Get the model", pull, "# Install Lemonade from https://lemonade-server.ai"),
		step(isAmd ? "Chat with it (on a Ryzen AI 300 or newer)" : "Chat with it", run),
		step("See what is installed", "lemonade list"),
	];
}

/** Returns the steps of a tool that needs a local server. */
function withServer(describe: (server: LocalServer) => LocalAppSnippet[]) {
	return (record: ModelData, filepath?: string): LocalAppSnippet[] => {
		const server = localServer(record, filepath);
		return [server.start, ...describe(server)];
	};
}

const pi = withServer(({ provider, model }) => {
	const server = {
		baseUrl: "http://localhost:8080/v1",
		api: "openai-completions",
		apiKey: "none",
		models: [{ id: model }],
	};
	const settings = JSON.stringify({ providers: { [provider]: server } }, null, 2);
	const setup = "npm install -g @earendil-works/pi-coding-agent";
	return [
		step("Configure Pi", `# In ~/.pi/agent/models.json:\n${settings}`, setup),
		step("Start Pi in your project", "pi"),
	];
});

const hermesAgent = withServer(({ model }) => {
	const setup = "curl -fsSL https://hermes-agent.nousresearch.com/install.sh | bash\nhermes setup";
	const settings = ["provider custom", "base_url http://127.0.0.1:8080/v1", `default ${model}`];
	const configure = settings.map((setting) => `hermes config set model.${setting}`).join("\n");
	return [step("Configure Hermes", configure, setup), step("Start Hermes", "hermes")];
});

const openclaw = withServer(({ provider, model }) => {
	const onboard = [
		"openclaw onboard --non-interactive --mode local",
		"--auth-choice custom-api-key",
		"--custom-base-url http://127.0.0.1:8080/v1",
		`--custom-model-id "${model}"`,
		`--custom-provider-id ${provider}`,
		"--custom-compatibility openai",
		"--custom-text-input",
		"--accept-risk",
		"--skip-health",
	].join(" \\\n\t");
	return [
		step("Configure OpenClaw", onboard, "npm install -g openclaw@latest"),
		step("Send a message", 'openclaw agent --local --agent main --message "Hello"'),
	];
});

/** Commands of the programs that are started in a terminal. */
export const LOCAL_APP_SNIPPETS = {
	"llama.cpp": llamaCpp,
	"node-llama-cpp": nodeLlamaCpp,
	vllm,
	sglang,
	"mlx-lm": mlxLm,
	tgi: textGenerationInference,
	localai: localAi,
	ollama: (model: ModelData, filepath?: string) => `ollama run hf.co/${model.id}${quant(":", filepath)}`,
	"docker-model-runner": dockerRun,
	lemonade,
	pi,
	"hermes-agent": hermesAgent,
	openclaw,
};

/** Id of a program that is started in a terminal. */
export type SnippetAppKey = keyof typeof LOCAL_APP_SNIPPETS;
