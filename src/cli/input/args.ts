import type { Args, InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../usage-error.ts";
import { readConversation } from "./conversation.ts";
import { decodeText, readJsonFile, readTextFile, readValue } from "./file.ts";
import { inputKind, takesLabels } from "./kinds.ts";
import { isFileWord, readMedia } from "./media.ts";
import { readParameters } from "./parameters.ts";
import { readPipedStdin } from "./stdin.ts";
import { parseTable, type Table } from "./table.ts";
import { readText, throwNoInput } from "./text.ts";

/** Options that make up the input of a task. */
export interface InferInput {
	system?: string;
	messages?: string;
	image?: string[];
	schema?: string;
	tools?: string;
	labels?: string[];
	context?: string;
	source?: string;
	sentence?: string[];
	table?: string;
	input?: string;
	temperature?: number;
	maxTokens?: number;
	topP?: number;
	stop?: string[];
	seed?: number;
	param?: string[];
	params?: string;
}

/** The arguments of a task, from words, flags, files and standard input. */
export async function readArgs(
	task: InferenceTask,
	words: readonly string[],
	options: InferInput,
	context: Context,
): Promise<Args> {
	refuseForeignOptions(task, options);
	const parameters = await readParameters(options.param, options.params, context);
	const args = mergeParameters(task, await readInput(task, words, options, context), {
		...samplingParameters(task, options),
		...(options.labels ? { candidate_labels: options.labels } : {}),
		...parameters,
	});
	if (takesLabels(task) && !args.parameters?.["candidate_labels"]) {
		throw new UsageError(`${task} needs the labels to choose from.`, "Give them with --labels a,b,c.");
	}
	const isChecked = Object.keys(parameters).length > 0 || options.input !== undefined;
	if (isChecked) await checkArgs(task, args, context);
	return args;
}

async function readInput(
	task: InferenceTask,
	words: readonly string[],
	options: InferInput,
	context: Context,
): Promise<Args> {
	if (options.input !== undefined) {
		const value = await readJsonFile(options.input, context);
		if (value === null || typeof value !== "object" || Array.isArray(value)) {
			throw new UsageError("--input must hold a JSON object.", 'For instance {"inputs": "…", "parameters": {…}}.');
		}
		return value as Args;
	}
	switch (inputKind(task)) {
		case "messages":
			return await readConversation(words, options, context);
		case "texts":
			// Several texts are several inputs; elsewhere the words make up one text.
			return words.length > 1 && !words.includes("-")
				? { inputs: [...words] }
				: { inputs: (await readText(words, context)) ?? throwNoInput() };
		case "question":
			return { inputs: await readQuestion(words, options, context) };
		case "sentences":
			return { inputs: await readSentences(words, options, context) };
		case "table-question": {
			const table = await readTable(options.table, context);
			return { inputs: { query: (await readText(words, context)) ?? throwNoInput("The question is missing."), table } };
		}
		case "table":
			return { inputs: { data: await readTable(options.table ?? words[0], context) } };
		case "file":
			return { inputs: await readMedia(onlyFile(words, context), context) };
		case "file-question": {
			const { file, text } = splitFile(words, context);
			if (text === undefined) throwNoInput("The question is missing.");
			return {
				inputs: { image: await readMedia(file ?? throwNoInput("The image is missing."), context), question: text },
			};
		}
		case "file-prompt": {
			const { file, text } = splitFile(words, context);
			const inputs = await readMedia(file ?? throwNoInput("The image is missing."), context);
			return text === undefined ? { inputs } : { inputs, parameters: { prompt: text } };
		}
		case "prompt-file": {
			const { file, text } = splitFile(words, context);
			if (text === undefined) throwNoInput("The prompt is missing.");
			return {
				...(file === undefined ? {} : { inputs: await readMedia(file, context) }),
				parameters: { prompt: text },
			};
		}
		case "text":
			return { inputs: (await readText(words, context)) ?? throwNoInput() };
	}
}

async function readQuestion(words: readonly string[], options: InferInput, context: Context): Promise<object> {
	const question = words.filter((word) => word !== "-").join(" ") || throwNoInput("The question is missing.");
	const given = options.context === undefined ? undefined : await readValue(options.context, context);
	const piped = given === undefined ? await readPipedStdin(context) : undefined;
	const text = given ?? (piped ? decodeText(piped, "standard input") : undefined);
	if (text === undefined) {
		throw new UsageError(
			"question-answering needs a text that holds the answer.",
			"Give it with --context TEXT or @FILE, or pipe it in.",
		);
	}
	return { question, context: text };
}

async function readSentences(words: readonly string[], options: InferInput, context: Context): Promise<object> {
	const [first, ...others] = words.filter((word) => word !== "-");
	const source = options.source === undefined ? first : await readValue(options.source, context);
	let sentences = [
		...(options.sentence ?? []),
		...(options.source === undefined ? others : [first ?? [], others].flat()),
	];
	if (sentences.length === 0) {
		const piped = await readPipedStdin(context);
		sentences = piped
			? decodeText(piped, "standard input")
					.split(/\r?\n/)
					.filter((line) => line.trim() !== "")
			: [];
	}
	if (source === undefined || sentences.length === 0) {
		throw new UsageError(
			"sentence-similarity compares a sentence with others.",
			"Give --source and --sentence (repeatable), or the sentence first and the others behind it.",
		);
	}
	return { source_sentence: source, sentences };
}

async function readTable(path: string | undefined, context: Context): Promise<Table> {
	if (path === undefined)
		throw new UsageError(
			"The table is missing.",
			"Give it with --table file.csv (or .tsv, .json, - for standard input).",
		);
	return parseTable(await readTextFile(path, context), path === "-" ? "standard input" : path);
}

function onlyFile(words: readonly string[], { stdin }: Context): string {
	if (words.length > 1) throw new UsageError("This task takes one file.", "Quote a path that has blanks in it.");
	const [file] = words;
	if (file === undefined && stdin.isTTY) throwNoInput("The file is missing.");
	return file ?? "-";
}

/** The file among the words, and the others as one text. */
function splitFile(words: readonly string[], context: Context): { file?: string; text?: string } {
	const index = words.findIndex((word) => isFileWord(word, context));
	const text = words.filter((_, position) => position !== index).join(" ");
	return { ...(index === -1 ? {} : { file: words[index] ?? "-" }), ...(text === "" ? {} : { text }) };
}

/** A flag of another task is a mistake, not something to drop in silence. */
function refuseForeignOptions(task: InferenceTask, options: InferInput): void {
	const kind = inputKind(task);
	const foreign: Record<string, boolean> = {
		"--system": kind !== "messages" && options.system !== undefined,
		"--messages": kind !== "messages" && options.messages !== undefined,
		"--image": kind !== "messages" && options.image !== undefined,
		"--schema": kind !== "messages" && options.schema !== undefined,
		"--tools": kind !== "messages" && options.tools !== undefined,
		"--labels": !takesLabels(task) && options.labels !== undefined,
		"--context": kind !== "question" && options.context !== undefined,
		"--source": kind !== "sentences" && options.source !== undefined,
		"--sentence": kind !== "sentences" && options.sentence !== undefined,
		"--table": kind !== "table" && kind !== "table-question" && options.table !== undefined,
	};
	const flag = Object.keys(foreign).find((name) => foreign[name]);
	if (flag)
		throw new UsageError(`${flag} is not for ${task}.`, "See hub infer --help for the flags of each kind of task.");
}

function samplingParameters(task: InferenceTask, options: InferInput): Record<string, unknown> {
	const { temperature, maxTokens, topP, stop, seed } = options;
	const given = {
		temperature,
		[task === "conversational" ? "max_tokens" : "max_new_tokens"]: maxTokens,
		top_p: topP,
		stop,
		seed,
	};
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Tasks whose parameters stand beside the input, not in an object of their own. */
const FLAT_TASKS: ReadonlySet<InferenceTask> = new Set(["conversational", "feature-extraction"]);

function mergeParameters(task: InferenceTask, args: Args, parameters: Record<string, unknown>): Args {
	if (Object.keys(parameters).length === 0) return args;
	if (FLAT_TASKS.has(task)) return { ...args, ...parameters };
	return { ...args, parameters: { ...args.parameters, ...parameters } };
}

async function checkArgs(task: InferenceTask, args: Args, context: Context): Promise<void> {
	const { validateTaskInput } = await import("../../catalogue/validate-task-input.ts");
	const { errors, warnings } = await validateTaskInput(task, args);
	for (const { message } of warnings) context.note(`Warning: ${message}`);
	if (errors.length > 0) throw new UsageError(errors.map(({ message }) => message).join(" "));
}
