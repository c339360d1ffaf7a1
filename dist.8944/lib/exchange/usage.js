import { parseJson, readMember } from "../json.js";
function readFacts({ head, tail, isWhole }) {
  const whole = isWhole && /^\s*[[{]/.test(tail) ? parseJson(tail) : void 0;
  if (whole !== void 0) return readValueFacts(whole);
  const facts = noFacts();
  for (const text of [tail, head]) if (text !== "") addEvents(facts, text);
  facts.usage ??= readUsage({ usage: findObject(tail, "usage") ?? findObject(head, "usage") });
  return facts;
}
function readValueFacts(value) {
  const facts = noFacts();
  addFacts(facts, value);
  return facts;
}
function noFacts() {
  return { usage: null, cost: null, finishReason: null, model: null, id: null };
}
function addEvents(facts, text) {
  const mayTellUsage = USAGE.test(text);
  for (const line of readLinesBackwards(text)) {
    const isTelling = mayTellUsage && facts.usage === null && USAGE.test(line) || facts.finishReason === null && FINISH_REASON.test(line) || facts.model === null && line.includes('"model"') || facts.id === null && line.includes('"id"');
    const event = isTelling && EVENT.test(line) ? parseJson(line.replace(/^data:/, "")) : void 0;
    if (event !== void 0) addFacts(facts, event);
  }
}
const EVENT = /^(data:|\s*\{)/;
const FINISH_REASON = /"finish_reason"\s*:\s*"/;
const USAGE = /"(usage|tokens|metrics|inference_status|meta|details)"\s*:\s*\{/;
function addFacts(facts, given) {
  const inner = Array.isArray(given) ? given[0] : given;
  const response = readMember(inner, "response");
  const value = typeof response === "object" && response !== null ? response : inner;
  facts.usage ??= readUsage(value);
  facts.cost ??= readCost(value);
  const choices = readMember(value, "choices");
  const choice = Array.isArray(choices) ? choices[0] : void 0;
  facts.finishReason ??= asText(readMember(choice, "finish_reason")) ?? asText(readMember(readMember(value, "details"), "finish_reason")) ?? asText(readMember(value, "finish_reason"));
  facts.model ??= asText(readMember(value, "model"));
  facts.id ??= asText(readMember(value, "id"));
}
function readUsage(value) {
  const usage = readMember(value, "usage");
  const places = [
    usage,
    readMember(usage, "tokens"),
    readMember(readMember(value, "x_groq"), "usage"),
    readMember(readMember(value, "meta"), "tokens"),
    readMember(readMember(value, "meta"), "billed_units"),
    readMember(value, "metrics"),
    readMember(value, "inference_status"),
    readMember(value, "details")
  ];
  for (const place of places) {
    const input = readCount(
      place,
      "prompt_tokens",
      "input_tokens",
      "input_token_count",
      "tokens_input",
      "input_length"
    );
    const output = readCount(
      place,
      "completion_tokens",
      "output_tokens",
      "output_token_count",
      "tokens_generated",
      "generated_tokens"
    );
    if (input === void 0 || output === void 0 && readCount(place, "total_tokens") === void 0 && place !== usage) {
      continue;
    }
    const cached = readCount(readMember(place, "prompt_tokens_details"), "cached_tokens") ?? readCount(readMember(place, "input_tokens_details"), "cached_tokens") ?? readCount(place, "prompt_cache_hit_tokens", "cached_tokens");
    const reasoning = readCount(readMember(place, "completion_tokens_details"), "reasoning_tokens") ?? readCount(readMember(place, "output_tokens_details"), "reasoning_tokens") ?? readCount(place, "reasoning_tokens");
    return {
      input_tokens: input,
      output_tokens: output ?? 0,
      ...cached === void 0 ? {} : { cached_tokens: cached },
      ...reasoning === void 0 ? {} : { reasoning_tokens: reasoning }
    };
  }
  return null;
}
function readCost(value) {
  const usage = readMember(value, "usage");
  const places = [
    readMember(usage, "cost"),
    readMember(usage, "estimated_cost"),
    readMember(readMember(value, "inference_status"), "cost")
  ];
  return places.map(parseCost).find((cost) => cost !== void 0) ?? null;
}
const COST_HEADERS = ["x-cost-usd", "x-cost", "x-request-cost", "x-inference-cost", "x-hub-cost"];
function readCostHeader(headers) {
  return COST_HEADERS.map((name) => parseCost(headers.get(name))).find((cost) => cost !== void 0) ?? null;
}
function parseCost(value) {
  const isDecimal = typeof value === "string" && /^\$?\d+(\.\d+)?(e-?\d+)?$/i.test(value.trim());
  const cost = isDecimal ? Number(value.trim().replace("$", "")) : value;
  return typeof cost === "number" && Number.isFinite(cost) && cost >= 0 ? cost : void 0;
}
function readCount(value, ...names) {
  for (const name of names) {
    const count = readMember(value, name);
    if (typeof count === "number" && Number.isInteger(count) && count >= 0) return count;
  }
  return void 0;
}
function asText(value) {
  return typeof value === "string" && value !== "" ? value : null;
}
function readLinesBackwards(text) {
  return text.split(text.includes("\r") ? /\r\n|\r|\n/ : "\n").reverse();
}
const LONGEST_OBJECT = 4 * 1024;
function findObject(text, name) {
  const at = text.lastIndexOf(`"${name}":`);
  if (at < 0 || text[at - 1] === "\\") return void 0;
  const start = text.indexOf("{", at);
  for (let end = text.indexOf("}", start); start >= 0 && end >= 0; end = text.indexOf("}", end + 1)) {
    const value = parseJson(text.slice(start, end + 1));
    if (value !== void 0) return value;
    if (end - start > LONGEST_OBJECT) return void 0;
  }
  return void 0;
}
export {
  readCost,
  readCostHeader,
  readFacts,
  readUsage,
  readValueFacts
};
