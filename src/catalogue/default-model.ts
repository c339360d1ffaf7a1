import type { WidgetType } from "./ids.ts";
import { SIGNATURES } from "./signatures.ts";
import { TASK_RECORDS } from "./task-records.ts";

/** Returns the model used for a task if none is named: the first recommended one; undefined if none is recommended. */
export function findDefaultModel(task: WidgetType): string | undefined {
	const key = (task !== "other" && SIGNATURES[task].defaultModelOf) || task;
	return key === "conversational" ? undefined : TASK_RECORDS[key]?.models[0];
}
