import { expect, it } from "vitest";
import * as tasks from "../../src/tasks.ts";

const NAMES = [
	"PIPELINE_DATA",
	"PIPELINE_TYPES",
	"PIPELINE_TYPES_SET",
	"SUBTASK_TYPES",
	"MODALITIES",
	"MODALITY_LABELS",
	"TASKS_DATA",
	"TASKS_MODEL_LIBRARIES",
	"LIBRARY_TASK_MAPPING",
	"MAPPING_DEFAULT_WIDGET",
	"MODEL_LIBRARIES_UI_ELEMENTS",
	"ALL_MODEL_LIBRARY_KEYS",
	"ALL_DISPLAY_MODEL_LIBRARY_KEYS",
	"DATASET_LIBRARIES_UI_ELEMENTS",
	"KERNEL_LIBRARIES_UI_ELEMENTS",
	"SPECIAL_TOKENS_ATTRIBUTES",
	"GGMLFileQuantizationType",
	"GGMLQuantizationType",
	"GGUF_QUANT_ORDER",
	"GGUF_QUANT_RE",
	"GGUF_QUANT_RE_GLOBAL",
	"parseGGUFQuantLabel",
	"findNearestQuantType",
	"inferenceSnippetLanguages",
	"openAIbaseUrl",
	"HF_HUB_INFERENCE_PROXY_TEMPLATE",
	"SKUS",
	"DEFAULT_MEMORY_OPTIONS",
	"LOCAL_APPS",
	"EVALUATION_FRAMEWORKS",
	"AGENT_HARNESSES",
	"STANDARD_AGENT_ENV_VARS",
	"loadTaskSchemas",
	"validateTaskInput",
];

it.each(NAMES)("exports %s", (name) => {
	expect(tasks).toHaveProperty(name);
});
