import { type InputKind, type OutputKind, SIGNATURES, takesLabels } from "../../catalogue/signatures.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { noTerminal } from "../errors/usage.ts";
import type { InferInput } from "../input/args.ts";
import { isFileWord } from "../input/media.ts";
import { readTypedPath } from "../input/typed-path.ts";
import type { TargetOptions } from "../target/target.ts";
import questions from "./data/questions.json" with { type: "json" };

export interface Question {
	text: string;
	/** An answer; shown until the user types. Tab accepts it, and so does Enter unless the question is optional. */
	example: string;
	/** Option for the answer; by default it becomes a word of the command line. */
	option?: string;
	isFile?: boolean;
	isOptional?: boolean;
}

const QUESTIONS: Readonly<Record<Exclude<InputKind, "messages">, readonly Question[]>> = questions.byInput;

/** Output of a text task → its question, if the default does not fit. */
const PROMPTED: { readonly [Output in OutputKind]?: Question } = questions.byOutput;

export function findQuestions(task: InferenceTask, { labels }: { labels?: string[] }): readonly Question[] {
	const { input, output } = SIGNATURES[task];
	if (input === "messages") return [];
	const prompted = input === "text" || input === "other" ? PROMPTED[output] : undefined;
	const asked = prompted ? [prompted] : QUESTIONS[input];
	if (!takesLabels(task) || labels !== undefined) return asked;
	return [...asked, input === "image" ? questions.fileLabels : questions.labels];
}

/** Returns the answer; for an empty line it is the example, unless the question is optional. */
export function readAnswer({ isOptional, example }: Question, typed: string): string {
	return typed === "" && !isOptional ? example : typed;
}

/** Why an answer is invalid; undefined if it is valid. */
export function checkAnswer(question: Question, answer: string, context: Context): string | undefined {
	if (answer === "" || !question.isFile || isFileWord(readTypedPath(answer, context), context)) return undefined;
	return "No such file.";
}

export function applyAnswers(
	questions: readonly Question[],
	answers: readonly string[],
): { words: string[]; options: Record<string, string | string[]> } {
	const words: string[] = [];
	const options: Record<string, string | string[]> = {};
	for (const [index, { option }] of questions.entries()) {
		const answer = answers[index] ?? "";
		if (answer === "") continue;
		if (option === undefined) words.push(answer);
		else options[option] = readOption(option, answer);
	}
	return { words, options };
}

function readOption(option: string, answer: string): string | string[] {
	const separator = { labels: ",", sentence: "\n" }[option];
	if (separator === undefined) return answer;
	const parts = answer.split(separator).map((part) => part.trim());
	return parts.filter(Boolean);
}

/** Options of `hub infer` and `hub chat` before any questions. */
export interface Wanted extends TargetOptions, InferInput {
	pick?: boolean;
	format?: string;
	output?: string;
}

/** Whether a value is missing, and a user can be asked. */
export function isSomethingMissing(words: readonly string[], options: Wanted, context: Context): boolean {
	if (!context.isInteractive) {
		if (!options.pick) return false;
		throw noTerminal("--pick needs a terminal.", "Name task, model and provider: --task, --model, --provider.");
	}
	return Boolean(options.pick) || isInputMissing(words, options);
}

export function isTaskMissing({ task, model }: Wanted): boolean {
	return task === undefined && model === undefined;
}

/** Whether the answer is for a file or a program, so a conversation makes no sense. */
export function wantsResult({ json, schema, format, output, dryRun, curl, snippet }: Wanted): boolean {
	return [json, schema, format, output, dryRun, curl, snippet].some((value) => value !== undefined);
}

export function isInputMissing(words: readonly string[], options: Wanted): boolean {
	const { input, messages, image, file, table, source, sentence, tokenStdin, preset } = options;
	const given = [input, messages, image, file, table, source, sentence, tokenStdin, preset?.prompt];
	return words.length === 0 && given.every((value) => value === undefined);
}
