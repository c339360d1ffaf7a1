import { Command, Option } from "commander";
import { findTask, TASK_NAMES } from "../../catalogue/aliases.ts";
import { closestWord } from "../../catalogue/closest-word.ts";
import type { Args, InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { type InferInput, readArgs } from "../input/args.ts";
import { collect, parseInteger, parseNumber } from "../options.ts";
import { formatCurl, formatRequest } from "../output/request.ts";
import { mergeHeaders, resolveTarget, type Target, type TargetOptions } from "../target.ts";
import { UsageError } from "../usage-error.ts";

/** What `hub infer` was asked to do. */
export interface InferOptions extends TargetOptions, InferInput {
	task?: string;
	stream?: boolean;
	format?: "text" | "json" | "ndjson";
	dryRun?: boolean;
	curl?: boolean;
	stats?: boolean;
}

export type InferAction = (words: string[], options: InferOptions, context: Context) => Promise<void>;

/** `hub infer`: one task, one model, one result. */
export function createCommand(context: Context, action: InferAction = infer): Command {
	const command = new Command("infer")
		.summary("run a task on a model: chat, text, embeddings")
		.description("Runs one task on one model and prints the result.")
		.argument("[input...]", "text to work on; - for standard input");
	const groups: Record<string, Option[]> = {
		"What to run:": [
			new Option("-t, --task <task>", "task, such as chat, text-generation, embed (default: the model's own)"),
			new Option("-m, --model <id>", "model on the hub; also ID:PROVIDER (default: the task's own)"),
			new Option("-p, --provider <id>", "who runs it; auto lets the hub choose; sandbox needs no token and no network"),
			new Option("--direct", "call the provider itself, with its own key"),
			new Option("--endpoint <url>", "call this endpoint instead (TGI, vLLM, llama.cpp, Ollama, LM Studio …)"),
			new Option("--bill-to <org>", "organisation that pays"),
		],
		"Input:": [
			new Option("--system <text>", "chat: instructions for the model (@file reads a file)"),
			new Option("--messages <file>", "chat: the conversation so far, a JSON list of {role, content}"),
			new Option("--input <file>", "the whole input as JSON, as the library takes it; - for standard input"),
		],
		"Generation:": [
			new Option("--temperature <t>", "0 for the likeliest words, higher for surprise").argParser(
				parseNumber("the temperature", 0),
			),
			new Option("--max-tokens <n>", "longest answer, in tokens").argParser(parseInteger("the tokens", 1)),
			new Option("--top-p <p>", "choose among the likeliest words up to this share").argParser(
				parseNumber("the share", 0),
			),
			new Option("--stop <text>", "end the answer before this text (repeatable)").argParser(collect),
			new Option("--seed <n>", "same seed, same answer, where the provider can").argParser(parseInteger("the seed")),
			new Option(
				"--param <k=v>",
				"any parameter of the task; v may be JSON or @file, k may be a.b (repeatable)",
			).argParser(collect),
			new Option("--params <file>", "parameters from a JSON file"),
		],
		"Output:": [
			new Option("--stream", "print text as it comes (default for chat)"),
			new Option("--no-stream", "wait for the whole answer"),
			new Option("--format <format>", "text, json, or ndjson (one event a line)").choices(["text", "json", "ndjson"]),
			new Option("--stats", "provider, tokens and times on stderr"),
			new Option("--dry-run", "print the request instead of sending it"),
			new Option("--curl", "print the request as a curl command"),
		],
	};
	for (const [group, options] of Object.entries(groups)) {
		for (const option of options) command.addOption(option.helpGroup(group));
	}
	return command
		.addHelpText(
			"after",
			`
Examples:
  hub infer --task chat --provider sandbox "Explain attention in one sentence"
  git log -5 | hub infer -t chat -p sandbox "Summarise these changes"
  hub infer -t embed -p sandbox --json "a sentence" "another one"

Exit codes: 0 success, 2 wrong usage or input, 3 not allowed, 4 the provider failed, 5 malformed answer,
6 rate limited or unavailable, 7 network failure or timeout, 130 interrupted`,
		)
		.action((words: string[], options: InferOptions) => action(words, options, context));
}

async function infer(words: string[], options: InferOptions, context: Context): Promise<void> {
	if (options.format === "json" || options.format === "ndjson") context.flags.json = true;
	if (options.json && options.format === "text") throw new UsageError("--json and --format text exclude each other.");
	const task = options.task === undefined ? undefined : parseTask(options.task);
	const target = await resolveTarget(task, options, context);
	const args = await readArgs(target.task, words, options, context);
	const { accessToken, model, provider, endpointUrl } = target;
	const stream = isStreamed(target, options);
	const call = { ...askForUsage(args, stream, target, options), accessToken, model, provider, endpointUrl };

	if (options.dryRun || options.curl) {
		const { previewRequest } = await import("../../inference/index.ts");
		const streamed = stream ? { ...call, stream: true } : call;
		const { url, info } = await previewRequest(target.task, streamed, target.options);
		const request = { url, info: { ...info, headers: mergeHeaders(info.headers, target.headers) } };
		await context.print(`${options.curl ? formatCurl(request, context) : formatRequest(request, context)}\n`);
		return;
	}
	const { runInference } = await import("../run-inference.ts");
	await runInference(target, call, { ...options, stream }, context);
}

/** Chat streams unless the whole answer is asked for; other text streams when asked to. */
function isStreamed({ task }: Target, { stream, format, json }: InferOptions): boolean {
	if (task !== "conversational" && task !== "text-generation") return false;
	if (format === "ndjson") return true;
	if (json || format === "json") return false;
	return stream ?? task === "conversational";
}

/** Providers count the tokens of a stream only when asked to; some servers know nothing of it, so only if it is shown. */
function askForUsage(args: Args, stream: boolean, { task }: Target, { stats, format }: InferOptions): Args {
	const isShown = stream && task === "conversational" && (stats || format === "ndjson");
	return isShown && !args["stream_options"] ? { ...args, stream_options: { include_usage: true } } : args;
}

function parseTask(word: string): InferenceTask {
	const task = findTask(word);
	if (task && task !== "other") return task;
	const guess = closestWord(word, TASK_NAMES);
	throw new UsageError(
		`There is no task "${word}".`,
		guess ? `Did you mean ${guess}?` : "Tasks are named like text-to-image, or chat, embed …",
	);
}
