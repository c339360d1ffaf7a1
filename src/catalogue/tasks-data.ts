import { keysOf } from "../base/json.ts";
import data from "./data/texts/tasks.json" with { type: "json" };
import type { PipelineType } from "./ids.ts";
import { PIPELINE_DATA } from "./pipelines.ts";
import type { ExampleRepo, TaskData, TaskDataCustom } from "./task-data.ts";
import { TASKS_MODEL_LIBRARIES } from "./task-libraries.ts";
import { TASK_MODELS } from "./task-models.ts";

/** A short introduction for users of the task. */
export interface TaskGuide {
	useCases: { title: string; text: string }[];
	variants: { title: string; text: string }[];
	/** How models are evaluated. */
	evaluation: string;
	/** A `hub` command line that tries the task. */
	command: string;
}

/** The texts about a task: its record, with descriptions by id, and its guide. */
type TaskText = {
	[Name in keyof TaskDataCustom]: TaskDataCustom[Name] extends ExampleRepo[]
		? Record<string, string>
		: TaskDataCustom[Name];
} & { guide: TaskGuide };

const TEXTS = data as Partial<Record<PipelineType, TaskText>>;

/** The record of each task; undefined for tasks that have none. */
export const TASKS_DATA = Object.fromEntries(keysOf(TASK_MODELS).map((id) => [id, buildRecord(id)])) as Record<
	PipelineType,
	TaskData | undefined
>;

/** Returns the guide of a task; undefined for tasks that have no record. */
export function findTaskGuide(id: PipelineType): TaskGuide | undefined {
	return TEXTS[id]?.guide;
}

function buildRecord(id: PipelineType): TaskData | undefined {
	const text = TEXTS[id];
	if (!text) return undefined;
	const { guide: _, datasets, models, spaces, metrics, ...facts } = text;
	return {
		...facts,
		isPlaceholder: false,
		datasets: listRepos(datasets),
		models: listRepos(models),
		spaces: listRepos(spaces),
		metrics: listRepos(metrics),
		id,
		label: PIPELINE_DATA[id].name,
		libraries: TASKS_MODEL_LIBRARIES[id],
	};
}

function listRepos(descriptions: Record<string, string>): ExampleRepo[] {
	return Object.entries(descriptions).map(([id, description]) => ({ id, description }));
}
