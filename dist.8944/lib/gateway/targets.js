import { closestWord } from "../catalogue/index.js";
import { findProvider, INFERENCE_PROVIDERS } from "../inference/index.js";
import { GatewayError, invalid } from "./errors.js";
const POLICIES = ["fastest", "cheapest", "preferred"];
const MODEL_ID = /^[\w.-]+(?:\/[\w.-]+)+$/;
function parseTarget(text) {
  const colon = text.lastIndexOf(":");
  const suffix = colon < 0 ? void 0 : text.slice(colon + 1);
  const model = colon < 0 ? text : text.slice(0, colon);
  if (!MODEL_ID.test(model)) return `"${text}" is no model id: write ORG/NAME, ORG/NAME:PROVIDER or an alias.`;
  if (suffix === void 0 || suffix === "auto") return { model, provider: void 0 };
  if (POLICIES.includes(suffix)) return { model: `${model}:${suffix}`, provider: void 0 };
  if (findProvider(suffix)) return { model, provider: suffix };
  const guess = closestWord(suffix, [...INFERENCE_PROVIDERS, ...POLICIES]);
  return `There is no provider "${suffix}".${guess ? ` Did you mean ${model}:${guess}?` : ""}`;
}
function parseAlias(name, targets) {
  if (!/^[\w.-]+$/.test(name)) {
    throw invalid(`"${name}" cannot be an alias: use letters, digits, dots, hyphens and underscores.`, "alias");
  }
  if (targets.length === 0) throw invalid(`The alias ${name} has no target.`, "alias");
  return targets.map((text) => {
    const target = parseTarget(text.trim());
    if (typeof target === "string") throw invalid(`Alias ${name}: ${target}`, "alias");
    return target;
  });
}
class TargetBook {
  aliases;
  providers;
  constructor(aliases, providers) {
    this.aliases = new Map(Object.entries(aliases).map(([name, targets]) => [name, parseAlias(name, targets)]));
    this.providers = providers;
  }
  /**
   * @param known ids of models, for a suggestion
   * @throws GatewayError 400 without a model, 404 for one that cannot be
   */
  find(model, provider, known) {
    if (typeof model !== "string" || model === "") throw invalid("The model is missing.", "model", "missing_model");
    const alias = this.aliases.get(model);
    if (alias) return alias;
    const target = parseTarget(typeof provider === "string" && provider !== "" ? `${model}:${provider}` : model);
    if (typeof target === "string") {
      const guess = closestWord(model, [...this.aliases.keys(), ...known]);
      const hint = guess && !target.includes("Did you mean") ? ` Did you mean ${guess}?` : "";
      throw new GatewayError(404, `${target}${hint}`, { code: "model_not_found", param: "model" });
    }
    const isFree = target.provider === void 0 && !target.model.includes(":");
    if (!isFree || this.providers.length === 0) return [target];
    return this.providers.map((id) => ({ model: target.model, provider: id === "auto" ? void 0 : id }));
  }
}
export {
  TargetBook,
  parseAlias,
  parseTarget
};
