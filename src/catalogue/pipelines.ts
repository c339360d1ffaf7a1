import pipelines from "./data/pipelines.json" with { type: "json" };
import { PIPELINE_TYPES, type PipelineType } from "./ids.ts";
import type { Modality } from "./modalities.ts";

export { MODALITIES, MODALITY_LABELS, type Modality } from "./modalities.ts";

/** A kind of a task, with its display name. */
export interface SubTask {
	/** Id, such as `named-entity-recognition`. */
	type: string;
	name: string;
}

/** The facts about a task that lists show. */
export interface PipelineData {
	/** Display name. */
	name: string;
	modality: Modality;
	/** More specific tasks; absent if there are none. */
	subtasks?: SubTask[];
	/** Not offered as a filter of models. Default: false. */
	hideInModels?: boolean;
	/** Not offered as a filter of datasets. Default: false. */
	hideInDatasets?: boolean;
}

/** All tasks, in the order of `PIPELINE_TYPES`. */
export const PIPELINE_DATA: Record<PipelineType, PipelineData> = pipelines as Record<PipelineType, PipelineData>;

/** All task ids, as a set. */
export const PIPELINE_TYPES_SET: ReadonlySet<PipelineType> = new Set(PIPELINE_TYPES);

/** Ids of all sub-tasks, task by task; `closed-domain-qa` belongs to two tasks. */
export const SUBTASK_TYPES: readonly string[] = Object.values(PIPELINE_DATA).flatMap(({ subtasks = [] }) =>
	subtasks.map(({ type }) => type),
);
