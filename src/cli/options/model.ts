import { Option } from "commander";
import { collect, parseAccount, parseInteger, parseNumber } from "./global.ts";
import { declareValues } from "./value-kinds.ts";

/** Options that say which model is called, and where. */
export function targetOptions(): Option[] {
	return [
		new Option("-m, --model <id>", "model on the hub; also ID:PROVIDER (default: the task's own)"),
		new Option(
			"-p, --provider <id>",
			"who runs it: auto lets the hub choose, fastest, cheapest and preferred choose by speed, price and your order; a,b,c tries them in turn; sandbox needs no token and no network",
		),
		new Option(
			"--needs <list>",
			"only providers that have this: tools, schema, images, or a number of tokens of context",
		),
		new Option("--pick", "choose model and provider from a list, on a terminal"),
		new Option("--direct", "call the provider itself, with its own key"),
		new Option("--endpoint <url>", "call this endpoint instead (TGI, vLLM, llama.cpp, Ollama, LM Studio …)"),
		billToOption(),
	];
}

export function billToOption(): Option {
	return new Option("--bill-to <org>", "organization that pays").argParser(parseAccount);
}

/** Options of a conversation. */
export function conversationOptions(): Option[] {
	return [
		new Option("--system <text>", "chat: instructions for the model (@file reads a file)"),
		new Option("--messages <file>", "chat: the conversation so far, a JSON list of {role, content}"),
		new Option("--image <path|url>", "chat: an image to look at (repeatable)").argParser(collect),
	];
}

/** Goes on with a kept conversation. */
export function continueOption(): Option {
	const option = new Option(
		"-c, --continue",
		"chat: go on with your last conversation, where it was held; the id of a kept one may follow (hub chat --list)",
	);
	return declareValues(option, "chat");
}

/** Options of how words are chosen. */
export function samplingOptions(): Option[] {
	return [
		new Option("--temperature <t>", "0 for the likeliest words, higher for surprise").argParser(
			parseNumber("the temperature", 0),
		),
		new Option("--max-tokens <n>", "longest answer, in tokens").argParser(parseInteger("the tokens", 1)),
		new Option("--top-p <p>", "choose among the likeliest words up to this share").argParser(
			parseNumber("the share", 0),
		),
	];
}

/** Options of how text is generated. */
export function generationOptions(): Option[] {
	return [
		...samplingOptions(),
		new Option("--stop <text>", "end the answer before this text (repeatable)").argParser(collect),
		new Option("--seed <n>", "same seed, same answer, where the provider can").argParser(parseInteger("the seed")),
		new Option(
			"--param <k=v>",
			"any parameter of the task; v may be JSON or @file, k may be a.b (repeatable)",
		).argParser(collect),
		new Option("--params <file>", "parameters from a JSON file"),
	];
}

/** Options of commands whose calls can be logged. */
export function logOptions(): Option[] {
	return [
		new Option("--log [level]", "keep this call in the log: metadata (default) or, as --log=content, all of it"),
		new Option("--no-log", "keep nothing of this call"),
	];
}

/** Options of commands whose requests can be recorded and replayed. */
export function recordingOptions(): Option[] {
	return [
		new Option("--record <dir>", "write each request with its response into this folder, without secrets"),
		new Option("--replay <dir>", "answer from the recordings in this folder: no token, no network"),
		new Option("--replay-or-record <dir>", "answer from this folder; send and record what is missing"),
		new Option("--append", "keep recordings of the same request and number on, instead of replacing them"),
		// The default tells the connection that the command can be recorded, so that the variables count too.
		new Option(
			"--replay-ignore <field>",
			"field of the body that may differ, such as seed or messages.0.content (repeatable)",
		)
			.argParser(collect)
			.default([], "none"),
	];
}
