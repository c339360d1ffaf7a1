import { PIPELINE_TYPES } from "../catalogue/index.js";
import { ALL_PROVIDERS } from "../inference/index.js";
import { KNOWN_MODELS } from "./known-models.js";
import { SERVED_TASKS } from "./served-tasks.js";
const SANDBOX_ORG = "sandbox";
const BEHAVIOURS = [
  "missing",
  "gated",
  "staging",
  "unserved",
  "failing",
  "endless",
  "queued",
  "limited",
  "overloaded",
  "lora"
];
const WORDS = [
  [/all-minilm|all-mpnet|paraphrase-|sentence-t5/, "sentence-similarity"],
  [/superb-er|speech-emotion|emotion-recognition|superb-(?:ks|sid|ic)/, "audio-classification"],
  [/panoptic|-semantic|cityscapes|ade20k|-ade\b|-seg\b/, "image-segmentation"],
  [/tapas|tapex/, "table-question-answering"],
  [/layoutlm|docvqa|donut|udop|document/, "document-question-answering"],
  [/vqa|deplot|matcha|pix2struct/, "visual-question-answering"],
  [/speech-emotion|speech_command|mms-lid|ast-finetuned|audioset/, "audio-classification"],
  [/whisper|wav2vec|w2v|\basr\b|canary|parakeet|seamless|speech-recognition|stt/, "automatic-speech-recognition"],
  [/speecht5_vc|resemble-enhance|sepformer|demucs|voice-conversion/, "audio-to-audio"],
  [
    /\btts\b|tts-|-tts|vits|piper|kokoro|\bbark\b|speecht5|chatterbox|orpheus|fish-speech|xtts|parler/,
    "text-to-speech"
  ],
  [/musicgen|audioldm|stable-audio|audiogen|riffusion/, "text-to-audio"],
  [/siglip|\bclip\b|-clip|clip-/, "zero-shot-image-classification"],
  [/mnli|zero-?shot|gliclass|-nli/, "zero-shot-classification"],
  [/squad|-qa\b/, "question-answering"],
  [/\bner\b|conll|gliner|\bpos\b/, "token-classification"],
  [/nllb|opus-mt|madlad|translat|(?:^|\/)t5-/, "translation"],
  [/bart-large-cnn|summari|pegasus|xsum/, "summarization"],
  [/sst-?2|sentiment|finbert|emotion|toxic|prompt-guard|language-detection|spam/, "text-classification"],
  [/\bbge\b|bge-|\be5\b|e5-|\bgte\b|gte-|minilm|mpnet|embed|sentence-transformers/, "feature-extraction"],
  [/kontext|-edit\b|pix2pix|inpaint|aurasr|upscal|vton|relight|-fill-/, "image-to-image"],
  [/i2v|framepack|vace|stable-video|\bsvd\b/, "image-to-video"],
  [/t2v|hunyuanvideo|ltx-video|cosmos|mochi|cogvideo|text2video|\bwan2/, "text-to-video"],
  [/flux|stable-diffusion|sdxl|\bsd3|qwen-image|hyper-sd|dall-?e|imagen|pixart|kandinsky/, "text-to-image"],
  [/detr|yolo|object-detect/, "object-detection"],
  [/segment|segformer|mask2former|rmbg|birefnet|panoptic|eomt|\bsam\b/, "image-segmentation"],
  [/\bvit\b|vit-|deit|convnext|resnet|swin|mobilenet|efficientnet/, "image-classification"],
  [/ocr|caption|blip/, "image-to-text"],
  [/bert|electra/, "fill-mask"],
  [/\biris\b|cancer|titanic|churn|wine-/, "tabular-classification"],
  [/fish-weight|housing|house-price/, "tabular-regression"],
  [/gpt-?2\b|bloom|pythia|\bopt-|starcoder|-base\b|-pt\b/, "text-generation"]
];
const ALSO = {
  conversational: "text-generation",
  "text-generation": "conversational",
  "text-to-speech": "text-to-audio",
  "sentence-similarity": "feature-extraction",
  "image-text-to-image": "text-to-image",
  "image-text-to-video": "text-to-video"
};
const KNOWN_TASK = new Map(
  Object.entries(KNOWN_MODELS).flatMap(([task, ids]) => ids.map((id) => [id.toLowerCase(), task]))
);
const TASK_IDS = [...PIPELINE_TYPES, "conversational"].filter((id) => id !== "other");
function behaviorOf(model) {
  const [, word] = /(?:^|\/)sandbox[/.]([a-z]+)(?:[-/]|$)/.exec(model.toLowerCase()) ?? [];
  return BEHAVIOURS.find((behavior) => behavior === word);
}
function findStatedTask(model) {
  return model.split("/").map((part) => {
    const words = `-${part.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-`;
    return TASK_IDS.filter((task) => words.includes(`-${task}-`)).sort((a, b) => b.length - a.length)[0];
  }).findLast((task) => task !== void 0);
}
function findTask(model) {
  const id = model.toLowerCase();
  const known = KNOWN_TASK.get(id) ?? findStatedTask(id);
  return known ?? WORDS.find(([word]) => word.test(id))?.[1];
}
function taskOf(model) {
  return findTask(model) ?? "conversational";
}
function tasksOf(model) {
  const task = taskOf(model);
  const known = KNOWN_TASK.has(model.toLowerCase());
  const also = ALSO[task];
  if (also === void 0 || !known && findStatedTask(model) !== void 0) return [task];
  if (task === "text-generation") return known ? [also, task] : [task];
  return [task, also];
}
const ORDER = ["replicate", "together", "deepinfra", "hf-inference"];
const SMALL_FRAMES = ["image-to-video"];
function createMapping(model) {
  const behavior = behaviorOf(model);
  if (behavior === "unserved") return [];
  const tasks = tasksOf(model);
  const ids = ALL_PROVIDERS.filter(({ closedSource }) => !closedSource).map(({ id }) => id);
  const needsFrames = tasks.some((task) => SMALL_FRAMES.includes(task));
  const order = [.../* @__PURE__ */ new Set([...ORDER, ...ids])].sort(
    (a, b) => needsFrames ? Number(a === "together") - Number(b === "together") : 0
  );
  return order.flatMap((provider) => {
    const able = tasks.filter((task2) => SERVED_TASKS[provider].includes(task2));
    const task = provider === "hf-inference" ? able.at(-1) : able[0];
    if (task === void 0 || !offers(provider, model)) return [];
    return {
      provider,
      hfModelId: model,
      providerId: nameFor(provider, model, task),
      status: behavior === "staging" ? "staging" : "live",
      task,
      ...behavior === "lora" ? { adapter: "lora", adapterWeightsPath: "pytorch_lora_weights.safetensors" } : {},
      type: behavior === "lora" ? "tag-filter" : "single-model"
    };
  });
}
function offers(provider, model) {
  return provider !== "black-forest-labs" || /^(?:black-forest-labs|sandbox)\//i.test(model);
}
function nameFor(provider, model, task) {
  const slug = model.toLowerCase();
  switch (provider) {
    case "fal-ai":
      return `fal-ai/${slug}/${task}`;
    case "wavespeed":
      return `${slug}/${task}`;
    case "novita":
      return task === "text-to-video" ? `${slug}-t2v` : slug;
    case "black-forest-labs":
      return slug.startsWith(`${SANDBOX_ORG}/`) ? slug.replace("/", ".") : slug.split("/").at(-1) ?? slug;
    case "replicate":
      return slug;
    default:
      return model;
  }
}
export {
  SANDBOX_ORG,
  behaviorOf,
  createMapping,
  findTask,
  taskOf
};
