import { SIGNATURES } from "../../catalogue/index.js";
import { hasTag } from "../model.js";
const EDIT = { image: "imageToImage", video: "imageToVideo" };
const TEMPLATES = {
  messages: { chat: "conversational" },
  text: {
    text: "basic",
    summary: "basic",
    translation: "basic",
    labels: "basic",
    entities: "basic",
    guesses: "basic",
    image: "textToImage",
    video: "textToVideo",
    speech: "textToSpeech",
    audio: "textToAudio"
  },
  texts: { vectors: "basic" },
  sentences: { similarities: "basic" },
  question: { answer: "questionAnswering" },
  "table-question": { "table-answer": "tableQuestionAnswering" },
  table: { values: "tabular" },
  "document-question": { answer: "documentQuestionAnswering" },
  image: { labels: "basicImage", boxes: "basicImage", masks: "basicImage", text: "basicImage" },
  "image-prompt": EDIT,
  "prompt-image": EDIT,
  audio: { labels: "basicAudio", transcript: "basicAudio", recordings: "basicAudio" }
};
const ZERO_SHOT_TEMPLATES = {
  text: { labels: "zeroShotClassification" },
  image: { labels: "zeroShotImageClassification" }
};
function findSubject(model, streaming) {
  const task = model.pipeline_tag;
  if (!task || task === "other" || !Object.hasOwn(SIGNATURES, task)) return void 0;
  if (isChat(model)) {
    const template2 = streaming ? "conversationalStream" : "conversational";
    return { task: "conversational", template: template2, output: "chat" };
  }
  const { input, output, needs } = SIGNATURES[task];
  const template = (needs ? ZERO_SHOT_TEMPLATES : TEMPLATES)[input]?.[output];
  return template && { task, template, output };
}
function isChat(model) {
  const task = model.pipeline_tag;
  if (!task || task === "other" || !hasTag(model, "conversational")) return false;
  const output = Object.hasOwn(SIGNATURES, task) ? SIGNATURES[task].output : void 0;
  return output === "chat" || output === "text" && SIGNATURES[task].input === "text";
}
export {
  findSubject,
  isChat
};
