import { parseJson } from "../json.js";
import { findCost } from "./cost.js";
import { sum } from "./decimal.js";
import { Excerpt, NOTHING } from "./excerpt.js";
import { createId } from "./exchange.js";
import { describeError, readError } from "./failure.js";
import { observeBody } from "./observe-body.js";
import { findParties, findPlace } from "./parties.js";
import { StoppedEarly } from "./tap.js";
import { readCostHeader, readFacts, readValueFacts } from "./usage.js";
const HUB = /^https?:\/\/(huggingface\.co|hf\.co)\//;
const READABLE = /\b(json|event-stream|ndjson|text)\b/i;
const STREAM_TAIL = 8 * 1024;
const BODY_TAIL = 64 * 1024;
function startCall(facts = {}, { now = Date.now } = {}) {
  const started = now();
  const id = createId(started);
  const seen = [];
  let ended;
  const elapsed = () => Math.max(0, now() - started);
  const watch = (fetch) => (input, init) => {
    const url = typeof input === "object" && "url" in input ? input.url : String(input);
    if (HUB.test(url)) return fetch(input, init);
    const method = init?.method ?? (typeof input === "object" && "method" in input ? input.method : "GET");
    const isMain = method.toUpperCase() === "POST";
    const request = { url, body: init?.body, began: elapsed(), ended: null, first: null, isMain };
    seen.push(request);
    return fetch(input, init).then(
      (response) => {
        request.response = response;
        request.servedBy = response.headers.get("x-inference-provider");
        return observeBody(response, observe(request));
      },
      (error) => {
        request.error = error;
        request.ended = elapsed();
        throw error;
      }
    );
  };
  const observe = (request) => {
    const arrived = elapsed();
    let excerpt;
    return {
      piece: (content, isWhole) => {
        request.first ??= isWhole ? arrived : elapsed();
        if (excerpt === void 0) {
          excerpt = startExcerpt(request.response);
          request.excerpt = excerpt;
        }
        excerpt?.add(content);
      },
      end: (error) => {
        request.ended = elapsed();
        if (error !== void 0 && !(error instanceof StoppedEarly)) request.error = error;
      }
    };
  };
  const provider = () => {
    const answered = findAnswered(seen);
    return answered?.servedBy ?? facts.provider ?? (answered ? providerOf(answered) : null);
  };
  return {
    id,
    watch,
    provider,
    details: () => {
      const answered = findAnswered(seen);
      const { id: responseId = null, model = null } = answered ? factsOf(answered) : {};
      return {
        request: parseBody(answered?.body),
        response: { id: responseId, model },
        server: answered ? new URL(answered.url).origin : null
      };
    },
    end: (outcome = {}) => {
      ended ??= lastEnd(seen) ?? elapsed();
      const answered = findAnswered(seen);
      if (answered && outcome.response !== void 0) answered.facts = readValueFacts(outcome.response);
      const isNamed = facts.model !== void 0 && facts.provider !== void 0;
      const parties = answered ? isNamed ? findPlace(answered.url) : partiesOfRequest(answered) : NOBODY;
      const named = { ...parties, ...definedOnly(facts), ...definedOnly(outcome.parties ?? {}) };
      const { command, ...known } = { ...named, provider: answered?.servedBy ?? named.provider };
      const { error } = outcome;
      return {
        id,
        time: new Date(started).toISOString(),
        ...command === void 0 ? {} : { command },
        task: known.task,
        model: known.model,
        provider: known.provider,
        routed: known.routed,
        host: known.host,
        usage: sumUsage(seen),
        ...sumCost(seen, known, outcome.offers),
        attempts: seen.filter(({ isMain }) => isMain).map((request) => toAttempt(request, known.provider)),
        first_ms: answered?.first === void 0 || answered.first === null ? null : Math.round(answered.first),
        total_ms: Math.round(ended),
        finish_reason: answered ? factsOf(answered).finishReason : null,
        ...error === void 0 ? {} : { error: describeError(error) }
      };
    }
  };
}
function startExcerpt(response) {
  const type = response?.headers.get("content-type") ?? "";
  if (!READABLE.test(type)) return null;
  return new Excerpt(/event-stream/i.test(type) ? STREAM_TAIL : BODY_TAIL);
}
function findAnswered(seen) {
  return seen.findLast(({ isMain, response }) => isMain && response && response.status < 400) ?? seen.findLast(({ isMain }) => isMain) ?? seen.at(-1);
}
const NOBODY = { task: null, model: null, provider: null, routed: false, host: null };
function lastEnd(seen) {
  let last;
  for (const { ended } of seen) {
    if (ended === null) return void 0;
    last = Math.max(last ?? 0, ended);
  }
  return last;
}
function providerOf(request) {
  const { provider, hasSuffix } = findPlace(request.url);
  return hasSuffix ? partiesOfRequest(request).provider : provider;
}
function partiesOfRequest(request) {
  request.parties ??= findParties(request.url, parseBody(request.body));
  return request.parties;
}
function factsOf(request) {
  if (request.facts === void 0 || request.ended === null)
    request.facts = readFacts(request.excerpt?.read() ?? NOTHING);
  return request.facts;
}
function sumUsage(seen) {
  let total = null;
  for (const request of seen) {
    const { usage } = factsOf(request);
    if (!usage) continue;
    if (!total) {
      total = usage;
      continue;
    }
    const { input_tokens, output_tokens, cached_tokens, reasoning_tokens } = total;
    total = {
      input_tokens: input_tokens + usage.input_tokens,
      output_tokens: output_tokens + usage.output_tokens,
      ...addOptional("cached_tokens", cached_tokens, usage.cached_tokens),
      ...addOptional("reasoning_tokens", reasoning_tokens, usage.reasoning_tokens)
    };
  }
  return total;
}
function addOptional(name, a, b) {
  return a === void 0 && b === void 0 ? {} : { [name]: (a ?? 0) + (b ?? 0) };
}
const SOURCES = ["reported", "router", "bundled"];
function sumCost(seen, parties, offers) {
  const costs = seen.flatMap((request) => {
    const { usage, cost, model } = factsOf(request);
    const reported = cost ?? (request.response && readCostHeader(request.response.headers));
    const isFree = usage === null && (reported === null || reported === void 0);
    if (isFree && (!request.isMain || (request.response?.status ?? 500) >= 400)) return [];
    const { provider, routed } = parties;
    const models = () => [parties.model, model, partiesOfRequest(request).model];
    return [findCost({ usage, reported, provider, routed, models }, offers)];
  });
  const known = costs.flatMap(({ cost_usd }) => cost_usd === null ? [] : [cost_usd]);
  if (costs.length === 0 || known.length < costs.length) return { cost_usd: null, price_source: null };
  const source = SOURCES.findLast((candidate) => costs.some(({ price_source }) => price_source === candidate));
  return { cost_usd: sum(known), price_source: source ?? null };
}
function parseBody(body) {
  return typeof body === "string" ? parseJson(body) : void 0;
}
function toAttempt({ response, servedBy, error, began, ended }, provider) {
  const { name, code } = readError(error);
  return {
    provider: servedBy ?? provider,
    ...response ? { status: response.status } : {},
    ...error === void 0 ? {} : { error: code ?? name },
    ms: Math.round((ended ?? began) - began)
  };
}
function definedOnly(value) {
  const kept = {};
  for (const name in value) if (value[name] !== void 0) kept[name] = value[name];
  return kept;
}
export {
  startCall
};
