import models from "./data/task-models.json" with { type: "json" };
import type { PipelineType, WidgetType } from "./ids.ts";
import { SIGNATURES } from "./signatures.ts";

/** The recommended models of each task, in the order of the records; null for tasks without a record. */
export const TASK_MODELS: Readonly<Record<PipelineType, readonly string[] | null>> = models;

/** Returns the model used for a task if none is named: by default the first recommended one; undefined if there is none. */
export function findDefaultModel(task: WidgetType): string | undefined {
	if (task === "other") return undefined;
	return SIGNATURES[task].defaultModel ?? (task === "conversational" ? undefined : TASK_MODELS[task]?.[0]);
}
