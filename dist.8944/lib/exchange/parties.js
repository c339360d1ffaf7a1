import { readMember } from "../json.js";
import { remember } from "../remember.js";
const ROUTER = "router.huggingface.co";
const HUB = /^(huggingface\.co|hf\.co)$/;
const PROVIDER_OF_HOST = {
  "inference.baseten.co": "baseten",
  "api.us1.bfl.ai": "black-forest-labs",
  "api.cerebras.ai": "cerebras",
  "api.clarifai.com": "clarifai",
  "api.cohere.com": "cohere",
  "api.deepinfra.com": "deepinfra",
  "fal.run": "fal-ai",
  "queue.fal.run": "fal-ai",
  "api.featherless.ai": "featherless-ai",
  "api.fireworks.ai": "fireworks-ai",
  "api.groq.com": "groq",
  "api.hyperbolic.xyz": "hyperbolic",
  "api.studio.nebius.ai": "nebius",
  "api.novita.ai": "novita",
  "inference.api.nscale.com": "nscale",
  "integrate.api.nvidia.com": "nvidia",
  "api.openai.com": "openai",
  "oai.endpoints.kepler.ai.cloud.ovh.net": "ovhcloud",
  "api.publicai.co": "publicai",
  "api.replicate.com": "replicate",
  "api.sambanova.ai": "sambanova",
  "api.scaleway.ai": "scaleway",
  "api.together.xyz": "together",
  "api.wavespeed.ai": "wavespeed",
  "api.z.ai": "zai-org"
};
const TASK_OF_PATH = [
  [/\/chat\/completions$/, "conversational"],
  [/\/completions$/, "text-generation"],
  [/\/embeddings$/, "feature-extraction"],
  [/\/images\/generations$/, "text-to-image"],
  [/\/images\/edits$/, "image-to-image"],
  [/\/audio\/speech$/, "text-to-speech"],
  [/\/audio\/transcriptions$/, "automatic-speech-recognition"]
];
const findPlace = remember((href) => {
  const { host, pathname } = new URL(href);
  const routed = host === ROUTER;
  const part = routed ? /^\/([^/]+)\//.exec(pathname)?.[1] ?? null : null;
  const hasSuffix = part === "v1";
  return {
    task: HUB.test(host) ? null : findTask(pathname),
    model: findModel(pathname),
    provider: routed ? hasSuffix ? null : part : PROVIDER_OF_HOST[host] ?? null,
    routed,
    host,
    hasSuffix
  };
});
const POLICIES = ["fastest", "cheapest", "preferred"];
function findParties(href, body) {
  const { hasSuffix, ...place } = findPlace(href);
  const named = readMember(body, "model");
  const model = typeof named === "string" ? named : place.model;
  const suffix = hasSuffix ? /^[^:]+:([\w-]+)$/.exec(model ?? "")?.[1] : void 0;
  const provider = suffix === void 0 || POLICIES.includes(suffix) ? place.provider : suffix;
  return { ...place, model, provider };
}
function findTask(path) {
  const pipeline = /\/pipeline\/([a-z0-9-]+)$/.exec(path)?.[1];
  return pipeline ?? TASK_OF_PATH.find(([end]) => end.test(path))?.[1] ?? null;
}
function findModel(path) {
  const id = /\/models\/([^/]+\/[^/]+)(?=\/|$)/.exec(path)?.[1];
  return id === void 0 ? null : decode(id);
}
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
export {
  findParties,
  findPlace
};
