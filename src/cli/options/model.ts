import { PREVIEW_CHOICES } from "../terminal/graphics/choices.ts";
import type { OptionRow } from "./parsers.ts";

export const TASK: OptionRow = {
	flags: "-t, --task <task>",
	description: "task, such as chat, text-generation, embed (default: the model's task)",
};

export const NEEDS: OptionRow = {
	flags: "--needs <list>",
	description: "only providers that have this: tools, schema, images, or a number of tokens of context",
};

export const BILL_TO: OptionRow = {
	flags: "--bill-to <org>",
	description: "organization that pays",
	value: "account",
};

export const PICK: OptionRow = {
	flags: "--pick",
	description: "choose model and provider from a list, on a terminal",
};

/** The model to call, and where. */
export const TARGET_OPTIONS: readonly OptionRow[] = [
	{ flags: "-m, --model <id>", description: "model on the hub; also ID:PROVIDER (default: the task's default model)" },
	{
		flags: "-p, --provider <id>",
		description:
			"provider: auto lets the hub choose; fastest, cheapest and preferred choose by speed, price and your order; a,b,c tries them in turn; local finds Ollama, LM Studio, llama.cpp or vLLM on this machine (ollama, lmstudio, llamacpp, vllm name one); sandbox needs no token and no network",
	},
	NEEDS,
	PICK,
	{ flags: "--direct", description: "call the provider itself, with its own key" },
	{
		flags: "--endpoint <url>",
		description: "call this endpoint instead (TGI, vLLM, llama.cpp, Ollama, LM Studio …)",
	},
	{
		flags: "--wire <api>",
		description:
			"the API that the endpoint speaks (default: openai for chats and URLs that end in /v1 or a route of OpenAI)",
		choices: ["openai", "hf"],
	},
	BILL_TO,
];

/** A conversation. */
export const CONVERSATION_OPTIONS: readonly OptionRow[] = [
	{ flags: "--system <text>", description: "chat: instructions for the model (@file reads a file)" },
	{ flags: "--messages <file>", description: "chat: the conversation so far, a JSON list of {role, content}" },
	{
		flags: "--image <path|url>",
		description: "chat: an image to look at (repeatable)",
		value: "repeated",
	},
];

/** Files attached to a prompt. */
export const FILE: OptionRow = {
	flags: "-f, --file <path>",
	description:
		"put a text file, a URL, the files of a folder or of a pattern in front of the prompt; attach images (repeatable)",
	value: "repeated",
};

/** Continues a saved conversation. */
export const CONTINUE: OptionRow = {
	flags: "-c, --continue",
	description:
		"chat: continue your last conversation, with its provider; the id of a saved one may follow (hub chat --list)",
};

/** A saved prompt. */
export const SAVED_PROMPT_OPTIONS: readonly OptionRow[] = [
	{ flags: "-T, --saved <name>", description: "use a saved prompt: its name (hub prompt), a .yaml file, or a URL" },
	{
		flags: "--var <k=v>",
		description: "variable of the saved prompt; v may be JSON or @file (repeatable)",
		value: "repeated",
	},
];

export const SCHEMA: OptionRow = {
	flags: "--schema <json>",
	description:
		'chat: what the answer must follow: a JSON schema, a file with one, or a short form such as "name, age int"',
};

export const SCHEMA_MULTI: OptionRow = {
	flags: "--schema-multi <json>",
	description: "chat: as --schema, for an answer that is a list",
};

export const REPAIRS: OptionRow = {
	flags: "--repairs <n>",
	description: "with --schema: how often to ask again for an answer that does not follow it (default: 1)",
	value: { integer: "the repairs", least: 0 },
};

export const TOOLS: OptionRow = { flags: "--tools <file>", description: "chat: tools the model may call, as JSON" };

/** Servers of tools, and what of them may run. */
export const MCP_OPTIONS: readonly OptionRow[] = [
	{
		flags: "--mcp <server>",
		description:
			"chat: tool server: a command line in quotes, a URL, hf, or a name of hub config or --mcp-config (repeatable)",
		value: "repeated",
	},
	{ flags: "--mcp-config <file>", description: "chat: file with servers, in the form of editors (mcpServers)" },
	{
		flags: "--agent <agent>",
		description: "chat: agent with model, servers and instructions: a folder, agent.json, or OWNER/NAME",
	},
	{
		flags: "--allow-agent",
		description: "start an agent that has not run here before; its tools still need --allow-tools",
	},
	{
		flags: "--allow-tools <pattern>",
		description: "tools that may run without a question: server/tool, * for any (repeatable)",
		value: "repeated",
	},
	{ flags: "--deny-tools <pattern>", description: "tools that may not run (repeatable)", value: "repeated" },
	{
		flags: "--max-turns <n>",
		description: "maximum answers of the model between tool calls (default: 10)",
		value: { integer: "a number of answers", least: 1 },
	},
	{
		flags: "--max-cost <usd>",
		description: "stop calling tools once the answers have cost this much",
		value: { number: "an amount in US dollars", least: 0 },
	},
];

export const LABELS: OptionRow = {
	flags: "--labels <a,b,c>",
	description: "zero-shot tasks: labels to choose from",
	value: "list",
};

/** Inputs of tasks besides one text or file. */
export const TASK_INPUT_OPTIONS: readonly OptionRow[] = [
	LABELS,
	{
		flags: "--context <text>",
		description: "question answering: the text that contains the answer (@file reads a file)",
	},
	{ flags: "--source <text>", description: "sentence similarity: the sentence to compare with" },
	{
		flags: "--sentence <text>",
		description: "sentence similarity: a sentence to compare (repeatable)",
		value: "repeated",
	},
	{ flags: "--table <file>", description: "table tasks: .csv, .tsv or .json; - for standard input" },
	{ flags: "--stdin", description: "read standard input in addition to words, even if it is a file" },
	{ flags: "--no-stdin", description: "do not read standard input" },
	{
		flags: "--input <file>",
		description: "the whole input as JSON, as the library takes it; - for standard input",
	},
];

/** How words are chosen. */
export const SAMPLING_OPTIONS: readonly OptionRow[] = [
	{
		flags: "--temperature <t>",
		description: "randomness: 0 picks the likeliest words",
		value: { number: "the temperature", least: 0 },
	},
	{
		flags: "--max-tokens <n>",
		description: "maximum length of the answer, in tokens",
		value: { integer: "the tokens", least: 1 },
	},
	{
		flags: "--top-p <p>",
		description: "choose among the likeliest words that make up this share",
		value: { number: "the share", least: 0 },
	},
];

/** How text is generated. */
export const GENERATION_OPTIONS: readonly OptionRow[] = [
	...SAMPLING_OPTIONS,
	{ flags: "--stop <text>", description: "end the answer before this text (repeatable)", value: "repeated" },
	{
		flags: "--seed <n>",
		description: "same seed, same answer, if the provider supports it",
		value: { integer: "the seed" },
	},
	{
		flags: "--param <k=v>",
		description: "any parameter of the task; v may be JSON or @file, k may be a.b (repeatable)",
		value: "repeated",
	},
	{ flags: "--params <file>", description: "parameters from a JSON file" },
];

export const DEADLINE: OptionRow = {
	flags: "--deadline <seconds>",
	description: "maximum time for the whole job; 0 for no limit",
	value: { number: "seconds", least: 0 },
};

export const RAW: OptionRow = { flags: "--raw", description: "chat: plain text on a terminal too, without markdown" };

export const PREVIEW: OptionRow = {
	flags: "--preview <way>",
	description: "how to show images on a terminal (default: auto)",
	choices: PREVIEW_CHOICES,
};

export const FORCE: OptionRow = { flags: "--force", description: "replace an existing file" };

/** Commands whose calls can be logged. */
export const LOG_OPTIONS: readonly OptionRow[] = [
	{
		flags: "--log [level]",
		description: "log this call: metadata (default), or everything with --log=content",
	},
	{ flags: "--no-log", description: "do not log this call" },
];

/** Commands whose requests can be recorded and replayed. */
export const RECORDING_OPTIONS: readonly OptionRow[] = [
	{
		flags: "--record <dir>",
		description: "write each request with its response into this folder, without secrets",
	},
	{
		flags: "--replay <dir>",
		description: "answer from the recordings in this folder: no token, no network",
	},
	{
		flags: "--replay-or-record <dir>",
		description: "answer from this folder; send and record what is missing",
	},
	{
		flags: "--append",
		description: "keep earlier recordings of the same request, and add new ones",
	},
	{
		flags: "--replay-ignore <field>",
		description: "field of the body that may differ, such as seed or messages.0.content (repeatable)",
		value: "repeated",
		// Shows that the command can be recorded, so that the variables apply too.
		fallback: [],
	},
];

export const RECORDING_AND_LOG_OPTIONS: readonly OptionRow[] = [...RECORDING_OPTIONS, ...LOG_OPTIONS];
