import { nextTurn } from "../base/next-turn.ts";
import {
	type AnswerLimits,
	BYTES_PER_TOKEN,
	findAnswerLimits,
	findContext,
	highestCost,
	NO_LIMITS,
	UNKNOWN_LIMIT,
	worstOf,
} from "../exchange/cost-limit.ts";
import type { Offer } from "../exchange/index.ts";
import { costOf, formatCost } from "../exchange/token-price.ts";
import type { EndSignal } from "../http/index.ts";
import { GatewayError } from "./errors.ts";
import { joinTexts } from "./sse.ts";
import { withoutSuffix } from "./targets.ts";
import type { Budget, GatewaySettings, NamedKey, Spending, Spent, Target, TokenPrices } from "./types.ts";

/** Keeps what was spent in memory. */
export function createSpending(): Spending {
	const totals = new Map<string, Spent>();
	return {
		entries: () => totals.values(),
		add: (spent) => {
			const name = `${spent.day} ${spent.key ?? ""}`;
			totals.set(name, { ...spent, usd: (totals.get(name)?.usd ?? 0) + spent.usd });
		},
	};
}

/** Tokens of the longest request: files in base64 have more characters. */
const MAX_INPUT = 200_000;
/** Longer responses are not kept in full. */
const MAX_MEASURED = 250_000;
/** Seconds after which to retry a call whose budget is reserved by calls in flight. */
const IN_FLIGHT_RETRY_S = 5;

/** Returns the price of so many tokens in US dollars; null if unknown. */
type Price = (input: number, output: number) => number | null;

/** A call to a service that reserves the most it can cost from budgets, until it is settled. */
export interface Admission {
	/** US dollars; null if the price is unknown. */
	readonly most: number | null;
	/**
	 * Ends the call.
	 * @param cost null if unknown: then it is estimated from what was sent and received
	 * @param response its text so far; undefined if the target did not begin to respond
	 */
	settle(cost: number | null, response: string | undefined): void;
}

/** The body of a request to a service. */
export type SentBody = RequestInit["body"];

export type Budgets = ReturnType<typeof createBudgets>;

export function createBudgets(
	settings: () => Pick<GatewaySettings, "budget" | "unknownPrice">,
	spending: Spending = createSpending(),
	findOffers: () => readonly Offer[] | undefined,
	priceOfOwn: (target: Target) => TokenPrices | undefined,
	now: () => number,
	onGuess: () => void = () => undefined,
) {
	/** Since the gateway was created. */
	const run = createSpending();
	/** Calls in flight, with what they cost at most. */
	const open = new Set<{ key: string | null; most: number }>();
	/** Called when a call in flight was settled. */
	const waiting: (() => void)[] = [];

	/** Returns the error for a budget that calls in flight may use up. @throws GatewayError 429 for one that is spent */
	const check = (limit: Budget | undefined, key: string | undefined): GatewayError | undefined => {
		if (!limit) return undefined;
		const { usd, per } = limit;
		const time = now();
		const since = per === "run" ? "" : dayOf(time).slice(0, per === "month" ? 7 : 10);
		const counts = (entry: { key: string | null }): boolean => key === undefined || key === entry.key;
		let spent = 0;
		for (const entry of (per === "run" ? run : spending).entries()) {
			if (entry.day.startsWith(since) && counts(entry)) spent += entry.usd;
		}
		const name = `The budget of ${key ?? "this gateway"}, ${formatCost(usd)} USD${per === "run" ? "" : ` per ${per}`},`;
		if (spent >= usd) {
			const opens = endOf(per, time);
			const when = opens ? `at ${new Date(opens).toISOString().replace(".000Z", "Z")}` : "when hub serve starts again";
			throw quota(`${name} is spent. It resets ${when}.`, opens && (opens - time) / 1000, "false");
		}
		for (const entry of open) if (counts(entry)) spent += entry.most;
		if (spent < usd) return undefined;
		return quota(`${name} may be used up by calls in flight. Try again when they have ended.`, IN_FLIGHT_RETRY_S);
	};
	const mayAllow = (): boolean => settings().unknownPrice === "allow";
	/** Whether a budget counts the calls of a key. */
	const count = (key: NamedKey | undefined): boolean => settings().budget !== undefined || key?.budget !== undefined;
	const checkAll = (key: NamedKey | undefined): GatewayError | undefined =>
		check(settings().budget, undefined) ?? check(key?.budget, key?.name);
	const book = (key: string | null, usd: number, time = now()): void => {
		if (usd === 0) return;
		const spent = { day: dayOf(time), key, usd };
		run.add(spent);
		spending.add(spent);
	};
	const settled = (canceled: EndSignal): Promise<void> =>
		new Promise((resolve, reject) => {
			const release = canceled.onCancel(() => reject(canceled.reason));
			waiting.push(() => {
				release();
				resolve();
			});
		});
	return {
		count,
		/** Whether calls with this key are refused if their price is unknown. */
		refusesUnknown: (key: NamedKey | undefined): boolean => count(key) && !mayAllow(),
		/**
		 * Returns the targets that a request may go to: those whose price is known, or all.
		 * @throws GatewayError 429 for a budget that is spent or reserved, 400 if no price is known
		 */
		choose(key: NamedKey | undefined, targets: readonly Target[]): readonly Target[] {
			if (!count(key)) return targets;
			const refusal = checkAll(key);
			if (refusal) throw refusal;
			if (mayAllow()) return targets;
			const known = targets.filter((target) => findPrice(target, findOffers() ?? [], priceOfOwn)(1, 1) !== null);
			if (known.length === 0) throw refusePrice(targets);
			return known;
		},
		/**
		 * Admits a call to a service; undefined if no budget counts it.
		 * @param patience how long to wait for calls in flight that may use up the budget; without it the call is refused
		 * @throws GatewayError 429 for a budget that is spent, 400 for an unknown price
		 */
		async admit(
			key: NamedKey | undefined,
			target: Target,
			body: SentBody,
			patience?: EndSignal,
		): Promise<Admission | undefined> {
			if (!count(key)) return undefined;
			const { input: sent, limits } = await measureRequest(body);
			for (let refusal = checkAll(key); refusal; refusal = checkAll(key)) {
				if (!patience) throw refusal;
				await settled(patience);
			}
			const offers = findOffers() ?? [];
			const price = findPrice(target, offers, priceOfOwn);
			const provider = target.provider ?? target.pinned;
			const context = findContext({ model: target.model, ...(provider ? { provider } : {}), offers });
			const { input_tokens: input, output_tokens: output = 0 } = worstOf(sent, limits, context ?? UNKNOWN_LIMIT);
			const most = price(input, output);
			if (most === null && !mayAllow()) throw refusePrice([target]);
			const entry = { key: key?.name ?? null, most: most ?? 0 };
			open.add(entry);
			return {
				most,
				settle: (cost, response) => {
					if (!open.delete(entry)) return;
					const estimate =
						response === undefined ? 0 : price(input, Math.min(output, measureResponse(response, output)));
					if (cost === null && estimate) onGuess();
					book(entry.key, cost ?? estimate ?? 0);
					for (const resume of waiting.splice(0)) resume();
				},
			};
		},
		/** Adds to what was spent at a time, by default now; a negative amount corrects what was counted too high. */
		book,
	};
}

function quota(message: string, retryAfter: number | undefined, shouldRetry = "true"): GatewayError {
	const code = "insufficient_quota";
	return new GatewayError(429, message, { code, type: code, retryAfter, headers: { "x-should-retry": shouldRetry } });
}

function refusePrice(targets: readonly Target[]): GatewayError {
	const names = targets.map(({ model, provider }) => (provider ? `${model} at ${provider}` : model)).join(", ");
	const message = `The price of ${names} is unknown, and a budget counts this call. --unknown-price allow lets it through.`;
	return new GatewayError(400, message, { code: "unknown_price", param: "model" });
}

function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}

function endOf(per: Budget["per"], time: number): number | undefined {
	if (per === "run") return undefined;
	const date = new Date(time);
	const day = per === "day" ? date.getUTCDate() + 1 : 1;
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + (per === "month" ? 1 : 0), day);
}

/** Characters to search before yielding to the event loop. */
const SLICE = 2 ** 20;
/** Characters of the longest name and number that may cross two slices. */
const OVERLAP = 100;

/** Returns the tokens of a request, and the number and length of the requested answers. */
async function measureRequest(body: SentBody): Promise<{ input: number; limits: AnswerLimits }> {
	const text = typeof body === "string" ? body : "";
	let limits = NO_LIMITS;
	for (let from = 0; from < text.length; from += SLICE) {
		if (from > 0) await nextTurn();
		limits = findAnswerLimits(text.slice(from, from + SLICE + OVERLAP), limits);
	}
	return { input: Math.min(MAX_INPUT, Math.ceil(sizeOf(body) / BYTES_PER_TOKEN)), limits };
}

/** Returns the characters or bytes of a body; a stream counts as the longest one. */
function sizeOf(body: SentBody): number {
	if (body === undefined || body === null) return 0;
	if (typeof body === "string") return body.length;
	if (body instanceof Blob) return body.size;
	if (body instanceof FormData) return [...body.values()].reduce((sum, value) => sum + sizeOf(value), 0);
	if (body instanceof URLSearchParams) return body.toString().length;
	return "byteLength" in body ? body.byteLength : MAX_INPUT * BYTES_PER_TOKEN;
}

/** Returns the tokens of a response so far: of a stream, at least one for each event. */
function measureResponse(response: string, most: number): number {
	if (response.length > MAX_MEASURED) return most;
	const isStream = /^\s*(?:data|event):/.test(response);
	const events = isStream ? response.split("\ndata:").length : 0;
	return Math.max(events, Math.ceil((isStream ? joinTexts(response) : response).length / BYTES_PER_TOKEN));
}

/** Returns the highest price of a target's providers: the router may choose any of them. */
function findPrice(
	target: Target,
	offers: readonly Offer[],
	priceOfOwn: (target: Target) => TokenPrices | undefined,
): Price {
	const { model: name, isLocal } = target;
	const provider = target.provider ?? target.pinned;
	const own = isLocal && priceOfOwn(target);
	if (isLocal)
		return (input, output) => (own ? (costOf({ input_tokens: input, output_tokens: output }, own) ?? null) : null);
	const model = withoutSuffix(name);
	// Some services list a model by its name without owner.
	const models = [model, model.slice(model.indexOf("/") + 1)];
	const call = { ...(provider ? { provider } : { routed: true }), offers, models };
	return (input, output) => highestCost(call, { input_tokens: input, output_tokens: output });
}
