import { Command, Option } from "commander";
import type { Args, Notice } from "../../../inference/index.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { type InferInput, readArgs } from "../../input/args.ts";
import { readGivenToken } from "../../network/connect.ts";
import { failOver } from "../../network/failover.ts";
import { mergeHeaders, resolveTarget, type Target, type TargetOptions } from "../../network/target.ts";
import { addOptions, collect, parseNumber } from "../../options/global.ts";
import { conversationOptions, generationOptions, targetOptions } from "../../options/model.ts";
import { checkProvider } from "../../options/provider.ts";
import { checkTask, servedTask } from "../../options/task.ts";
import { formatCurl, formatRequest } from "../../output/request.ts";
import { checkResultFormat, RESULT_FORMATS, type ResultFormat } from "../../output/result-formats.ts";
import { isSomethingMissing } from "../../prompts/missing.ts";
import { PREVIEW_CHOICES, type PreviewChoice } from "../../terminal/graphics/choices.ts";
import { type Progress, startProgress } from "../../terminal/progress.ts";
import { parseLanguage } from "../snippet/languages.ts";

/** What `hub infer` was asked to do. */
export interface InferOptions extends TargetOptions, InferInput {
	task?: string;
	stream?: boolean;
	format?: ResultFormat;
	preview?: PreviewChoice;
	output?: string;
	force?: boolean;
	dryRun?: boolean;
	curl?: boolean;
	stats?: boolean;
	raw?: boolean;
	pick?: boolean;
}

export type InferAction = (words: string[], options: InferOptions, context: Context) => Promise<void>;

/** `hub infer`: one task, one model, one result. */
export function createCommand(context: Context, action: InferAction = infer): Command {
	const command = new Command("infer")
		.summary("run a task on a model: chat, text, image, audio, tables …")
		.description("Runs one task on one model and prints the result.")
		.argument("[input...]", "text, @file for a text in a file, files or addresses to work on; - for standard input");
	const groups: Record<string, Option[]> = {
		"What to run:": [
			new Option("-t, --task <task>", "task, such as chat, text-generation, embed (default: the model's own)"),
			...targetOptions(),
		],
		"Input:": [
			...conversationOptions(),
			new Option("--schema <json>", "chat: JSON schema the answer must follow, or a file with it"),
			new Option("--tools <file>", "chat: tools the model may call, as JSON"),
			new Option("--labels <a,b,c>", "zero-shot tasks: what to choose from").argParser(splitList),
			new Option("--context <text>", "question answering: the text that holds the answer (@file reads a file)"),
			new Option("--source <text>", "sentence similarity: the sentence to compare with"),
			new Option("--sentence <text>", "sentence similarity: a sentence to compare (repeatable)").argParser(collect),
			new Option("--table <file>", "table tasks: .csv, .tsv or .json; - for standard input"),
			new Option("--input <file>", "the whole input as JSON, as the library takes it; - for standard input"),
		],
		"Generation:": generationOptions(),
		"Output:": [
			new Option("--stream", "print text as it comes (default for chat)"),
			new Option("--no-stream", "wait for the whole answer"),
			new Option("--raw", "chat: plain text on a terminal too, without markdown"),
			new Option("--format <format>", "text, json, ndjson (one event a line), or table").choices(RESULT_FORMATS),
			new Option(
				"-o, --output <path>",
				"write the result to a file; may hold {task}, {model}, {n}, {ext}; - for standard output",
			),
			new Option(
				"--preview <way>",
				"pictures on a terminal: auto, kitty, iterm, sixel, blocks, or none (default: auto)",
			).choices(PREVIEW_CHOICES),
			new Option("--force", "replace a file that is there"),
			new Option("--deadline <seconds>", "longest time for a job in all; 0 for no limit").argParser(
				parseNumber("seconds", 0),
			),
			new Option("--stats", "provider, tokens and times on stderr"),
			new Option("--dry-run", "print the request instead of sending it"),
			new Option("--curl", "print the request as a curl command"),
			new Option("--snippet <language>", "print the call as code: python, js or sh").argParser(parseLanguage),
		],
	};
	return addOptions(command, groups)
		.addHelpText(
			"after",
			`
Examples:
  hub infer --task chat --provider sandbox "Explain attention in one sentence"
  git log -5 | hub infer -t chat -p sandbox "Summarise these changes"
  hub infer -t text-to-image -p sandbox "a lighthouse at dawn" -o lighthouse.png
  hub infer -t zero-shot -p sandbox "My card was charged twice" --labels billing,shipping,returns

Exit codes: 0 success, 2 wrong usage or input, 3 not allowed, 4 the provider failed, 5 malformed answer,
6 rate limited or unavailable, 7 network failure or timeout, 130 interrupted
See also:   hub tasks, hub providers, hub help environment, hub help formats`,
		)
		.action((words: string[], options: InferOptions) => action(words, options, context));
}

async function infer(words: string[], options: InferOptions, context: Context): Promise<void> {
	checkFormat(options, context);
	if (!isSomethingMissing(words, options, context)) return await runInfer(words, options, context);
	const { fillIn } = await import("../../prompts/fill-in.tsx");
	const filled = await fillIn(words, options, context);
	if (filled.command === "infer") return await runInfer(filled.words, filled.options, context);
	const { openChat } = await import("../chat/open.tsx");
	await openChat(filled.words, filled.options, context);
}

function checkFormat(options: InferOptions, context: Context): void {
	const { format } = options;
	if (options.json && (format === "text" || format === "table")) {
		throw new UsageError(`--json and --format ${format} exclude each other.`);
	}
	if (options.schema !== undefined && format === "ndjson") {
		throw new UsageError(
			"--schema and --format ndjson exclude each other.",
			"The answer can be checked only as a whole.",
		);
	}
	if (format === "json" || format === "ndjson") context.flags.json = true;
}

/** Does what a command line says in which nothing is missing. */
async function runInfer(words: string[], options: InferOptions, context: Context): Promise<void> {
	const wanted = options.task === undefined ? undefined : servedTask(checkTask(options.task));
	const providers = (options.provider ?? "").split(",").filter(Boolean);
	// All of them now: a slip in the last one should not show only when the others have failed.
	for (const provider of providers) checkProvider(provider);
	// Before anything is drawn: it may be typed.
	await readGivenToken(options, context);
	let args: Args | undefined;
	await failOver(
		providers,
		async (provider, commit) => {
			const progress = startProgress("Looking the model up", context);
			try {
				const choice = provider === undefined ? options : { ...options, provider };
				const target = await resolveTarget(wanted, choice, context, (notice) => showProgress(notice, progress));
				checkResultFormat(options.format, target.task);
				target.traffic.onTransfer = progress.update;
				if (context.stdin.isTTY) progress.pause();
				// Read once: standard input does not come twice.
				args ??= await readArgs(target.task, words, options, context);
				if (options.snippet !== undefined) return await printSnippetOf(target, args, options, progress, context);
				await runOnce(target, args, options, progress, commit, context);
			} finally {
				progress.stop();
			}
		},
		context,
	);
}

async function runOnce(
	target: Target,
	args: Args,
	options: InferOptions,
	progress: Progress,
	commit: () => void,
	context: Context,
): Promise<void> {
	const { accessToken, model, provider, endpointUrl, task } = target;
	const stream = isStreamed(target, options);
	const call = { ...askForUsage(args, stream, target, options), accessToken, model, provider, endpointUrl };
	if (options.dryRun || options.curl) {
		const { previewRequest } = await import("../../../inference/prepare.ts");
		const { url, info } = await previewRequest(task, stream ? { ...call, stream: true } : call, target.options);
		const request = { url, info: { ...info, headers: mergeHeaders(info.headers, target.headers) } };
		progress.stop();
		return await context.print(
			`${options.curl ? formatCurl(request, context, args["inputs"]) : formatRequest(request, context)}\n`,
		);
	}
	const { output, force, format, preview, stats = false, raw = false } = options;
	const print = { task, model, output, force, format, preview, args };
	const [{ checkOutput }, { runInference }, { rememberModels }] = await Promise.all([
		import("../../output/save.ts"),
		import("./run.ts"),
		import("../../network/model-cache.ts"),
	]);
	checkOutput(print, context);
	progress.update(`Waiting for ${context.subject.provider ?? (endpointUrl ? "the endpoint" : "the hub's choice")}`);
	await runInference({ target, call, stream, stats, raw, print, progress, commit }, context);
	// It worked, so completion may offer it.
	if (model !== undefined && endpointUrl === undefined) rememberModels([{ id: model, task }], context);
}

/** The call as code instead of sending it. */
async function printSnippetOf(
	target: Target,
	args: Args,
	options: InferOptions,
	progress: Progress,
	context: Context,
): Promise<void> {
	const { snippet: language = "", direct, billTo, header } = options;
	const [{ findCallSnippet }, { noteProvider, printSnippet }] = await Promise.all([
		import("../snippet/call-snippet.ts"),
		import("../snippet/print-snippets.ts"),
	]);
	const stream = isStreamed(target, options);
	const found = await findCallSnippet({ target, args, language, stream, direct, billTo }, context);
	progress.stop();
	if (header) context.note("The code sends no --header: no client takes all of them.");
	if (stream && target.task !== "conversational") context.note("The code waits for the whole text: only chats stream.");
	noteProvider(found, context);
	await printSnippet(found, context);
}

function showProgress(notice: Notice, progress: Progress): void {
	if (notice.type === "progress" || notice.type === "retry") progress.update(notice.message);
	if (notice.type === "auto-selected") progress.update(`Waiting for ${notice.provider}`);
}

/** Chat streams unless the whole answer is asked for or must be checked; other text streams when asked to. */
function isStreamed({ task }: Target, { stream, format, json, schema, output }: InferOptions): boolean {
	if (task !== "conversational" && task !== "text-generation") return false;
	if (format === "ndjson") return true;
	if (json || format === "json" || schema !== undefined || (output !== undefined && output !== "-")) return false;
	return stream ?? task === "conversational";
}

/** Providers count the tokens of a stream only when asked to; some servers know nothing of it, so only if it is shown. */
function askForUsage(args: Args, stream: boolean, { task }: Target, { stats, format }: InferOptions): Args {
	const isShown = stream && task === "conversational" && (stats || format === "ndjson");
	return isShown && !args["stream_options"] ? { ...args, stream_options: { include_usage: true } } : args;
}

function splitList(text: string): string[] {
	return text
		.split(",")
		.map((part) => part.trim())
		.filter(Boolean);
}
