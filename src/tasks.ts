export {
	AGENT_HARNESS_KEYS,
	AGENT_HARNESSES,
	type AgentHarness,
	type AgentHarnessKey,
	detectAgentHarness,
	STANDARD_AGENT_ENV_VARS,
} from "./catalogue/agent-harnesses.ts";
export {
	DATASET_LIBRARIES_UI_ELEMENTS,
	type DatasetLibraryKey,
	type DatasetLibraryUiElement,
} from "./catalogue/dataset-libraries.ts";
export { type DefaultWidgetInput, MAPPING_DEFAULT_WIDGET } from "./catalogue/default-widgets.ts";
export {
	EVALUATION_FRAMEWORKS,
	type EvaluationFramework,
	type EvaluationFrameworkKey,
} from "./catalogue/evaluation-frameworks.ts";
export {
	findNearestQuantType,
	GGMLFileQuantizationType,
	GGMLQuantizationType,
	GGUF_QUANT_ORDER,
	GGUF_QUANT_RE,
	GGUF_QUANT_RE_GLOBAL,
	parseGGUFQuantLabel,
} from "./catalogue/gguf.ts";
export * from "./catalogue/hardware.ts";
export * from "./catalogue/index.ts";
export {
	HF_HUB_INFERENCE_PROXY_TEMPLATE,
	type InferenceSnippet,
	type InferenceSnippetLanguage,
	inferenceSnippetLanguages,
	openAIbaseUrl,
	SNIPPET_INFERENCE_PROVIDERS,
	type SnippetInferenceProvider,
} from "./catalogue/inference-snippets.ts";
export {
	KERNEL_LIBRARIES_UI_ELEMENTS,
	type KernelLibraryKey,
	type KernelLibraryUiElement,
} from "./catalogue/kernel-libraries.ts";
export {
	ALL_DISPLAY_MODEL_LIBRARY_KEYS,
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
export {
	LIBRARY_TASK_MAPPING,
	REMOVED_IN_V5_TRANSFORMERS_PIPELINES,
	TASKS_MODEL_LIBRARIES,
} from "./catalogue/task-libraries.ts";
export type { TaskGuide } from "./catalogue/task-texts.ts";
export { findTaskGuide, TASKS_DATA } from "./catalogue/tasks-data.ts";
export type * from "./inference/io/audio.ts";
export type * from "./inference/io/chat.ts";
export type * from "./inference/io/definitions.ts";
export type * from "./inference/io/image.ts";
export type * from "./inference/io/multimodal.ts";
export type * from "./inference/io/tabular.ts";
export type * from "./inference/io/text.ts";
export type * from "./inference/io/text-generation.ts";
export type * from "./inference/io/video.ts";
export { MODEL_LIBRARIES_UI_ELEMENTS } from "./snippets/library/ui-elements.ts";
export { getModelInputSnippet } from "./snippets/model-input.ts";
export {
	type StringifyGenerationConfigOptions,
	type StringifyMessagesOptions,
	stringifyGenerationConfig,
	stringifyMessages,
} from "./snippets/stringify.ts";
