import { findTask, servedTask, TASK_NAMES, taskName } from "../../catalogue/aliases.ts";
import type { WidgetType } from "../../catalogue/index.ts";
import type { InputKind } from "../../catalogue/kinds.ts";
import { SIGNATURES, takesLabels } from "../../catalogue/signatures.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { inapplicable, unknownWord } from "../errors/usage.ts";

/**
 * Returns the task of an id or a short name.
 * @throws UsageError if there is no such task, with the closest match
 */
export function checkTask(word: string): Exclude<WidgetType, "other"> {
	const task = findTask(word);
	if (task && task !== "other") return task;
	throw unknownWord("task", word, task ? [] : TASK_NAMES, "hub tasks lists them.");
}

/** Routes of OpenAI besides chat, as an endpoint's URL ends, with the short names of their tasks. */
const ROUTE_TASKS: readonly (readonly [RegExp, string])[] = [
	[/\/embeddings\/?$/, "embed"],
	[/\/images\/generations\/?$/, "t2i"],
	[/\/audio\/speech\/?$/, "tts"],
	[/\/audio\/transcriptions\/?$/, "asr"],
	[/(?<!\/chat)\/completions\/?$/, "generate"],
];

/**
 * Returns the task of `--task`, or of the route that an endpoint names; a bare prompt is a chat, and so is one for an
 * OpenAI-compatible endpoint, whose models may be unknown to Hugging Face. Undefined: the model decides.
 */
export function readTask(named: { task?: string; model?: string; endpoint?: string }): InferenceTask | undefined {
	const { task, model, endpoint = "" } = named;
	if (task !== undefined) return servedTask(checkTask(task));
	const routed = ROUTE_TASKS.find(([route]) => route.test(endpoint));
	if (routed) return servedTask(checkTask(routed[1]));
	return model === undefined || /\/v\d+(?:\/chat\/completions)?\/?$/.test(endpoint) ? "conversational" : undefined;
}

/** Options that only some tasks take → the kinds of input they belong to. */
const OPTIONS_OF_KINDS: Readonly<Record<string, readonly InputKind[]>> = {
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
	const kind = SIGNATURES[task].input;
	const name = Object.entries(options)
		.filter(([, value]) => value !== undefined)
		.map(([option]) => option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
		.find((option) => (option === "labels" ? !takesLabels(task) : OPTIONS_OF_KINDS[option]?.includes(kind) === false));
	if (name === undefined) return;
	throw inapplicable(
		`--${name} does not apply to ${taskName(task)}.`,
		"See hub infer --help for the flags of each kind of task.",
	);
}
