import { createMapping } from "./models.js";
import { createRandom } from "./random.js";
const PRICES = {
  cerebras: { input: 0.1, output: 0.1, speed: 2200, first: 190 },
  groq: { input: 0.05, output: 0.08, speed: 840, first: 110 },
  sambanova: { input: 0.1, output: 0.2, speed: 710, first: 450 },
  "fireworks-ai": { input: 0.2, output: 0.2, speed: 190, first: 320 },
  together: { input: 0.18, output: 0.18, speed: 150, first: 260 },
  nebius: { input: 0.02, output: 0.06, speed: 95, first: 480 },
  novita: { input: 0.02, output: 0.05, speed: 70, first: 720 },
  deepinfra: { input: 0.03, output: 0.05, speed: 62, first: 400 },
  hyperbolic: { input: 0.1, output: 0.1, speed: 58, first: 650 },
  nscale: { input: 0.06, output: 0.06, speed: 80, first: 510 },
  scaleway: { input: 0.2, output: 0.2, speed: 110, first: 290 },
  ovhcloud: { input: 0.11, output: 0.11, speed: 90, first: 340 }
};
const FREE = ["publicai"];
const WITHOUT_TOOLS = ["hyperbolic", "featherless-ai", "hf-inference"];
const WITHOUT_SCHEMAS = ["hyperbolic", "featherless-ai", "hf-inference", "publicai"];
const CONTEXTS = [8192, 32768, 131072];
function listOffers(model) {
  const factor = sizeFactor(model);
  return createMapping(model).filter(({ task }) => task === "conversational").map(({ provider, status }) => {
    const price = PRICES[provider];
    const random = createRandom("offer", provider, model);
    return {
      provider,
      status: status === "live" ? "live" : "error",
      context_length: random.pick(CONTEXTS),
      ...price ? {
        pricing: { input: round(price.input * factor), output: round(price.output * factor) },
        first_token_latency_ms: price.first,
        throughput: Math.round(price.speed / Math.sqrt(factor))
      } : {},
      ...FREE.includes(provider) ? { is_free: true } : {},
      supports_tools: !WITHOUT_TOOLS.includes(provider),
      supports_structured_output: !WITHOUT_SCHEMAS.includes(provider),
      ...model.toLowerCase().startsWith(`${provider}/`) ? { is_model_author: true } : {}
    };
  });
}
const POLICIES = ["auto", "fastest", "cheapest", "preferred"];
function chooseOffer(model, suffix) {
  const live = listOffers(model).filter(({ status }) => status === "live");
  if (suffix === "fastest") return best(live, ({ throughput = 0 }) => -throughput);
  if (suffix === "cheapest") {
    return best(live, ({ pricing, is_free }) => is_free ? 0 : pricing?.output ?? Number.POSITIVE_INFINITY);
  }
  return POLICIES.includes(suffix) ? live[0] : live.find(({ provider }) => provider === suffix);
}
function best(offers, cost) {
  return [...offers].sort((a, b) => cost(a) - cost(b))[0];
}
function sizeFactor(model) {
  const [, billions] = /(?:^|[-_])(\d+(?:\.\d+)?)b(?:[-_]|$)/i.exec(model) ?? [];
  return billions === void 0 ? 1 : Math.max(0.25, Number(billions) / 8);
}
function round(price) {
  return Number(price.toPrecision(3));
}
export {
  POLICIES,
  chooseOffer,
  listOffers
};
