export { type DefaultWidgetInput, MAPPING_DEFAULT_WIDGET } from "./catalogue/default-widgets.ts";
export * from "./catalogue/gguf.ts";
export * from "./catalogue/hardware.ts";
export * from "./catalogue/hub-lists.ts";
export { PIPELINE_TYPES, type PipelineType, type WidgetType } from "./catalogue/ids.ts";
export * from "./catalogue/inference-snippets.ts";
export {
	ALL_DISPLAY_MODEL_LIBRARY_KEYS,
	ALL_MODEL_LIBRARY_KEYS,
	DEFAULT_COUNTED_FILES,
	type LibraryUiElement,
	type ModelLibraryKey,
} from "./catalogue/libraries.ts";
export {
	LOCAL_APP_KEYS,
	LOCAL_APPS,
	type LocalApp,
	type LocalAppKey,
	type LocalAppSnippet,
} from "./catalogue/local-apps.ts";
export type * from "./catalogue/model-data.ts";
export { SPECIAL_TOKENS_ATTRIBUTES } from "./catalogue/model-data.ts";
export * from "./catalogue/pipelines.ts";
export {
	findTaskSchema,
	loadTaskSchemas,
	type Schema,
	type SchemaDocument,
	type TaskSchema,
	type TaskSchemas,
} from "./catalogue/schemas.ts";
export type * from "./catalogue/task-data.ts";
export * from "./catalogue/task-libraries.ts";
export { TASKS_DATA } from "./catalogue/tasks-data.ts";
export { type Problem, type Validation, validateTaskInput } from "./catalogue/validate-task-input.ts";
export type * from "./catalogue/widget-examples.ts";
export type * from "./inference/io/chat.ts";
export type {
	BoundingBox,
	ClassificationOutputTransform,
	EarlyStoppingUnion,
	GenerationParameters,
	Padding,
	TargetSize,
} from "./inference/io/definitions.ts";
export type * from "./inference/io/media.ts";
export type * from "./inference/io/text.ts";
export type * from "./inference/io/uncalled.ts";
export * from "./snippets/model-input.ts";
export { getModelInputSnippet, MODEL_LIBRARIES_UI_ELEMENTS } from "./snippets/model-input.ts";
