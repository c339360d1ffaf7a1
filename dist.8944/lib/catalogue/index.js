import { findTask, TASK_ALIASES, TASK_NAMES } from "./aliases.js";
import { closestWord } from "./closest-word.js";
import { PIPELINE_TYPES } from "./ids.js";
import { ALL_MODEL_LIBRARY_KEYS } from "./library-ids.js";
import { SPECIAL_TOKENS_ATTRIBUTES } from "./model-data.js";
import {
  MODALITIES,
  MODALITY_LABELS,
  PIPELINE_DATA,
  PIPELINE_TYPES_SET,
  SUBTASK_TYPES
} from "./pipelines.js";
import { findTaskSchema, loadTaskSchemas } from "./schemas.js";
import {
  SIGNATURES
} from "./signatures.js";
import { loadTaskParameters } from "./task-parameters.js";
import { validateTaskInput } from "./validate-task-input.js";
export {
  ALL_MODEL_LIBRARY_KEYS,
  MODALITIES,
  MODALITY_LABELS,
  PIPELINE_DATA,
  PIPELINE_TYPES,
  PIPELINE_TYPES_SET,
  SIGNATURES,
  SPECIAL_TOKENS_ATTRIBUTES,
  SUBTASK_TYPES,
  TASK_ALIASES,
  TASK_NAMES,
  closestWord,
  findTask,
  findTaskSchema,
  loadTaskParameters,
  loadTaskSchemas,
  validateTaskInput
};
