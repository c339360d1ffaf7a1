import { type InputKind, type OutputKind, SIGNATURES, takesLabels } from "../../catalogue/signatures.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { TargetOptions } from "../call-target/target.ts";
import type { Context } from "../context.ts";
import { noTerminal } from "../errors/usage.ts";
import type { InferInput } from "../input/args.ts";
import { isFileWord } from "../input/media.ts";
import { readTypedPath } from "../input/typed-path.ts";

export interface Question {
	text: string;
	/** An answer; shown until the user types. Tab accepts it, and so does Enter unless the question is optional. */
	example: string;
	/** Option for the answer; by default it becomes a word of the command line. */
	option?: string;
	isFile?: boolean;
	isOptional?: boolean;
}

const ANY_TEXT: Question = {
	text: "Which text?",
	example: "Ada Lovelace lived in London, and I love her work.",
};

/** Output of a text task → its question. */
const PROMPTED: Readonly<Record<OutputKind, Question>> = {
	image: {
		text: "Describe the image",
		example: "a lighthouse at dawn",
	},
	video: {
		text: "Describe the video",
		example: "waves at the shore",
	},
	speech: {
		text: "Text to speak",
		example: "Good morning!",
	},
	audio: {
		text: "Describe the sound",
		example: "rain on a roof",
	},
	guesses: {
		text: "Which text? Write [MASK] for the missing word.",
		example: "Paris is the [MASK] of France.",
	},
	text: {
		text: "How does the text begin?",
		example: "Once upon a time",
	},
	chat: ANY_TEXT,
	summary: ANY_TEXT,
	translation: ANY_TEXT,
	transcript: ANY_TEXT,
	labels: ANY_TEXT,
	entities: ANY_TEXT,
	vectors: ANY_TEXT,
	similarities: ANY_TEXT,
	answer: ANY_TEXT,
	"table-answer": ANY_TEXT,
	boxes: ANY_TEXT,
	masks: ANY_TEXT,
	values: ANY_TEXT,
	recordings: ANY_TEXT,
	other: ANY_TEXT,
};

/** Input of other tasks → its questions. */
const QUESTIONS: Readonly<Record<Exclude<InputKind, "messages" | "text" | "other">, readonly Question[]>> = {
	texts: [ANY_TEXT],
	question: [
		{
			text: "What is the question?",
			example: "Where does Ada live?",
		},
		{
			text: "Which text contains the answer? @FILE reads a file.",
			example: "Ada lives in London.",
			option: "context",
		},
	],
	sentences: [
		{
			text: "Which sentence should be compared?",
			example: "A happy person",
			option: "source",
		},
		{
			text: "Compare it with which sentences? One per line.",
			example: "A glad person",
			option: "sentence",
		},
	],
	"table-question": [
		{
			text: "Which table?",
			example: "sample:people.csv",
			option: "table",
			isFile: true,
		},
		{
			text: "What is the question?",
			example: "Who has the highest salary?",
		},
	],
	table: [
		{
			text: "Which table?",
			example: "sample:people.csv",
			option: "table",
			isFile: true,
		},
	],
	image: [
		{
			text: "Which file or URL?",
			example: "sample:street.jpg",
			isFile: true,
		},
	],
	audio: [
		{
			text: "Which file or URL?",
			example: "sample:speech.wav",
			isFile: true,
		},
	],
	video: [
		{
			text: "Which file or URL?",
			example: "sample:clip.mp4",
			isFile: true,
		},
	],
	"image-question": [
		{
			text: "Which file or URL?",
			example: "sample:street.jpg",
			isFile: true,
		},
		{
			text: "What is the question?",
			example: "What is in the image?",
		},
	],
	"document-question": [
		{
			text: "Which file or URL?",
			example: "sample:invoice.png",
			isFile: true,
		},
		{
			text: "What is the question?",
			example: "What is the total?",
		},
	],
	"image-prompt": [
		{
			text: "Which file or URL?",
			example: "sample:street.jpg",
			isFile: true,
		},
		{
			text: "Describe the result (Enter for none)",
			example: "a watercolor painting",
			isOptional: true,
		},
	],
	"prompt-image": [
		{
			text: "Describe the result",
			example: "a watercolor painting",
		},
		{
			text: "Image to start from (Enter for none)",
			example: "sample:street.jpg",
			isFile: true,
			isOptional: true,
		},
	],
};

const LABELS: Question = {
	text: "Which labels?",
	example: "happy, sad, angry",
	option: "labels",
};

/** For labels of files. */
const FILE_LABELS: Question = {
	text: "Which labels?",
	example: "street, car, sea",
	option: "labels",
};

export function findQuestions(task: InferenceTask, { labels }: { labels?: string[] }): readonly Question[] {
	const { input, output } = SIGNATURES[task];
	if (input === "messages") return [];
	const asked = input === "text" || input === "other" ? [PROMPTED[output]] : QUESTIONS[input];
	if (!takesLabels(task) || labels !== undefined) return asked;
	return [...asked, input === "image" ? FILE_LABELS : LABELS];
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
export interface PromptedOptions extends TargetOptions, InferInput {
	pick?: boolean;
	format?: string;
	output?: string;
}

/** Whether a value is missing and the user can be prompted. */
export function isSomethingMissing(words: readonly string[], options: PromptedOptions, context: Context): boolean {
	if (!context.isInteractive) {
		if (!options.pick) return false;
		throw noTerminal("--pick needs a terminal.", "Name task, model and provider: --task, --model, --provider.");
	}
	return Boolean(options.pick) || isInputMissing(words, options);
}

export function isTaskMissing({ task, model }: PromptedOptions): boolean {
	return task === undefined && model === undefined;
}

/** Whether the answer is for a file or a program, so a conversation makes no sense. */
export function wantsResult({ json, schema, format, output, dryRun, curl, snippet }: PromptedOptions): boolean {
	return [json, schema, format, output, dryRun, curl, snippet].some((value) => value !== undefined);
}

export function isInputMissing(words: readonly string[], options: PromptedOptions): boolean {
	const { input, messages, image, file, table, source, sentence, tokenStdin, preset } = options;
	const given = [input, messages, image, file, table, source, sentence, tokenStdin, preset?.prompt];
	return words.length === 0 && given.every((value) => value === undefined);
}
