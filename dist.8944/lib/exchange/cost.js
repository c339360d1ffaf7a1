import { bundledPrice } from "./bundled-prices.js";
import { costOf } from "./token-price.js";
const UNKNOWN = { cost_usd: null, price_source: null };
function findCost(call, offers = []) {
  const { usage, reported, provider, routed } = call;
  if (reported !== void 0 && reported !== null) return { cost_usd: reported, price_source: "reported" };
  if (!usage || provider === null) return UNKNOWN;
  const names = typeof call.models === "function" ? call.models() : call.models;
  const models = names.flatMap((model) => model ? [model, withoutSuffix(model)] : []);
  const routerCost = costOf(usage, routerPrice(offers, provider, models));
  if (routerCost !== null) return { cost_usd: routerCost, price_source: "router" };
  for (const model of models) {
    const cost = costOf(usage, bundledPrice(provider, routed, model));
    if (cost !== null) return { cost_usd: cost, price_source: "bundled" };
  }
  return UNKNOWN;
}
function routerPrice(offers, provider, models) {
  const offer = offers.find((candidate) => candidate.provider === provider && models.includes(candidate.model));
  return offer?.is_free ? { input: 0, output: 0 } : offer?.pricing;
}
function withoutSuffix(model) {
  return model.replace(/:[\w-]+$/, "");
}
export {
  findCost
};
