import { findTask, TASK_NAMES } from "../../catalogue/aliases.ts";
import { closestWord } from "../../catalogue/closest-word.ts";
import type { WidgetType } from "../../catalogue/index.ts";
import { type InputKind, SIGNATURES } from "../../catalogue/signatures.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { UsageError } from "../errors/usage.ts";

/**
 * Returns the task of an id or a short name.
 * @throws UsageError when there is no such task, with the closest match
 */
export function checkTask(word: string): Exclude<WidgetType, "other"> {
	const task = findTask(word);
	if (task && task !== "other") return task;
	const guess = closestWord(word, TASK_NAMES);
	throw new UsageError(
		`Unknown task "${word}".`,
		guess ? `Did you mean ${guess}?` : "hub tasks lists them.",
		"unknown-name",
	);
}

/** Returns the name people read for a task: its id, but `chat` for `conversational`. */
export function taskName(task: string): string {
	return task === "conversational" ? "chat" : task;
}

/**
 * Returns the task as which providers serve what a model is for: models that answer to an image are called as chat
 * models.
 */
export function servedTask(task: InferenceTask): InferenceTask {
	return task === "image-text-to-text" ? "conversational" : task;
}

/**
 * Returns the task of `--task`; a bare prompt is a chat, and so is one for an endpoint of OpenAI's form, whose models the
 * hub need not know. Undefined leaves it to the model.
 */
export function readTask({ task, model, endpoint = "" }: TaskChoice): InferenceTask | undefined {
	if (task !== undefined) return servedTask(checkTask(task));
	return model === undefined || /\/v\d+(?:\/chat\/completions)?\/?$/.test(endpoint) ? "conversational" : undefined;
}

/** What tells the task of a call. */
interface TaskChoice {
	task?: string;
	model?: string;
	endpoint?: string;
}

/** Kind of input in the catalogue → form in which the words of the command line are read. */
const FORMS = {
	messages: "messages",
	text: "text",
	texts: "texts",
	question: "question",
	sentences: "sentences",
	table: "table",
	"table-question": "table-question",
	image: "file",
	audio: "file",
	video: "file",
	"image-question": "file-question",
	"document-question": "file-question",
	"image-prompt": "file-prompt",
	"prompt-image": "prompt-file",
	other: "text",
} as const satisfies Record<InputKind, string>;

/** How the words on the command line become the input of a task. */
export type InputForm = (typeof FORMS)[InputKind];

/** Returns how the input of a task is read. */
export function inputForm(task: InferenceTask): InputForm {
	return FORMS[SIGNATURES[task].input];
}

/** Whether a task chooses among labels the user names. */
export function takesLabels(task: InferenceTask): boolean {
	return SIGNATURES[task].needs?.includes("labels") ?? false;
}

/** Whether the parameters of a task are next to its input, not in a separate object. */
export function takesFlatParameters(task: InferenceTask): boolean {
	const { input } = SIGNATURES[task];
	return input === "messages" || input === "texts";
}

/** Options that only some tasks take → the kinds of input they belong to. */
const OPTIONS_OF_FORMS: Readonly<Record<string, readonly InputForm[]>> = {
	system: ["messages"],
	messages: ["messages"],
	image: ["messages"],
	file: ["messages", "text"],
	schema: ["messages"],
	"schema-multi": ["messages"],
	tools: ["messages"],
	context: ["question"],
	source: ["sentences"],
	sentence: ["sentences"],
	table: ["table", "table-question"],
};

/**
 * Rejects options of other tasks instead of dropping them silently.
 * @param options name without dashes → value
 * @throws UsageError for the first that does not apply
 */
export function rejectInapplicableOptions(task: InferenceTask, options: object): void {
	const form = inputForm(task);
	const name = Object.entries(options)
		.filter(([, value]) => value !== undefined)
		.map(([option]) => option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
		.find((option) => (option === "labels" ? !takesLabels(task) : OPTIONS_OF_FORMS[option]?.includes(form) === false));
	if (name === undefined) return;
	throw new UsageError(
		`--${name} does not apply to ${taskName(task)}.`,
		"See hub infer --help for the flags of each kind of task.",
		"option-inapplicable",
	);
}
