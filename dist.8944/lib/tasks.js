import {
  AGENT_HARNESS_KEYS,
  AGENT_HARNESSES,
  detectAgentHarness,
  STANDARD_AGENT_ENV_VARS
} from "./catalogue/agent-harnesses.js";
import {
  DATASET_LIBRARIES_UI_ELEMENTS
} from "./catalogue/dataset-libraries.js";
import { MAPPING_DEFAULT_WIDGET } from "./catalogue/default-widgets.js";
import {
  EVALUATION_FRAMEWORKS
} from "./catalogue/evaluation-frameworks.js";
import {
  findNearestQuantType,
  GGMLFileQuantizationType,
  GGMLQuantizationType,
  GGUF_QUANT_ORDER,
  GGUF_QUANT_RE,
  GGUF_QUANT_RE_GLOBAL,
  parseGGUFQuantLabel
} from "./catalogue/gguf.js";
export * from "./catalogue/hardware.js";
export * from "./catalogue/index.js";
import {
  HF_HUB_INFERENCE_PROXY_TEMPLATE,
  inferenceSnippetLanguages,
  openAIbaseUrl,
  SNIPPET_INFERENCE_PROVIDERS
} from "./catalogue/inference-snippets.js";
import {
  KERNEL_LIBRARIES_UI_ELEMENTS
} from "./catalogue/kernel-libraries.js";
import {
  ALL_DISPLAY_MODEL_LIBRARY_KEYS,
  DEFAULT_COUNTED_FILES
} from "./catalogue/libraries.js";
import {
  LOCAL_APP_KEYS,
  LOCAL_APPS
} from "./catalogue/local-apps.js";
import {
  LIBRARY_TASK_MAPPING,
  REMOVED_IN_V5_TRANSFORMERS_PIPELINES,
  TASKS_MODEL_LIBRARIES
} from "./catalogue/task-libraries.js";
import { findTaskGuide, TASKS_DATA } from "./catalogue/tasks-data.js";
import { MODEL_LIBRARIES_UI_ELEMENTS } from "./snippets/library/ui-elements.js";
import { getModelInputSnippet } from "./snippets/model-input.js";
import {
  stringifyGenerationConfig,
  stringifyMessages
} from "./snippets/stringify.js";
export {
  AGENT_HARNESSES,
  AGENT_HARNESS_KEYS,
  ALL_DISPLAY_MODEL_LIBRARY_KEYS,
  DATASET_LIBRARIES_UI_ELEMENTS,
  DEFAULT_COUNTED_FILES,
  EVALUATION_FRAMEWORKS,
  GGMLFileQuantizationType,
  GGMLQuantizationType,
  GGUF_QUANT_ORDER,
  GGUF_QUANT_RE,
  GGUF_QUANT_RE_GLOBAL,
  HF_HUB_INFERENCE_PROXY_TEMPLATE,
  KERNEL_LIBRARIES_UI_ELEMENTS,
  LIBRARY_TASK_MAPPING,
  LOCAL_APPS,
  LOCAL_APP_KEYS,
  MAPPING_DEFAULT_WIDGET,
  MODEL_LIBRARIES_UI_ELEMENTS,
  REMOVED_IN_V5_TRANSFORMERS_PIPELINES,
  SNIPPET_INFERENCE_PROVIDERS,
  STANDARD_AGENT_ENV_VARS,
  TASKS_DATA,
  TASKS_MODEL_LIBRARIES,
  detectAgentHarness,
  findNearestQuantType,
  findTaskGuide,
  getModelInputSnippet,
  inferenceSnippetLanguages,
  openAIbaseUrl,
  parseGGUFQuantLabel,
  stringifyGenerationConfig,
  stringifyMessages
};
