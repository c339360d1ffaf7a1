import type { PipelineType } from "./ids.ts";
import type { ModelLibraryKey } from "./library-ids.ts";
/** Task → libraries that can run its models. */
export declare const TASKS_MODEL_LIBRARIES: Record<PipelineType, readonly ModelLibraryKey[]>;
/**
 * Library → tasks the hub's own inference service runs with it; a separate table, not the inverse of
 * `TASKS_MODEL_LIBRARIES`.
 */
export declare const LIBRARY_TASK_MAPPING: Partial<Record<ModelLibraryKey, readonly PipelineType[]>>;
/** Tasks whose `pipeline()` no longer exists in transformers 5. */
export declare const REMOVED_IN_V5_TRANSFORMERS_PIPELINES: readonly PipelineType[];
