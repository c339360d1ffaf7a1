import type { WidgetType } from "./ids.ts";
import { TASK_RECORDS } from "./task-records.ts";

/** Tasks whose default model is that of another. */
const DEFAULT_MODEL_OF: Partial<Record<WidgetType, WidgetType>> = {
	conversational: "text-generation",
	"text-to-audio": "text-to-speech",
};

/** The model a task is done with when none is named: the first recommended one. Undefined for tasks without any. */
export function findDefaultModel(task: WidgetType): string | undefined {
	const key = DEFAULT_MODEL_OF[task] ?? task;
	return key === "conversational" ? undefined : TASK_RECORDS[key]?.models[0];
}
