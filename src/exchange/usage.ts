import { parseJson, readMember } from "../json.ts";
import type { Usage } from "./exchange.ts";

/** Usage facts of a response. */
export interface ResponseFacts {
	usage: Usage | null;
	/** US dollars, where the response tells what it cost. */
	cost: number | null;
	finishReason: string | null;
	model: string | null;
	id: string | null;
}

/** A piece of a body, as bytes or already read as text. */
export type Piece = string | Uint8Array;

/** Larger JSON responses (embeddings, images) are not parsed a second time; only their usage is. */
const PARSED = 64 * 1024;
const HEAD = 4 * 1024;
const TAIL = 16 * 1024;

/** Reads the facts from the pieces of a JSON response or a stream of events. */
export function readFacts(pieces: readonly Piece[]): ResponseFacts {
	const facts: ResponseFacts = { usage: null, cost: null, finishReason: null, model: null, id: null };
	const size = pieces.reduce((sum, { length }) => sum + length, 0);
	const text = size <= PARSED ? decode(pieces) : "";
	const whole = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
	if (whole !== undefined) addFacts(facts, whole);
	else {
		const head = text || decode(takeFirst(pieces, HEAD));
		const tail = text || decode(takeLast(pieces, TAIL));
		for (const value of [...readEventsBackwards(tail), ...readEventsBackwards(head)]) addFacts(facts, value);
		facts.usage ??= readUsage({ usage: findObject(tail, "usage") ?? findObject(head, "usage") });
	}
	return facts;
}

/** Keeps what is known already: later events are looked at first. */
function addFacts(facts: ResponseFacts, given: unknown): void {
	const inner: unknown = Array.isArray(given) ? given[0] : given;
	const response = readMember(inner, "response");
	const value = typeof response === "object" && response !== null ? response : inner;
	facts.usage ??= readUsage(value);
	facts.cost ??= readCost(value);
	const choices = readMember(value, "choices");
	const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
	facts.finishReason ??=
		asText(readMember(choice, "finish_reason")) ??
		asText(readMember(readMember(value, "details"), "finish_reason")) ??
		asText(readMember(value, "finish_reason"));
	facts.model ??= asText(readMember(value, "model"));
	facts.id ??= asText(readMember(value, "id"));
}

/** The tokens a JSON response, or an event of a stream, says it took; services use several forms. */
export function readUsage(value: unknown): Usage | null {
	const usage = readMember(value, "usage");
	const places = [
		usage,
		readMember(usage, "tokens"),
		readMember(readMember(value, "x_groq"), "usage"),
		readMember(readMember(value, "meta"), "tokens"),
		readMember(readMember(value, "meta"), "billed_units"),
		readMember(value, "metrics"),
		readMember(value, "inference_status"),
		readMember(value, "details"),
	];
	for (const place of places) {
		const input = readCount(
			place,
			"prompt_tokens",
			"input_tokens",
			"input_token_count",
			"tokens_input",
			"input_length",
		);
		const output = readCount(
			place,
			"completion_tokens",
			"output_tokens",
			"output_token_count",
			"tokens_generated",
			"generated_tokens",
		);
		// Embeddings have no output, and some services leave it out then.
		if (
			input === undefined ||
			(output === undefined && readCount(place, "total_tokens") === undefined && place !== usage)
		) {
			continue;
		}
		const cached =
			readCount(readMember(place, "prompt_tokens_details"), "cached_tokens") ??
			readCount(readMember(place, "input_tokens_details"), "cached_tokens") ??
			readCount(place, "prompt_cache_hit_tokens", "cached_tokens");
		const reasoning =
			readCount(readMember(place, "completion_tokens_details"), "reasoning_tokens") ??
			readCount(readMember(place, "output_tokens_details"), "reasoning_tokens") ??
			readCount(place, "reasoning_tokens");
		return {
			input_tokens: input,
			output_tokens: output ?? 0,
			...(cached === undefined ? {} : { cached_tokens: cached }),
			...(reasoning === undefined ? {} : { reasoning_tokens: reasoning }),
		};
	}
	return null;
}

function readCost(value: unknown): number | null {
	const usage = readMember(value, "usage");
	const places = [
		readMember(usage, "cost"),
		readMember(usage, "estimated_cost"),
		readMember(readMember(value, "inference_status"), "cost"),
	];
	return places.map(parseCost).find((cost) => cost !== undefined) ?? null;
}

const COST_HEADERS = ["x-cost-usd", "x-cost", "x-request-cost", "x-inference-cost", "x-hub-cost"];

/** US dollars that a header of the response tells; null where none does. */
export function readCostHeader(headers: Headers): number | null {
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

/** The events of a text, the last first; the first one may be cut and is then no JSON. */
function* readEventsBackwards(text: string): Generator<unknown, void, undefined> {
	const lines = text.split(/\r\n|\r|\n/);
	for (const line of lines.reverse()) {
		const value = /^(data:|\s*\{)/.test(line) ? parseJson(line.replace(/^data:/, "")) : undefined;
		if (value !== undefined) yield value;
	}
}

/** The object that follows the last `"name":` of a text that is not parsed as a whole. */
function findObject(text: string, name: string): unknown {
	const at = text.lastIndexOf(`"${name}":`);
	if (at < 0 || text[at - 1] === "\\") return undefined;
	const start = text.indexOf("{", at);
	for (let end = text.indexOf("}", start); start >= 0 && end >= 0; end = text.indexOf("}", end + 1)) {
		const value = parseJson(text.slice(start, end + 1));
		if (value !== undefined) return value;
		if (end - start > HEAD) return undefined;
	}
	return undefined;
}

function decode(pieces: readonly Piece[]): string {
	const decoder = new TextDecoder();
	return pieces.map((piece) => (typeof piece === "string" ? piece : decoder.decode(piece, { stream: true }))).join("");
}

function takeFirst(pieces: readonly Piece[], size: number): Piece[] {
	const taken: Piece[] = [];
	let left = size;
	for (const piece of pieces) {
		if (left <= 0) break;
		taken.push(piece.slice(0, left));
		left -= piece.length;
	}
	return taken;
}

function takeLast(pieces: readonly Piece[], size: number): Piece[] {
	const taken: Piece[] = [];
	let left = size;
	for (let place = pieces.length - 1; place >= 0 && left > 0; place--) {
		const piece = pieces[place] ?? "";
		taken.unshift(piece.slice(Math.max(0, piece.length - left)));
		left -= piece.length;
	}
	return taken;
}
