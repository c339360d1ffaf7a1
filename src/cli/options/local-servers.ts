/** A program that runs models on this machine and implements OpenAI's protocol. */
export interface LocalKind {
	/** Value for `--provider`. */
	id: string;
	name: string;
	/** Its default URL. */
	port: number;
	/** Variable with its own key, as its own tools name it. */
	keyVariable: string;
	/** Command to start it, or to load a first model. */
	start: string;
	/** Path where versions without `/v1/models` list their models, in their own format. */
	oldList?: string;
	/** Path that reports the context length of loaded models, if `/v1/models` does not. */
	state?: string;
	/** Path that returns the capabilities and the possible context of the model in a request. */
	details?: string;
}

/** The programs to look for, in this order. */
export const LOCAL_KINDS = [
	{
		id: "ollama",
		name: "Ollama",
		port: 11_434,
		keyVariable: "OLLAMA_API_KEY",
		start: "ollama serve",
		oldList: "/api/tags",
		state: "/api/ps",
		details: "/api/show",
	},
	{
		id: "lmstudio",
		name: "LM Studio",
		port: 1234,
		keyVariable: "LM_API_TOKEN",
		start: "lms server start",
		state: "/api/v0/models",
	},
	{
		id: "llamacpp",
		name: "llama.cpp",
		port: 8080,
		keyVariable: "LLAMA_API_KEY",
		start: "llama-server -m MODEL.gguf",
		state: "/props",
	},
	{ id: "vllm", name: "vLLM", port: 8000, keyVariable: "VLLM_API_KEY", start: "vllm serve MODEL" },
] as const satisfies readonly LocalKind[];

/** Values of `--provider` for servers on this machine: any of them, or one by name. */
export const LOCAL_NAMES: readonly string[] = ["local", ...LOCAL_KINDS.map(({ id }) => id)];
