import { baseten } from "../baseten.js";
import { cerebras } from "../cerebras.js";
import { clarifai } from "../clarifai.js";
import { cohere } from "../cohere.js";
import { featherlessAi } from "../featherless-ai.js";
import { fireworksAi } from "../fireworks-ai.js";
import { groq } from "../groq.js";
import { nvidia } from "../nvidia.js";
import { openai } from "../openai.js";
import { ovhcloud } from "../ovhcloud.js";
import { publicai } from "../publicai.js";
import { sambanova } from "../sambanova.js";
import { scaleway } from "../scaleway.js";
import { deepinfra } from "./deepinfra.js";
import { hfInference } from "./hf-inference.js";
import { hyperbolic } from "./hyperbolic.js";
import { nebius } from "./nebius.js";
import { novita } from "./novita.js";
import { nscale } from "./nscale.js";
import { together } from "./together.js";
import { zaiOrg } from "./zai-org.js";
const CHAT_PROVIDERS = {
  "black-forest-labs": ["text-to-image"],
  cerebras,
  cohere,
  "fal-ai": [
    "text-to-image",
    "text-to-speech",
    "text-to-video",
    "image-to-image",
    "automatic-speech-recognition",
    "image-segmentation",
    "image-to-video",
    "audio-to-audio",
    "text-to-audio",
    "image-text-to-image",
    "image-text-to-video"
  ],
  "featherless-ai": featherlessAi,
  "hf-inference": hfInference,
  "fireworks-ai": fireworksAi,
  groq,
  hyperbolic,
  nebius,
  novita,
  nscale,
  openai,
  ovhcloud,
  publicai,
  replicate: ["text-to-image", "text-to-speech", "text-to-video", "image-to-image", "automatic-speech-recognition"],
  sambanova,
  scaleway,
  together,
  "zai-org": zaiOrg,
  baseten,
  clarifai,
  deepinfra,
  nvidia,
  wavespeed: [
    "text-to-image",
    "text-to-video",
    "image-to-image",
    "image-to-video",
    "image-text-to-image",
    "image-text-to-video"
  ]
};
export {
  CHAT_PROVIDERS
};
