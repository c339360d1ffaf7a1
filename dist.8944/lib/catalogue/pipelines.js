import pipelines from "./data/pipelines.json.js";
import { PIPELINE_TYPES } from "./ids.js";
import { MODALITIES, MODALITY_LABELS } from "./modalities.js";
const PIPELINE_DATA = pipelines;
const PIPELINE_TYPES_SET = new Set(PIPELINE_TYPES);
const SUBTASK_TYPES = Object.values(PIPELINE_DATA).flatMap(
  ({ subtasks = [] }) => subtasks.map(({ type }) => type)
);
export {
  MODALITIES,
  MODALITY_LABELS,
  PIPELINE_DATA,
  PIPELINE_TYPES_SET,
  SUBTASK_TYPES
};
