export { type DefaultWidgetInput, MAPPING_DEFAULT_WIDGET } from "./catalogue/default-widgets.ts";
export * from "./catalogue/gguf.ts";
export * from "./catalogue/hardware.ts";
export * from "./catalogue/hub-lists.ts";
export * from "./catalogue/index.ts";
export * from "./catalogue/inference-snippets.ts";
export {
	ALL_DISPLAY_MODEL_LIBRARY_KEYS,
	ALL_MODEL_LIBRARY_KEYS,
	DEFAULT_COUNTED_FILES,
	type LibraryUiElement,
} from "./catalogue/libraries.ts";
export {
	LOCAL_APP_KEYS,
	LOCAL_APPS,
	type LocalApp,
	type LocalAppKey,
	type LocalAppSnippet,
} from "./catalogue/local-apps.ts";
export * from "./catalogue/task-libraries.ts";
export { findTaskGuide, TASKS_DATA, type TaskGuide } from "./catalogue/tasks-data.ts";
export type * from "./inference/io/chat.ts";
export type * from "./inference/io/definitions.ts";
export type * from "./inference/io/media.ts";
export type * from "./inference/io/text.ts";
export { FUNCTION_NAMES } from "./inference/io.ts";
export * from "./snippets/model-input.ts";
export { getModelInputSnippet, MODEL_LIBRARIES_UI_ELEMENTS } from "./snippets/model-input.ts";
