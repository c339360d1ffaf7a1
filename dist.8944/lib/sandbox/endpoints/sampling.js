import { countTokens, splitTokens } from "../chatbot/tokens.js";
import { invalid } from "../failure.js";
import { listOffers } from "../offers.js";
const MOST_ANSWERS = 8;
function readSampling(fields, defaultMaxTokens) {
  const temperature = fields.number("temperature", 0, 2) ?? 1;
  fields.number("top_p", 0, 1);
  fields.number("frequency_penalty", -2, 2);
  fields.number("presence_penalty", -2, 2);
  const seed = fields.integer("seed");
  const maxTokens = fields.integer("max_completion_tokens", 1) ?? fields.integer("max_tokens", 1);
  const includeUsage = fields.object("stream_options")?.["include_usage"] === true;
  const stream = fields.flag("stream");
  if (!stream && fields.get("stream_options") !== void 0) {
    throw invalid("stream_options", "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  }
  return {
    maxTokens: maxTokens ?? defaultMaxTokens,
    stop: readStop(fields.get("stop")),
    count: fields.integer("n", 1, MOST_ANSWERS) ?? 1,
    // Without temperature there is nothing to vary.
    variation: temperature === 0 ? "" : `${seed ?? ""}/${temperature}`,
    stream,
    includeUsage
  };
}
function readStop(value) {
  if (value === void 0) return [];
  const stops = Array.isArray(value) ? value : [value];
  if (!stops.every((stop) => typeof stop === "string")) {
    throw invalid("stop", "Invalid type for 'stop': expected a string or an array of strings.");
  }
  return stops.filter((stop) => stop !== "");
}
function cutText(text, { maxTokens, stop }) {
  const end = Math.min(text.length, ...stop.map((word) => text.indexOf(word)).filter((index) => index >= 0));
  const tokens = splitTokens(text.slice(0, end));
  return tokens.length > maxTokens ? { tokens: tokens.slice(0, maxTokens), finish: "length" } : { tokens, finish: "stop" };
}
function createUsage({ service, state }, model, prompt, completionTokens) {
  const promptTokens = countTokens(prompt);
  state.rateLimits.spend(service, promptTokens + completionTokens);
  const pricing = listOffers(model).find(({ provider }) => provider === service)?.pricing;
  const cost = pricing && (promptTokens * pricing.input + completionTokens * pricing.output) / 1e6;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...service === "deepinfra" && cost !== void 0 ? { estimated_cost: cost } : {}
  };
}
export {
  createUsage,
  cutText,
  readSampling
};
