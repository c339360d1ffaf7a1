import { baseten } from "./baseten.js";
import { blackForestLabs } from "./black-forest-labs.js";
import { cerebras } from "./cerebras.js";
import { clarifai } from "./clarifai.js";
import { cohere } from "./cohere.js";
import { deepinfra } from "./deepinfra.js";
import { falAi } from "./fal-ai/index.js";
import { featherlessAi } from "./featherless-ai.js";
import { fireworksAi } from "./fireworks-ai.js";
import { groq } from "./groq.js";
import { hfInference } from "./hf-inference.js";
import { hyperbolic } from "./hyperbolic.js";
import { nebius } from "./nebius.js";
import { novita } from "./novita.js";
import { nscale } from "./nscale.js";
import { nvidia } from "./nvidia.js";
import { openai } from "./openai.js";
import { ovhcloud } from "./ovhcloud.js";
import { publicai } from "./publicai.js";
import { replicate } from "./replicate.js";
import { sambanova } from "./sambanova.js";
import { scaleway } from "./scaleway.js";
import { together } from "./together.js";
import { wavespeed } from "./wavespeed.js";
import { zaiOrg } from "./zai-org.js";
const ALL = [
  blackForestLabs,
  cerebras,
  cohere,
  falAi,
  featherlessAi,
  hfInference,
  fireworksAi,
  groq,
  hyperbolic,
  nebius,
  novita,
  nscale,
  openai,
  ovhcloud,
  publicai,
  replicate,
  sambanova,
  scaleway,
  together,
  zaiOrg,
  baseten,
  clarifai,
  deepinfra,
  nvidia,
  wavespeed
];
const ALL_PROVIDERS = ALL;
const INFERENCE_PROVIDERS = ALL.map(({ id }) => id).sort();
const PROVIDERS_OR_POLICIES = [...INFERENCE_PROVIDERS, "auto"];
const PROVIDERS_HUB_ORGS = Object.fromEntries(ALL.map(({ id, hubOrg }) => [id, hubOrg]));
export {
  ALL_PROVIDERS,
  INFERENCE_PROVIDERS,
  PROVIDERS_HUB_ORGS,
  PROVIDERS_OR_POLICIES
};
