import type { Args, InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../usage-error.ts";
import { decodeText, readJsonFile, readValue } from "./file.ts";
import { buildMessages } from "./messages.ts";
import { readParameters } from "./parameters.ts";
import { readPipedStdin, readStdin } from "./stdin.ts";

/** Options that make up the input of a task. */
export interface InferInput {
	system?: string;
	messages?: string;
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
	const parameters = await readParameters(options.param, options.params, context);
	const args = mergeParameters(task, await readInput(task, words, options, context), {
		...samplingParameters(task, options),
		...parameters,
	});
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
	if (task === "conversational") return { messages: await readConversation(words, options, context) };
	if (options.system !== undefined || options.messages !== undefined) {
		throw new UsageError(`--system and --messages are for chat, not for ${task}.`);
	}
	// Several texts to embed are several inputs; elsewhere the words make up one text.
	if (task === "feature-extraction" && words.length > 1 && !words.includes("-")) return { inputs: [...words] };
	return { inputs: (await readText(words, context)) ?? throwNoInput() };
}

async function readConversation(words: readonly string[], options: InferInput, context: Context): Promise<unknown[]> {
	const typed = words.length > 0 && !words.includes("-") ? words.join(" ") : undefined;
	const usesStdin = options.messages === "-";
	let prompt = typed;
	if (typed !== undefined && !usesStdin) {
		const piped = await readPipedStdin(context);
		if (piped) prompt = `${decodeText(piped, "standard input").trimEnd()}\n\n${typed}`;
	} else if (typed === undefined && (words.length > 0 || options.messages === undefined)) {
		prompt = await readText(words, context);
		if (prompt === undefined && options.messages === undefined) throwNoInput();
	}
	const system = options.system === undefined ? undefined : await readValue(options.system, context);
	const messages = await buildMessages({ prompt, system, file: options.messages }, context);
	if (!messages.some(({ role }) => role !== "system")) throwNoInput();
	return messages;
}

/** The words as one text, `-` replaced by standard input; without words standard input alone. */
async function readText(words: readonly string[], context: Context): Promise<string | undefined> {
	if (words.length > 0 && !words.includes("-")) return words.join(" ");
	if (context.stdin.isTTY && words.length === 0) return undefined;
	const piped = decodeText(await readStdin(context), "standard input").replace(/\r?\n$/, "");
	const text = words.length > 1 ? words.map((word) => (word === "-" ? piped : word)).join(" ") : piped;
	return text.trim() === "" ? undefined : text;
}

function throwNoInput(): never {
	throw new UsageError("There is no input.", 'Give it as an argument ("…") or pipe it in.');
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
