import data from "./data/task-libraries.json.js";
const TASKS_MODEL_LIBRARIES = data.taskModelLibraries;
const LIBRARY_TASK_MAPPING = data.libraryTaskMapping;
const REMOVED_IN_V5_TRANSFORMERS_PIPELINES = data.removedInV5TransformersPipelines;
export {
  LIBRARY_TASK_MAPPING,
  REMOVED_IN_V5_TRANSFORMERS_PIPELINES,
  TASKS_MODEL_LIBRARIES
};
