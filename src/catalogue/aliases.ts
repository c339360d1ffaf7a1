import { keysOf } from "../base/json.ts";
import { type InferenceTask, PIPELINE_TYPES, type WidgetType } from "./ids.ts";
import { SIGNATURES, type TasksByAlias } from "./signatures.ts";

/** Short name → task. */
export const TASK_ALIASES: Readonly<TasksByAlias> = Object.fromEntries(
	keysOf(SIGNATURES).flatMap((task) => (SIGNATURES[task].aliases ?? []).map((alias) => [alias, task])),
) as TasksByAlias;

const BY_NAME: ReadonlyMap<string, WidgetType> = new Map<string, WidgetType>([
	...Object.entries(TASK_ALIASES),
	...PIPELINE_TYPES.map((id) => [id, id] as const),
	["conversational", "conversational"],
]);

/** Every name of a task: ids first, then short names. */
export const TASK_NAMES: readonly string[] = [...PIPELINE_TYPES, "conversational", ...Object.keys(TASK_ALIASES)];

/** Returns the task with this id or short name. Ignores case; `_` and spaces count as `-`. */
export function findTask(word: string): WidgetType | undefined {
	const name = word.trim().toLowerCase();
	return BY_NAME.get(name.replace(/[\s_]+/g, "-"));
}

/** Returns the display name of a task: its id, but `chat` for `conversational`. */
export function taskName(task: string): string {
	return task === "conversational" ? "chat" : task;
}

/**
 * Returns the task under which providers serve a model's task: models that answer about an image are called as chat
 * models.
 */
export function servedTask(task: InferenceTask): InferenceTask {
	return task === "image-text-to-text" ? "conversational" : task;
}
