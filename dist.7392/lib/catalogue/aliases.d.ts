import { type InferenceTask, type WidgetType } from "./ids.ts";
import { type TaskAlias } from "./signatures.ts";
/** Short name → task. */
export declare const TASK_ALIASES: Readonly<Record<TaskAlias, InferenceTask>>;
/** Every name of a task: ids first, then short names. */
export declare const TASK_NAMES: readonly string[];
/** Returns the task with this id or short name. Ignores case; `_` and spaces count as `-`. */
export declare function findTask(word: string): WidgetType | undefined;
