import type { Fetch } from "../http/index.ts";
import { type Cost, findCost } from "./cost.ts";
import { type CallIdentity, type Exchange, formatId, type PriceSource, reserveId, type Usage } from "./exchange.ts";
import { describeError } from "./failure.ts";
import type { Offer } from "./offers.ts";
import { SeenRequest } from "./seen-request.ts";
import { observeBody } from "./tap.ts";
import { sumCosts } from "./token-price.ts";
import { readCostHeader, sumUsage } from "./usage.ts";

/** Facts of a call that the caller passes in; the rest is read from its requests. */
export type CallFacts = Partial<CallIdentity> & { command?: string | undefined };

export interface CallOptions {
	/** Clock, in milliseconds since 1970. Default `Date.now`. */
	now?: (() => number) | undefined;
}

/** Fields of a trace besides the exchange. */
export interface CallDetails {
	/** The JSON body of the request that succeeded. */
	request: unknown;
	response: { id: string | null; model: string | null };
	/** Origin of the service. */
	server: string | null;
}

/** Facts known when a call ends. */
export interface EndFacts {
	error?: unknown;
	/** The router's list of models, for the cost. */
	offers?: readonly Offer[] | undefined;
	/** Provider and model, if the caller has more exact ones. */
	identity?: Partial<CallIdentity> | undefined;
	/** The JSON of the response, if the caller has parsed it. */
	response?: unknown;
	/** Returns the estimated usage of a call that was aborted before its service reported it. */
	estimate?: (() => Usage) | undefined;
}

const UNKNOWN_CALL: CallIdentity = { task: null, model: null, provider: null, routed: false, host: null };
/** Paths where models are described, not run. */
const HUB = /^https?:\/\/(huggingface\.co|hf\.co)\//;

/**
 * A call in progress: all requests sent with its `fetch` add up to one exchange.
 *
 * Bodies are forwarded as they arrive. Excerpts are read and the record is built only on demand, so a call whose
 * record is never read costs next to nothing (`npm run bench:exchange`).
 */
export class ObservedCall {
	private readonly facts: CallFacts;
	/** In milliseconds since 1970. */
	private readonly started: number;
	/** Milliseconds since the start; never negative, even if the clock is set back. */
	private readonly elapsed: () => number;
	private readonly seen: SeenRequest[] = [];
	private readonly idNumber: number;
	private knownId: string | undefined = undefined;
	private ended: number | undefined = undefined;

	constructor(facts: CallFacts = {}, { now = Date.now }: CallOptions = {}) {
		this.facts = facts;
		const started = now();
		this.started = started;
		this.elapsed = () => Math.max(0, now() - started);
		this.idNumber = reserveId(started);
	}

	get id(): string {
		this.knownId ??= formatId(this.idNumber);
		return this.knownId;
	}

	/**
	 * Returns a `fetch` whose requests belong to the call. Wrap it in `retry`, so that attempts are counted.
	 * @param onEnd called when the body of a response was read, or the request failed
	 */
	watch(fetch: Fetch, onEnd?: (error?: unknown) => void): Fetch {
		return (input, init) => {
			const request = typeof input === "object" && "url" in input ? input : undefined;
			const url = request ? request.url : String(input);
			if (HUB.test(url)) return fetch(input, init);
			const method = init?.method ?? request?.method ?? "GET";
			const watched = new SeenRequest(url, method, init?.body, this.elapsed, onEnd);
			this.seen.push(watched);
			return observeFetch(fetch, input, init, watched);
		};
	}

	provider(): string | null {
		const answered = findAnswered(this.seen);
		return answered?.servedBy() ?? this.facts.provider ?? answered?.provider() ?? null;
	}

	details(): CallDetails {
		const answered = findAnswered(this.seen);
		const { id = null, model = null } = answered?.facts() ?? {};
		return {
			request: answered?.readBody(),
			response: { id, model },
			server: answered ? new URL(answered.url).origin : null,
		};
	}

	/** Ends the call and returns its record. Can be called again when more is known. */
	record(outcome: EndFacts = {}): Exchange {
		const { seen, facts } = this;
		this.ended ??= findEnd(seen) ?? this.elapsed();
		const answered = findAnswered(seen);
		const { identity = {}, offers, response, error, estimate } = outcome;
		if (response !== undefined) answered?.learn(response);
		// If the caller has named them, the body of the request need not be parsed.
		const isNamed = facts.model !== undefined && facts.provider !== undefined;
		const read: CallIdentity = (isNamed ? answered?.place() : answered?.identity()) ?? UNKNOWN_CALL;
		// Member by member, since this runs for each call of a gateway.
		const known: CallIdentity = {
			task: pick(identity.task, facts.task, read.task),
			model: pick(identity.model, facts.model, read.model),
			provider: answered?.servedBy() ?? pick(identity.provider, facts.provider, read.provider),
			routed: pick(identity.routed, facts.routed, read.routed),
			host: pick(identity.host, facts.host, read.host),
		};
		let usage = sumUsage(seen.map((request) => request.facts().usage));
		let { cost_usd, price_source } = sumCost(seen, known, offers);
		if (estimate && usage === null && seen.some(({ isMain }) => isMain)) {
			usage = { ...estimate(), estimated: true };
			const { provider, routed, model } = known;
			if (cost_usd === null)
				({ cost_usd, price_source } = findCost({ usage, provider, routed, models: [model] }, offers));
		}
		const first = answered?.first ?? null;
		const exchange: Exchange = {
			id: this.id,
			time: new Date(this.started).toISOString(),
			command: facts.command,
			...known,
			usage,
			cost_usd,
			price_source,
			attempts: [],
			first_ms: first === null ? null : Math.round(first),
			total_ms: Math.round(this.ended),
			finish_reason: answered ? answered.facts().finishReason : null,
		};
		for (const request of seen) if (request.isMain) exchange.attempts.push(request.toAttempt(known.provider));
		if (error !== undefined) exchange.error = describeError(error);
		return exchange;
	}
}

async function observeFetch(
	fetch: Fetch,
	input: Parameters<Fetch>[0],
	init: RequestInit | undefined,
	watched: SeenRequest,
): Promise<Response> {
	try {
		const response = await fetch(input, init);
		watched.response = response;
		return observeBody(response, init, watched);
	} catch (error) {
		watched.end(error);
		throw error;
	}
}

/** When the last request ended, not counting later printing. Undefined while one is in flight. */
function findEnd(seen: readonly SeenRequest[]): number | undefined {
	let last: number | undefined;
	for (const { ended } of seen) {
		if (ended === null) return undefined;
		last = Math.max(last ?? 0, ended);
	}
	return last;
}

function pick<T>(outcome: T | undefined, fact: T | undefined, read: T): T {
	return outcome !== undefined ? outcome : fact !== undefined ? fact : read;
}

/** Returns the last successful request to a model, else the last request. */
function findAnswered(seen: readonly SeenRequest[]): SeenRequest | undefined {
	const answered = seen.findLast(({ isMain, response }) => isMain && response && response.status < 400);
	return answered ?? seen.findLast(({ isMain }) => isMain) ?? seen.at(-1);
}

/** From the most reliable source to the least. */
const SOURCES: readonly PriceSource[] = ["reported", "router", "bundled"];

/** Returns the cost of all requests that cost something; null if one is unknown. */
function sumCost(seen: readonly SeenRequest[], identity: CallIdentity, offers: readonly Offer[] | undefined): Cost {
	const costs: Cost[] = [];
	for (const request of seen) {
		const cost = costOf(request, identity, offers);
		if (cost) costs.push(cost);
	}
	// Nearly every call is one request.
	if (costs.length === 1 && costs[0]) return costs[0];
	const cost_usd = sumCosts(costs.map((cost) => cost.cost_usd));
	const source = SOURCES.findLast((candidate) => costs.some(({ price_source }) => price_source === candidate));
	return { cost_usd, price_source: cost_usd === null ? null : (source ?? null) };
}

/** Undefined for a request without cost: errors without usage, polls and downloads. */
function costOf(
	request: SeenRequest,
	{ provider, routed, model: asked }: CallIdentity,
	offers: readonly Offer[] | undefined,
): Cost | undefined {
	const { usage, cost, model } = request.facts();
	const reported = cost ?? (request.response ? readCostHeader(request.response.headers) : null);
	if (reported === null && usage === null && (!request.isMain || (request.response?.status ?? 500) >= 400)) {
		return undefined;
	}
	const priced = { usage, reported, provider, routed };
	const found = findCost({ ...priced, models: [asked, model] }, offers);
	// The model in the request body is read last: the body may have megabytes.
	const isKnown = found.cost_usd !== null || usage === null || provider === null;
	return isKnown ? found : findCost({ ...priced, models: [request.identity().model] }, offers);
}
