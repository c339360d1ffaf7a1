import { taskOf } from "../models.js";
import { listOffers } from "../offers.js";
import { seesImages } from "../records.js";
import { jsonResponse } from "../responses.js";
import { listModels } from "../search.js";
import { SERVED_TASKS } from "../served-tasks.js";
import { checkBehavior } from "./behavior.js";
const CONTEXT_LENGTH = 131072;
function modelRoutes(base) {
  return [
    { method: "GET", path: new RegExp(`^${base}/models$`), handle: answerModels },
    { method: "GET", path: new RegExp(`^${base}/models/(.+)$`), handle: answerModel }
  ];
}
function answerModels({ state, provider }) {
  const tasks = provider ? SERVED_TASKS[provider.id] : ["conversational", "text-generation"];
  const ids = [...new Set(tasks.flatMap(listModels))];
  if (provider?.id === "together") return jsonResponse(ids.map((id) => describeForTogether(id, state.now())));
  return jsonResponse({ object: "list", data: ids.map((id) => describeModel(id, state.now())) });
}
function answerModel({ state, groups, provider }) {
  const [id = ""] = groups;
  checkBehavior(id);
  return jsonResponse(
    provider?.id === "together" ? describeForTogether(id, state.now()) : describeModel(id, state.now())
  );
}
function describeModel(id, now) {
  return {
    id,
    object: "model",
    created: Math.floor(now / 1e3),
    owned_by: id.split("/")[0],
    architecture: {
      input_modalities: seesImages(id) ? ["text", "image"] : ["text"],
      output_modalities: ["text"]
    },
    providers: listOffers(id)
  };
}
const TOGETHER_TYPES = {
  conversational: "chat",
  "text-generation": "language",
  "feature-extraction": "embedding",
  "sentence-similarity": "embedding",
  "text-to-image": "image",
  "image-to-image": "image",
  "text-to-video": "video",
  "image-to-video": "video",
  "text-to-speech": "audio",
  "automatic-speech-recognition": "transcribe"
};
function describeForTogether(id, now) {
  const pricing = listOffers(id).find(({ provider }) => provider === "together")?.pricing;
  return {
    id,
    object: "model",
    created: Math.floor(now / 1e3),
    type: TOGETHER_TYPES[taskOf(id)] ?? "chat",
    display_name: id.split("/").at(-1),
    organization: id.split("/")[0],
    link: `https://huggingface.co/${id}`,
    license: "apache-2.0",
    context_length: CONTEXT_LENGTH,
    pricing: { hourly: 0, input: pricing?.input ?? 0, output: pricing?.output ?? 0, base: 0, finetune: 0 }
  };
}
export {
  modelRoutes
};
