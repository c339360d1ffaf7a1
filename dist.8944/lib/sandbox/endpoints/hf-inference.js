import { notFound, ServiceFailure } from "../failure.js";
import { isRecord } from "../is-record.js";
import { MASK } from "../media/fill-mask.js";
import { readImageInfo } from "../media/image-info.js";
import { findTask } from "../models.js";
import { SERVED_TASKS } from "../served-tasks.js";
import { checkBehavior } from "./behavior.js";
import { readHfInput } from "./hf-input.js";
const TASKS = SERVED_TASKS["hf-inference"];
async function answerHfInference(incoming) {
  const [model = "", asked] = incoming.groups;
  const input = await readHfInput(incoming.request, model);
  checkBehavior(model);
  const task = asked ?? selectTask(model, input);
  if (!TASKS.includes(task)) throw notFound(`Model ${model} does not serve the task ${task}.`);
  const { HF_TEXT_TASKS } = await import("./hf-text.js");
  const answer = HF_TEXT_TASKS[task] ?? (await import("./hf-media.js")).HF_MEDIA_TASKS[task];
  if (!answer) throw new ServiceFailure(400, `Task ${task} is not available at this URL.`);
  return answer(input, incoming);
}
function selectTask(model, input) {
  const named = findTask(model);
  const shown = recognize(input);
  if (named === void 0 || named === "conversational") return shown ?? "text-generation";
  if (named === "image-text-to-image" && typeof input.inputs === "string") return "text-to-image";
  if (named === "feature-extraction" && shown === "sentence-similarity") return shown;
  return named;
}
function recognize({ inputs, raw, parameters }) {
  if (raw) return readImageInfo(raw) ? "image-classification" : "automatic-speech-recognition";
  if (isRecord(inputs)) {
    if ("context" in inputs) return "question-answering";
    if ("table" in inputs) return "table-question-answering";
    if ("sentences" in inputs) return "sentence-similarity";
    if ("data" in inputs) return "tabular-classification";
    if ("question" in inputs) return "visual-question-answering";
    return "image" in inputs ? "zero-shot-image-classification" : void 0;
  }
  if (parameters.get("candidate_labels") !== void 0) return "zero-shot-classification";
  return typeof inputs === "string" && MASK.test(inputs) ? "fill-mask" : void 0;
}
export {
  answerHfInference
};
