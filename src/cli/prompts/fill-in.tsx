import { servedTask, taskName } from "../../catalogue/aliases.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { checkTask } from "../options/task.ts";
import { resolveTarget } from "../target/resolve.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { askQuestions } from "./ask.tsx";
import { formatCommandLine } from "./command-line.ts";
import { pickModel, pickProvider, pickTask } from "./pick.tsx";
import { applyAnswers, findQuestions, isInputMissing, isTaskMissing, type Wanted, wantsResult } from "./questions.ts";

/** A complete command line. */
export interface Filled<Options> {
	/** A chat without a prompt opens the screen of `hub chat`. */
	command: "infer" | "chat";
	words: string[];
	options: Options;
}

/**
 * Asks for missing values of a `hub infer` command line: the task, then the model, then the input. Prints the complete
 * command line on stderr.
 */
export async function fillIn<Options extends Wanted>(
	words: string[],
	raw: Options,
	context: Context,
): Promise<Filled<Options>> {
	const options = await pickMissing(raw, context);
	const isComplete = !isInputMissing(words, options);
	const task = isComplete ? undefined : await findTask(options, context);
	if (task === "conversational") {
		if (wantsResult(options)) return { command: "infer", words, options };
		if (options !== raw) reportCommand("chat", [], { ...options, task: undefined }, context);
		return { command: "chat", words, options };
	}
	const asked = task === undefined ? { words, options: {} } : await askInput(task, options, context);
	const filled: Filled<Options> = { command: "infer", words: asked.words, options: { ...options, ...asked.options } };
	reportCommand("infer", filled.words, { ...filled.options }, context);
	return filled;
}

/** Lets the user choose a missing task, model and provider. */
export async function pickMissing<Options extends Wanted>(
	raw: Options,
	context: Context,
	fixedTask?: InferenceTask,
): Promise<Options> {
	let options = raw;
	const isGuided = fixedTask === undefined && isTaskMissing(options);
	if (isGuided) {
		options = { ...options, task: await pickTask(context) };
	}
	if (options.endpoint !== undefined) return options;
	const task = fixedTask ?? (options.task === undefined ? undefined : servedTask(checkTask(options.task)));
	// A conversation can change its model later, so the user is asked only with `--pick`.
	const picksModel = options.pick || (isGuided && task !== "conversational");
	if (options.model === undefined && task !== undefined && picksModel) {
		options = { ...options, model: await pickModel({ ...options, task }, context) };
	}
	if (options.pick && options.provider === undefined && options.model !== undefined && !/:\w/.test(options.model)) {
		const provider = await pickProvider({ ...options, model: options.model, task }, context);
		options = { ...options, provider };
	}
	return options;
}

/** Prints the command line, so that it can be repeated without questions. */
export function reportCommand(command: string, words: readonly string[], options: object, context: Context): void {
	const line = formatCommandLine(command, words, { ...options });
	context.note(context.colors.stderr.dim(sanitize(line)));
}

/** Returns the named task, else the model's. */
async function findTask(options: Wanted, context: Context): Promise<InferenceTask> {
	if (options.task !== undefined) return servedTask(checkTask(options.task));
	const [provider] = (options.provider ?? "").split(",").filter(Boolean);
	const target = await resolveTarget(undefined, { ...options, ...(provider ? { provider } : {}) }, context);
	return target.task;
}

async function askInput(
	task: InferenceTask,
	options: Wanted,
	context: Context,
): Promise<{ words: string[]; options: object }> {
	const questions = findQuestions(task, options);
	const answers = await askQuestions(`hub infer --task ${taskName(task)}`, questions, context);
	return applyAnswers(questions, answers);
}
