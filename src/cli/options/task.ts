import { findTask, TASK_NAMES } from "../../catalogue/aliases.ts";
import { closestWord } from "../../catalogue/closest-word.ts";
import type { WidgetType } from "../../catalogue/index.ts";
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

/** Returns the task of `--task`; a bare prompt is a chat. Undefined leaves it to the model. */
export function readTask({ task, model }: { task?: string; model?: string }): InferenceTask | undefined {
	if (task === undefined) return model === undefined ? "conversational" : undefined;
	return servedTask(checkTask(task));
}
