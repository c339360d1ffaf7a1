import { defineCommand } from "../../options/define-command.ts";
import { createKeysCommand } from "./keys-command.ts";
import { SERVE_OPTIONS, type ServeCommandOptions } from "./options.ts";

/** `hub serve`: every provider behind one local URL. */
export const createCommand = defineCommand({
	name: "serve",
	description:
		"Serves the OpenAI API on this machine, answered by any provider, with failover, cost and a page of calls. For editors, agents, notebooks and SDKs. Ends with Ctrl-C.",
	options: SERVE_OPTIONS,
	subcommands: [createKeysCommand],
	help: [
		"Routes: POST /v1/chat/completions, /v1/completions, /v1/embeddings, /v1/images/generations, /v1/images/edits,",
		"/v1/audio/speech, /v1/audio/transcriptions, /v1/audio/translations, /v1/responses, /v1/messages, /v1/tasks/TASK;",
		"GET /v1/models, /health, /ready, /metrics, /",
		"",
		"A model is ORG/NAME, ORG/NAME:PROVIDER, ORG/NAME:fastest, :cheapest or :preferred, or an alias. An alias may also point to",
		"a server on this machine: MODEL:ollama, lmstudio, llamacpp, vllm, or local for whichever has the model. Stored aliases:",
		"  hub config set serve.alias.fast org/a:groq,org/b:cerebras",
		"",
		"hub serve keys makes keys for other clients, also while it runs. SIGHUP reads --config, keys and stored aliases again.",
		"",
		"Paste the line printed on stdout into another shell, and programs there use the server. With --json: an object",
		"{url, key}. The link to the page of calls is printed on stderr; it works once.",
		"",
		"Examples:",
		"  hub serve",
		"  hub serve --alias fast=openai/gpt-oss-20b:groq,openai/gpt-oss-20b:cerebras",
		"  hub serve -m Qwen/Qwen3-Coder-480B-A35B-Instruct --alias 'claude-haiku-*=llama3.2:ollama,org/b:groq'",
		"  hub serve --config team.yaml --max-cost 5/day",
		"  hub serve --endpoint gpu=http://10.0.0.5:8000 --alias fast=qwen3:gpu,Qwen/Qwen3-32B:groq",
		"  hub serve --sandbox --port 0 --json",
		"",
		"Exit codes: 2 wrong usage or port taken, 130 ended with Ctrl-C, 143 ended with SIGTERM",
		"See also:   hub sandbox --help, hub help environment",
	],
	action: async (_words, options, context, command) => {
		const { runServe } = await import("./run.ts");
		const read = async (): Promise<ServeCommandOptions> => {
			if (options.config === undefined) return options;
			const { readConfigFile } = await import("./config-file.ts");
			return await readConfigFile(options, options.config, command, context);
		};
		await runServe(await read(), context, read);
	},
});
