import type { BodyObserver, Fetch } from "../http/index.ts";
import { parseJson } from "../json.ts";
import { type Cost, findCost } from "./cost.ts";
import { sum } from "./decimal.ts";
import { Excerpt, NOTHING } from "./excerpt.ts";
import { type Attempt, createId, type Exchange, type Parties, type PriceSource, type Usage } from "./exchange.ts";
import { describeError, readError } from "./failure.ts";
import { observeBody } from "./observe-body.ts";
import type { Offer } from "./offers.ts";
import { findParties, findPlace } from "./parties.ts";
import { StoppedEarly } from "./tap.ts";
import { type ResponseFacts, readCostHeader, readFacts, readValueFacts } from "./usage.ts";

/** Facts of a call that the caller passes in; the rest is read from its requests. */
export type CallFacts = Partial<Parties> & { command?: string | undefined };

export interface CallOptions {
	/** Clock, in milliseconds since 1970. Default `Date.now`. */
	now?: (() => number) | undefined;
}

/** One request of a call, as it was seen. */
interface Seen {
	url: string;
	body: unknown;
	/** From the start of the call. */
	began: number;
	ended: number | null;
	/** When the first byte of the body came, from the start of the call. */
	first: number | null;
	response?: Response;
	/** The provider that the router says it sent the request to. */
	servedBy?: string | null;
	error?: unknown;
	/** Of a body that can be read as text; null for others. */
	excerpt?: Excerpt | null;
	/** Whether it asks a model; polls, downloads and look-ups do not. */
	isMain: boolean;
	facts?: ResponseFacts;
	parties?: Parties;
}

/** Fields of a trace besides the exchange. */
export interface CallDetails {
	/** The JSON body of the request that was answered. */
	request: unknown;
	response: { id: string | null; model: string | null };
	/** Origin of the service. */
	server: string | null;
}

/** How a call ended. */
export interface Outcome {
	error?: unknown;
	/** The router's list of models, for the cost. */
	offers?: readonly Offer[] | undefined;
	/** Whom it was for, where the caller knows better. */
	parties?: Partial<Parties> | undefined;
	/** The JSON of the response, where the caller has read it already. */
	response?: unknown;
}

/** A call under way. */
export interface Call {
	id: string;
	/** A `fetch` whose requests belong to the call. It belongs under `retry`, so that attempts are counted. */
	watch(fetch: Fetch): Fetch;
	/** Who has served it so far, if anybody told. */
	provider(): string | null;
	/** The record of the call; may be asked for again when more is known. */
	end(outcome?: Outcome): Exchange;
	details(): CallDetails;
}

/** Where models are described, not run. */
const HUB = /^https?:\/\/(huggingface\.co|hf\.co)\//;
const READABLE = /\b(json|event-stream|ndjson|text)\b/i;
/** What is kept of the end of a stream of events, and of any other body, in bytes. */
const STREAM_TAIL = 8 * 1024;
const BODY_TAIL = 64 * 1024;

/**
 * Begins the record of a call: all requests sent with its `fetch` are summed up in one exchange.
 *
 * Bodies are passed on as they come; a response's usage is read from a copy of its last chunks when the call ends.
 */
export function startCall(facts: CallFacts = {}, { now = Date.now }: CallOptions = {}): Call {
	const started = now();
	const id = createId(started);
	const seen: Seen[] = [];
	let ended: number | undefined;
	const elapsed = (): number => Math.max(0, now() - started);

	const watch =
		(fetch: Fetch): Fetch =>
		(input, init) => {
			const url = typeof input === "object" && "url" in input ? input.url : String(input);
			if (HUB.test(url)) return fetch(input, init);
			const method = init?.method ?? (typeof input === "object" && "method" in input ? input.method : "GET");
			const isMain = method.toUpperCase() === "POST";
			const request: Seen = { url, body: init?.body, began: elapsed(), ended: null, first: null, isMain };
			seen.push(request);
			return fetch(input, init).then(
				(response) => {
					request.response = response;
					request.servedBy = response.headers.get("x-inference-provider");
					return observeBody(response, observe(request));
				},
				(error: unknown) => {
					request.error = error;
					request.ended = elapsed();
					throw error;
				},
			);
		};

	const observe = (request: Seen): BodyObserver => {
		const arrived = elapsed();
		let excerpt: Excerpt | null | undefined;
		return {
			piece: (content, isWhole) => {
				request.first ??= isWhole ? arrived : elapsed();
				if (excerpt === undefined) {
					excerpt = startExcerpt(request.response);
					request.excerpt = excerpt;
				}
				excerpt?.add(content);
			},
			end: (error) => {
				request.ended = elapsed();
				if (error !== undefined && !(error instanceof StoppedEarly)) request.error = error;
			},
		};
	};

	const provider = (): string | null => {
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
				server: answered ? new URL(answered.url).origin : null,
			};
		},
		end: (outcome = {}) => {
			// Printing afterwards does not count as the call's time.
			ended ??= lastEnd(seen) ?? elapsed();
			const answered = findAnswered(seen);
			if (answered && outcome.response !== undefined) answered.facts = readValueFacts(outcome.response);
			// Where the caller has named them, the body of the request need not be parsed.
			const isNamed = facts.model !== undefined && facts.provider !== undefined;
			const parties = answered ? (isNamed ? findPlace(answered.url) : partiesOfRequest(answered)) : NOBODY;
			const named = { ...parties, ...definedOnly(facts), ...definedOnly(outcome.parties ?? {}) };
			const { command, ...known } = { ...named, provider: answered?.servedBy ?? named.provider };
			const { error } = outcome;
			return {
				id,
				time: new Date(started).toISOString(),
				...(command === undefined ? {} : { command }),
				task: known.task,
				model: known.model,
				provider: known.provider,
				routed: known.routed,
				host: known.host,
				usage: sumUsage(seen),
				...sumCost(seen, known, outcome.offers),
				attempts: seen.filter(({ isMain }) => isMain).map((request) => toAttempt(request, known.provider)),
				first_ms: answered?.first === undefined || answered.first === null ? null : Math.round(answered.first),
				total_ms: Math.round(ended),
				finish_reason: answered ? factsOf(answered).finishReason : null,
				...(error === undefined ? {} : { error: describeError(error) }),
			};
		},
	};
}

/** Null for a body without text. */
function startExcerpt(response: Response | undefined): Excerpt | null {
	const type = response?.headers.get("content-type") ?? "";
	if (!READABLE.test(type)) return null;
	return new Excerpt(/event-stream/i.test(type) ? STREAM_TAIL : BODY_TAIL);
}

/** The last request to a model that was answered, else the last one. */
function findAnswered(seen: readonly Seen[]): Seen | undefined {
	return (
		seen.findLast(({ isMain, response }) => isMain && response && response.status < 400) ??
		seen.findLast(({ isMain }) => isMain) ??
		seen.at(-1)
	);
}

const NOBODY: Parties = { task: null, model: null, provider: null, routed: false, host: null };

/** Undefined while a request is under way. */
function lastEnd(seen: readonly Seen[]): number | undefined {
	let last: number | undefined;
	for (const { ended } of seen) {
		if (ended === null) return undefined;
		last = Math.max(last ?? 0, ended);
	}
	return last;
}

function providerOf(request: Seen): string | null {
	const { provider, hasSuffix } = findPlace(request.url);
	return hasSuffix ? partiesOfRequest(request).provider : provider;
}

function partiesOfRequest(request: Seen): Parties {
	request.parties ??= findParties(request.url, parseBody(request.body));
	return request.parties;
}

function factsOf(request: Seen): ResponseFacts {
	// Read again where more has come since.
	if (request.facts === undefined || request.ended === null)
		request.facts = readFacts(request.excerpt?.read() ?? NOTHING);
	return request.facts;
}

function sumUsage(seen: readonly Seen[]): Usage | null {
	let total: Usage | null = null;
	for (const request of seen) {
		const { usage } = factsOf(request);
		if (!usage) continue;
		if (!total) {
			total = usage;
			continue;
		}
		const { input_tokens, output_tokens, cached_tokens, reasoning_tokens }: Usage = total;
		total = {
			input_tokens: input_tokens + usage.input_tokens,
			output_tokens: output_tokens + usage.output_tokens,
			...addOptional("cached_tokens", cached_tokens, usage.cached_tokens),
			...addOptional("reasoning_tokens", reasoning_tokens, usage.reasoning_tokens),
		};
	}
	return total;
}

function addOptional<Name extends string>(
	name: Name,
	a: number | undefined,
	b: number | undefined,
): { [N in Name]?: number } {
	return (a === undefined && b === undefined ? {} : { [name]: (a ?? 0) + (b ?? 0) }) as { [N in Name]?: number };
}

/** From the surest source to the least sure. */
const SOURCES: readonly PriceSource[] = ["reported", "router", "bundled"];

/** The cost of all requests that cost something; null where that of one is not known. */
function sumCost(seen: readonly Seen[], parties: Parties, offers: readonly Offer[] | undefined): Cost {
	const costs = seen.flatMap((request): Cost[] => {
		const { usage, cost, model } = factsOf(request);
		const reported = cost ?? (request.response && readCostHeader(request.response.headers));
		// Errors without usage, polls and downloads cost nothing of their own.
		const isFree = usage === null && (reported === null || reported === undefined);
		if (isFree && (!request.isMain || (request.response?.status ?? 500) >= 400)) return [];
		const { provider, routed } = parties;
		const models = (): (string | null)[] => [parties.model, model, partiesOfRequest(request).model];
		return [findCost({ usage, reported, provider, routed, models }, offers)];
	});
	const known = costs.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
	if (costs.length === 0 || known.length < costs.length) return { cost_usd: null, price_source: null };
	const source = SOURCES.findLast((candidate) => costs.some(({ price_source }) => price_source === candidate));
	return { cost_usd: sum(known), price_source: source ?? null };
}

function parseBody(body: unknown): unknown {
	return typeof body === "string" ? parseJson(body) : undefined;
}

function toAttempt({ response, servedBy, error, began, ended }: Seen, provider: string | null): Attempt {
	const { name, code } = readError(error);
	return {
		provider: servedBy ?? provider,
		...(response ? { status: response.status } : {}),
		...(error === undefined ? {} : { error: code ?? name }),
		ms: Math.round((ended ?? began) - began),
	};
}

function definedOnly<T extends object>(value: T): Partial<T> {
	const kept: Partial<T> = {};
	for (const name in value) if (value[name] !== undefined) kept[name] = value[name];
	return kept;
}
