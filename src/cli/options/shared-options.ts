import { Option } from "@commander-js/extra-typings";
import { integer, list, number, parseAccount, parseFingerprint, repeated, variableNames } from "./parsers.ts";
import { optionsOf, SAMPLING, TUNING } from "./sampling.ts";

export const task = [
	new Option("-t, --task <task>", "task, such as chat, text-generation, embed (default: the model's task)"),
] as const;

export const needs = [
	new Option(
		"--needs <list>",
		"only providers that have this: tools, schema, images, or a number of tokens of context",
	),
] as const;

export const billTo = [new Option("--bill-to <org>", "organization that pays").argParser(parseAccount)] as const;

export const pick = [new Option("--pick", "choose model and provider from a list, on a terminal")] as const;

export const model = [
	new Option(
		"-m, --model <id>",
		"model on Hugging Face; also ID:PROVIDER, or NAME:ollama for one on this machine (default: the task's default model)",
	),
	new Option(
		"-p, --provider <id>",
		"provider: auto lets Hugging Face choose; fastest, cheapest and preferred choose by speed, price and your order; a,b,c tries them in turn; local finds Ollama, LM Studio, llama.cpp or vLLM on this machine (ollama, lmstudio, llamacpp, vllm name one); sandbox needs no token and no network",
	),
] as const;

export const endpoint = [
	new Option("--direct", "call the provider itself, with its own key"),
	new Option("--endpoint <url>", "call this endpoint instead (TGI, vLLM, llama.cpp, Ollama, LM Studio …)"),
	new Option(
		"--wire <api>",
		"the API that the endpoint speaks (default: openai for chats and URLs that end in /v1 or a route of OpenAI)",
	).choices(["openai", "hf"]),
] as const;

export const conversation = [
	new Option("--system <text>", "chat: instructions for the model (@file reads a file)"),
	new Option("--messages <file>", "chat: the conversation so far, a JSON list of {role, content}"),
	new Option("--image <path|url>", "chat: an image to look at (repeatable)").argParser(repeated),
] as const;

export const file = [
	new Option(
		"-f, --file <path>",
		"prepend a text file, a PDF, a URL, or the files of a folder or glob to the prompt; attach images (repeatable)",
	).argParser(repeated),
] as const;

export const continueChat = [
	new Option(
		"-c, --continue",
		"chat: continue your last conversation, with its provider; the id of a saved one may follow (hub chat --list)",
	),
] as const;

export const savedPrompt = [
	new Option("-T, --saved <name>", "use a saved prompt: its name (hub prompt), a .yaml file, or a URL"),
	new Option("--var <k=v>", "variable of the saved prompt; v may be JSON or @file (repeatable)").argParser(repeated),
] as const;

export const schema = [
	new Option(
		"--schema <json>",
		'chat: what the answer must follow: a JSON schema, a file with one, or a short form such as "name, age int"',
	),
] as const;

export const schemaMulti = [
	new Option("--schema-multi <json>", "chat: as --schema, for an answer that is a list"),
] as const;

export const repairs = [
	new Option("--repairs <n>", "with --schema: retries for an answer that does not follow it (default: 1)").argParser(
		integer("the repairs", 0),
	),
] as const;

export const tools = [new Option("--tools <file>", "chat: tools the model may call, as JSON")] as const;

export const costLimit = [
	new Option(
		"--max-cost <usd>",
		"stop before a request that may exceed this cost, if its answer has all tokens that --max-tokens or the model allows",
	).argParser(number("an amount in US dollars", 0)),
	new Option("--unknown-price <way>", "with --max-cost, requests of unknown price (default: refuse)").choices([
		"refuse",
		"allow",
	]),
] as const;

export const mcp = [
	new Option(
		"--mcp <server>",
		"chat: tool server: a command line in quotes, a URL, hf, or a name of hub config or --mcp-config (repeatable)",
	).argParser(repeated),
	new Option("--mcp-config <file>", "chat: file with servers, in the form of editors (mcpServers)"),
	new Option(
		"--agent <agent>",
		"chat: agent with model, servers and instructions: a folder, agent.json, or OWNER/NAME",
	),
	new Option(
		"--allow-agent <fingerprint>",
		"start an agent that has not run here before: the one that was shown with this fingerprint",
	).argParser(parseFingerprint),
	new Option(
		"--pass-env <name>",
		"variable with a secret that the agent, or a server of --mcp-config, may get (repeatable)",
	).argParser(variableNames),
	new Option(
		"--allow-tools <pattern>",
		"tools that may run without a question: server/tool, * for any (repeatable)",
	).argParser(repeated),
	new Option("--deny-tools <pattern>", "tools that may not run (repeatable)").argParser(repeated),
	new Option("--max-turns <n>", "maximum answers of the model between tool calls (default: 10)").argParser(
		integer("a number of answers", 1),
	),
	...costLimit,
] as const;

export const labels = [
	new Option("--labels <a,b,c>", "zero-shot tasks: labels to choose from").argParser(list),
] as const;

export const taskInput = [
	new Option("--context <text>", "question answering: the text that contains the answer (@file reads a file)"),
	new Option("--source <text>", "sentence similarity: the sentence to compare with"),
	new Option("--sentence <text>", "sentence similarity: a sentence to compare (repeatable)").argParser(repeated),
	new Option("--table <file>", "table tasks: .csv, .tsv or .json; - for standard input"),
	new Option("--stdin", "read standard input in addition to words, even if it is a file"),
	new Option("--no-stdin", "do not read standard input"),
	new Option("--input <file>", "the whole input as JSON, as the library takes it; - for standard input"),
] as const;

export const sampling = optionsOf(SAMPLING);

export const tuning = [
	...optionsOf(TUNING),
	new Option("--param <k=v>", "any parameter of the task; v may be JSON or @file, k may be a.b (repeatable)").argParser(
		repeated,
	),
] as const;

export const params = [new Option("--params <file>", "parameters from a JSON file")] as const;

export const deadline = [
	new Option(
		"--deadline <seconds>",
		"maximum time for the whole command, streams and tools included; 0 for no limit",
	).argParser(number("seconds", 0)),
] as const;

export const raw = [new Option("--raw", "chat: plain text on a terminal too, without markdown")] as const;

export const preview = [
	new Option("--preview <way>", "how to show images on a terminal (default: auto)").choices([
		"auto",
		"kitty",
		"iterm",
		"sixel",
		"blocks",
		"none",
	]),
] as const;

export const force = [new Option("--force", "replace an existing file")] as const;

export const log = [
	new Option("--log [level]", "log this call: metadata (default), or everything with --log=content"),
	new Option("--no-log", "do not log this call"),
] as const;

export const recording = [
	new Option("--record <dir>", "write each request with its response into this folder, without secrets"),
	new Option("--replay <dir>", "answer from the recordings in this folder: no token, no network"),
	new Option("--replay-or-record <dir>", "answer from this folder; send and record what is missing"),
	new Option("--append", "keep earlier recordings of the same request, and add new ones"),
	new Option(
		"--replay-ignore <field>",
		"field of the body that may differ, such as seed or messages.0.content (repeatable)",
	)
		.argParser(repeated)
		.default<string[]>([], "none"),
] as const;

export const format = [
	new Option(
		"--format <format>",
		"ndjson: one JSON document per line; text: tab-separated lines (default: table on a terminal, else text)",
	).choices(["json", "ndjson", "table", "text"]),
] as const;
