import { getPath, omitUndefined, parseJson, readMember } from "../base/json.ts";
import { findFirst } from "../http/list-order.ts";
import type { ExcerptText } from "./excerpt.ts";
import type { Usage } from "./exchange.ts";

export interface ResponseFacts {
	usage: Usage | null;
	/** US dollars, if the response reports its cost. */
	cost: number | null;
	finishReason: string | null;
	model: string | null;
	id: string | null;
}

/** Reads the facts of a JSON response or a stream of events. */
export function readFacts({ head, tail, isWhole }: ExcerptText): ResponseFacts {
	const whole = isWhole && /^\s*[[{]/.test(tail) ? parseJson(tail) : undefined;
	if (whole !== undefined) return readValueFacts(whole);
	const facts = noFacts();
	for (const text of [tail, head]) if (text !== "") addEvents(facts, text);
	facts.usage ??= readUsage({ usage: findUsage(tail) ?? findUsage(head) });
	return facts;
}

export function readValueFacts(value: unknown): ResponseFacts {
	return addFacts(noFacts(), value);
}

function noFacts(): ResponseFacts {
	return { usage: null, cost: null, finishReason: null, model: null, id: null };
}

/** Starts with the last event, and parses only events that can contain missing facts. */
function addEvents(facts: ResponseFacts, text: string): void {
	const mayHaveUsage = USAGE.test(text);
	const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
	// The first line may be cut off and is then not JSON.
	for (let end = lines.length; end >= 0; ) {
		const { usage, finishReason, model, id } = facts;
		if ((usage ?? !mayHaveUsage) && finishReason !== null && model !== null && id !== null) return;
		const start = end === 0 ? 0 : lines.lastIndexOf("\n", end - 1) + 1;
		const line = lines.slice(start, end);
		end = start - 1;
		const isRelevant =
			(mayHaveUsage && facts.usage === null && USAGE.test(line)) ||
			(facts.finishReason === null && FINISH_REASON.test(line)) ||
			(facts.model === null && line.includes('"model"')) ||
			(facts.id === null && line.includes('"id"'));
		const event = isRelevant && EVENT.test(line) ? parseJson(line.replace(/^data:/, "")) : undefined;
		if (event !== undefined) addFacts(facts, event);
	}
}

const EVENT = /^(data:|\s*\{)/;
const FINISH_REASON = /"finish_reason"\s*:\s*"/;
/** The members that `readUsage` and `readCost` read. */
const USAGE = /"(usage|tokens|metrics|inference_status|meta|details)"\s*:\s*\{/;

/** Keeps known facts: later events are read first. */
function addFacts(facts: ResponseFacts, given: unknown): ResponseFacts {
	const inner: unknown = Array.isArray(given) ? given[0] : given;
	const response = readMember(inner, "response");
	const value = typeof response === "object" && response !== null ? response : inner;
	facts.usage ??= readUsage(value);
	facts.cost ??= readCost(value);
	facts.finishReason ??=
		asText(readMember(findFirst(readMember(value, "choices")), "finish_reason")) ??
		asText(getPath(value, "details", "finish_reason")) ??
		asText(readMember(value, "finish_reason"));
	facts.model ??= asText(readMember(value, "model"));
	facts.id ??= asText(readMember(value, "id"));
	return facts;
}

/** Where services report tokens, and their names for those of input and output. */
const USAGE_PATHS = "usage usage.tokens x_groq.usage meta.tokens meta.billed_units metrics inference_status details"
	.split(" ")
	.map((path) => path.split("."));
const INPUT = ["prompt_tokens", "input_tokens", "input_token_count", "tokens_input", "input_length"];
const OUTPUT = ["completion_tokens", "output_tokens", "output_token_count", "tokens_generated", "generated_tokens"];

/** Returns the tokens reported by a JSON response or an event of a stream; services use several forms. */
export function readUsage(value: unknown): Usage | null {
	for (const path of USAGE_PATHS) {
		const place = getPath(value, ...path);
		const input = readCount(place, ...INPUT);
		const output = readCount(place, ...OUTPUT);
		// Embeddings have no output, and some services omit it then.
		const hasOutput = output !== undefined || path.join() === "usage" || readCount(place, "total_tokens") !== undefined;
		if (input === undefined || !hasOutput) continue;
		const cached =
			readCount(readMember(place, "prompt_tokens_details"), "cached_tokens") ??
			readCount(readMember(place, "input_tokens_details"), "cached_tokens") ??
			readCount(place, "prompt_cache_hit_tokens", "cached_tokens");
		const reasoning =
			readCount(readMember(place, "completion_tokens_details"), "reasoning_tokens") ??
			readCount(readMember(place, "output_tokens_details"), "reasoning_tokens") ??
			readCount(place, "reasoning_tokens");
		const parts = omitUndefined({ cached_tokens: cached, reasoning_tokens: reasoning });
		return { input_tokens: input, output_tokens: output ?? 0, ...parts };
	}
	return null;
}

const COUNTS = ["input_tokens", "output_tokens", "cached_tokens", "reasoning_tokens"] as const;

/** Adds up tokens; null if none are known. */
export function sumUsage(usages: readonly (Usage | null)[]): Usage | null {
	if (usages.length < 2) return usages[0] ?? null;
	const known = usages.filter((usage) => usage !== null);
	if (known.length === 0) return null;
	const total: Usage = { input_tokens: 0, output_tokens: 0 };
	for (const usage of known) {
		for (const name of COUNTS) if (usage[name] !== undefined) total[name] = (total[name] ?? 0) + usage[name];
		if (usage.estimated) total.estimated = true;
	}
	return total;
}

/** Returns how much of the input came from the provider's cache, in whole percent; undefined if nothing did. */
export function cachedPercent({ input_tokens, cached_tokens = 0 }: Usage): number | undefined {
	return cached_tokens > 0 ? Math.floor((100 * Math.min(cached_tokens, input_tokens)) / input_tokens) : undefined;
}

/** Returns the US dollars reported by a JSON response; null if there are none. */
export function readCost(value: unknown): number | null {
	const costs = [
		getPath(value, "usage", "cost"),
		getPath(value, "usage", "estimated_cost"),
		getPath(value, "inference_status", "cost"),
	];
	return costs.map(parseCost).find((cost) => cost !== undefined) ?? null;
}

const COST_HEADERS = ["x-cost-usd", "x-cost", "x-request-cost", "x-inference-cost", "x-hub-cost"];

export function readCostHeader(headers: Pick<Headers, "get">): number | null {
	return COST_HEADERS.map((name) => parseCost(headers.get(name))).find((cost) => cost !== undefined) ?? null;
}

function parseCost(value: unknown): number | undefined {
	const isDecimal = typeof value === "string" && /^\$?\d+(\.\d+)?(e-?\d+)?$/i.test(value.trim());
	const cost = isDecimal ? Number(value.trim().replace("$", "")) : value;
	return typeof cost === "number" && Number.isFinite(cost) && cost >= 0 ? cost : undefined;
}

function readCount(value: unknown, ...names: string[]): number | undefined {
	for (const name of names) {
		const count = readMember(value, name);
		if (typeof count === "number" && Number.isInteger(count) && count >= 0) return count;
	}
	return undefined;
}

function asText(value: unknown): string | null {
	return typeof value === "string" && value !== "" ? value : null;
}

const MAX_OBJECT_LENGTH = 4 * 1024;

/** Returns the object after the last `"usage":` of a text, without parsing the whole text. */
function findUsage(text: string): unknown {
	const at = text.lastIndexOf('"usage":');
	if (at < 0 || text[at - 1] === "\\") return undefined;
	const start = text.indexOf("{", at);
	for (let end = text.indexOf("}", start); start >= 0 && end >= 0; end = text.indexOf("}", end + 1)) {
		const value = parseJson(text.slice(start, end + 1));
		if (value !== undefined) return value;
		if (end - start > MAX_OBJECT_LENGTH) return undefined;
	}
	return undefined;
}
