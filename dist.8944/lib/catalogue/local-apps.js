import data from "./data/local-apps.json.js";
import { LOCAL_APP_SNIPPETS } from "./local-app-snippets.js";
import { meetsCondition } from "./model-condition.js";
const LOCAL_APP_KEYS = [
  "llama.cpp",
  "node-llama-cpp",
  "vllm",
  "sglang",
  "mlx-lm",
  "tgi",
  "lmstudio",
  "localai",
  "jan",
  "atomic-chat",
  "backyard",
  "sanctum",
  "jellybox",
  "msty",
  "recursechat",
  "drawthings",
  "diffusionbee",
  "joyfusion",
  "invoke",
  "ollama",
  "unsloth",
  "docker-model-runner",
  "lemonade",
  "pi",
  "hermes-agent",
  "openclaw"
];
const FACTS = data;
const LOCAL_APPS = Object.fromEntries(LOCAL_APP_KEYS.map((key) => [key, buildApp(key, FACTS[key])]));
function buildApp(key, { showWhen, deeplink = [], ...facts }) {
  const base = { ...facts, displayOnModelPage: (model) => meetsCondition(model, showWhen) };
  if (isSnippetApp(key)) return { ...base, snippet: LOCAL_APP_SNIPPETS[key] };
  return { ...base, deeplink: (model, filepath) => fillDeeplink(deeplink, model, filepath) };
}
function isSnippetApp(key) {
  return Object.hasOwn(LOCAL_APP_SNIPPETS, key);
}
function fillDeeplink(links, model, filepath) {
  const { url = "" } = links.find(({ when }) => when === void 0 || meetsCondition(model, when)) ?? {};
  const template = filepath === void 0 ? url.replace(/\[.*?\]/g, "") : url.replace(/[[\]]/g, "");
  return new URL(template.replace("{id}", () => model.id).replace("{file}", () => filepath ?? "{{GGUF_FILE}}"));
}
export {
  LOCAL_APPS,
  LOCAL_APP_KEYS
};
