import data from "./data/task-libraries.json" with { type: "json" };
import type { PipelineType } from "./ids.ts";
import type { ModelLibraryKey } from "./libraries.ts";

/** Task → libraries that can run its models. */
export const TASKS_MODEL_LIBRARIES: Record<PipelineType, readonly ModelLibraryKey[]> =
	data.taskModelLibraries as Record<PipelineType, ModelLibraryKey[]>;

/**
 * Library → tasks Hugging Face's own inference service runs with it; a separate table, not the inverse of
 * `TASKS_MODEL_LIBRARIES`.
 */
export const LIBRARY_TASK_MAPPING: Partial<Record<ModelLibraryKey, readonly PipelineType[]>> =
	data.libraryTaskMapping as Partial<Record<ModelLibraryKey, PipelineType[]>>;

/** Tasks whose `pipeline()` no longer exists in transformers 5. */
export const REMOVED_IN_V5_TRANSFORMERS_PIPELINES: readonly PipelineType[] =
	data.removedInV5TransformersPipelines as PipelineType[];
