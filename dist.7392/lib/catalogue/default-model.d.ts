import type { WidgetType } from "./ids.ts";
/** The model a task is done with when none is named: the first recommended one. Undefined for tasks without any. */
export declare function findDefaultModel(task: WidgetType): string | undefined;
