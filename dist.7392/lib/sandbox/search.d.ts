import { type WidgetType } from "../catalogue/index.ts";
/** Returns the models of a task, the default first; each task has at least `sandbox/<task>`. */
export declare function listModels(task: WidgetType): readonly string[];
/** One page of the models that fit a query, and whether more follow. */
export declare function searchModels(query: URLSearchParams, now: number): {
    models: Record<string, unknown>[];
    nextCursor: number | undefined;
};
/** Returns the fields asked for with `expand[]`, or the usual ones. */
export declare function selectFields(record: Record<string, unknown>, query: URLSearchParams, usual?: readonly string[]): Record<string, unknown>;
