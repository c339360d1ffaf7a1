import { PIPELINE_TYPES } from "./ids.js";
import { SIGNATURES } from "./signatures.js";
const TASK_ALIASES = Object.fromEntries(
  Object.keys(SIGNATURES).flatMap(
    (task) => (SIGNATURES[task].aliases ?? []).map((alias) => [alias, task])
  )
);
const BY_NAME = new Map([
  ...Object.entries(TASK_ALIASES),
  ...PIPELINE_TYPES.map((id) => [id, id]),
  ["conversational", "conversational"]
]);
const TASK_NAMES = [...PIPELINE_TYPES, "conversational", ...Object.keys(TASK_ALIASES)];
function findTask(word) {
  return BY_NAME.get(
    word.trim().toLowerCase().replace(/[\s_]+/g, "-")
  );
}
export {
  TASK_ALIASES,
  TASK_NAMES,
  findTask
};
