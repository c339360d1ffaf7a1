import { PIPELINE_DATA, PIPELINE_TYPES, TASK_ALIASES, type WidgetType } from "../../catalogue/index.ts";
import type { TaskAlias } from "../../catalogue/signatures.ts";
import { TASKS_MODEL_LIBRARIES } from "../../catalogue/task-libraries.ts";
import { findDefaultModel } from "../../catalogue/task-models.ts";
import { TASKS_DATA } from "../../catalogue/tasks-data.ts";
import { ALL_PROVIDERS, INFERENCE_PROVIDERS } from "../../inference/index.ts";
import { EXTRA_TEXTS, type TaskEntry } from "./task-entry.ts";

/**
 * All values of `--task`: the tasks of the catalogue in its order, and `conversational` after the one it belongs to.
 * Worked out when the command is built (scripts/build.ts), so a list loads neither texts nor providers.
 */
export const TASK_LIST: readonly TaskEntry[] = PIPELINE_TYPES.flatMap((id): TaskEntry[] =>
	id === "text-generation" ? [describe(id), describe("conversational")] : [describe(id)],
);

/** Ids of all providers, alphabetically. */
export const PROVIDER_IDS: readonly string[] = INFERENCE_PROVIDERS;

function describe(id: WidgetType): TaskEntry {
	const key = id === "conversational" ? "text-generation" : id;
	const isWhole = key === id;
	const { name, modality, subtasks = [] } = PIPELINE_DATA[key];
	const record = isWhole ? TASKS_DATA[key] : undefined;
	const part = subtasks.find(({ type }) => type === id);
	return {
		id,
		name: part?.name ?? name,
		modality,
		summary: record?.summary || (EXTRA_TEXTS[id]?.summary ?? null),
		aliases: (Object.keys(TASK_ALIASES) as TaskAlias[]).filter((alias) => TASK_ALIASES[alias] === id),
		canonicalId: isWhole ? (record?.canonicalId ?? null) : key,
		subtasks: isWhole ? subtasks.map((subtask) => ({ id: subtask.type, name: subtask.name })) : [],
		libraries: TASKS_MODEL_LIBRARIES[key],
		providers: ALL_PROVIDERS.filter(({ tasks }) => Object.hasOwn(tasks, id))
			.map((provider) => provider.id)
			.sort(),
		defaultModel: findDefaultModel(id) ?? null,
	};
}
