export { findTask, TASK_ALIASES, TASK_NAMES } from "./aliases.ts";
export { closestWord } from "./closest-word.ts";
export { type InferenceTask, PIPELINE_TYPES, type PipelineType, type WidgetType } from "./ids.ts";
export type { ModelLibraryKey } from "./libraries.ts";
export type * from "./model-data.ts";
export { SPECIAL_TOKENS_ATTRIBUTES } from "./model-data.ts";
export * from "./pipelines.ts";
export type { Schema, SchemaDocument, TaskSchema, TaskSchemas } from "./schemas.ts";
export { findTaskSchema, loadTaskSchemas } from "./schemas.ts";
export {
	type InputKind,
	type Need,
	type OutputKind,
	SIGNATURES,
	type Signature,
	type TaskAlias,
} from "./signatures.ts";
export type * from "./task-data.ts";
export { loadTaskParameters, type TaskParameter } from "./task-parameters.ts";
export { type Problem, type Validation, validateTaskInput } from "./validate-task-input.ts";
export type * from "./widget-examples.ts";
