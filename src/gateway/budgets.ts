import { findCost, type Offer } from "../exchange/index.ts";
import { formatCost } from "../exchange/token-price.ts";
import { INFERENCE_PROVIDERS } from "../inference/index.ts";
import { GatewayError } from "./errors.ts";
import { joinTexts } from "./sse.ts";
import { withoutSuffix } from "./targets.ts";
import type { Budget, GatewayOptions, NamedKey, Spending, Spent, Target } from "./types.ts";

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

/** Fewer than usual, so that the estimate is rather too high. */
const CHARACTERS_PER_TOKEN = 3;
/** Tokens of the longest request: files in base64 have more characters. */
const MAX_INPUT = 200_000;
/** No answer is longer, whatever the request allows. */
const MAX_OUTPUT = 1e9;
/** Tokens of an answer for which the request sets no limit. */
const USUAL_OUTPUT = 4096;
/** Longer responses are not kept whole. */
const MAX_MEASURED = 250_000;
/** Seconds until a call may be tried again whose budget is taken by calls in flight. */
const IN_FLIGHT_RETRY_S = 5;

/** US dollars of so many tokens; null if unknown. */
type Price = (input: number, output: number) => number | null;

/** A call that counts against budgets until it is settled. */
export interface Admission {
	/** Targets whose price is known, or all. */
	readonly targets: readonly Target[];
	/**
	 * Ends the call.
	 * @param cost null if unknown: then what was sent and received is estimated
	 * @param response its text so far; undefined if no target began to answer
	 */
	settle(cost: number | null, response: string | undefined): void;
}

export type Budgets = ReturnType<typeof createBudgets>;

export function createBudgets(
	{ budget, unknownPrice = "refuse", spending = createSpending() }: GatewayOptions,
	findOffers: () => readonly Offer[] | undefined,
	now: () => number,
) {
	/** Since the gateway was created. */
	const run = createSpending();
	/** Calls in flight, with what they cost at most. */
	const open = new Set<{ key: string | null; most: number }>();

	/** @param key undefined for all calls */
	const check = (limit: Budget | undefined, key: string | undefined): void => {
		if (!limit) return;
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
			throw quota(`${name} is spent. It opens again ${when}.`, opens && (opens - time) / 1000, "false");
		}
		for (const entry of open) if (counts(entry)) spent += entry.most;
		if (spent >= usd)
			throw quota(`${name} may be used up by calls in flight. Try again when they have ended.`, IN_FLIGHT_RETRY_S);
	};
	/** Whether a budget counts the calls of a key. */
	const count = (key: NamedKey | undefined): boolean => budget !== undefined || key?.budget !== undefined;
	return {
		count,
		/**
		 * Lets a call begin; undefined where no budget counts it.
		 * @param text of the request
		 * @throws GatewayError 429 for a budget that is spent, 400 for an unknown price
		 */
		admit(key: NamedKey | undefined, targets: readonly Target[], text: string): Admission | undefined {
			if (!count(key)) return undefined;
			check(budget, undefined);
			check(key?.budget, key?.name);
			const [input, output] = measureRequest(text);
			const prices = targets.map((target) => findPrice(target, findOffers() ?? []));
			const known = targets.filter((_, place) => prices[place]?.(input, output) !== null);
			const isRefusing = unknownPrice !== "allow";
			if (isRefusing && known.length === 0) throw refusePrice(targets);
			const price: Price = (from, to) => highest(prices.map((find) => find(from, to)));
			const entry = { key: key?.name ?? null, most: price(input, output) ?? 0 };
			open.add(entry);
			return {
				targets: isRefusing ? known : targets,
				settle: (cost, response) => {
					open.delete(entry);
					const estimate =
						response === undefined ? 0 : price(input, Math.min(output, measureResponse(response, output)));
					const spent = { day: dayOf(now()), key: entry.key, usd: cost ?? estimate ?? 0 };
					if (spent.usd === 0) return;
					run.add(spent);
					spending.add(spent);
				},
			};
		},
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

/** Returns the tokens of a request, and of the longest answer to it. */
function measureRequest(text: string): [input: number, output: number] {
	// However the name and the number are written.
	const plain = text.replace(/\\u00([2-7][\da-f])/gi, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
	const limits = plain.matchAll(/"max_(?:completion_|output_|new_)?tokens"\s*:\s*(\d[\d.]*(?:e\+?\d+)?)/gi);
	const output = [...limits].reduce((most, [, number]) => Math.max(most, Math.min(MAX_OUTPUT, Number(number))), 0);
	return [Math.min(MAX_INPUT, Math.ceil(text.length / CHARACTERS_PER_TOKEN)), output || USUAL_OUTPUT];
}

/** Returns the tokens of a response so far: of a stream, at least one for each event. */
function measureResponse(response: string, most: number): number {
	if (response.length > MAX_MEASURED) return most;
	const isStream = /^\s*(?:data|event):/.test(response);
	const events = isStream ? response.split("\ndata:").length : 0;
	return Math.max(events, Math.ceil((isStream ? joinTexts(response) : response).length / CHARACTERS_PER_TOKEN));
}

/** Returns the highest price of a target's providers: which one answers may be the router's choice. */
function findPrice({ model: name, provider, isLocal }: Target, offers: readonly Offer[]): Price {
	if (isLocal) return () => 0;
	const model = withoutSuffix(name);
	const offered = offers.filter((offer) => offer.model === model).map((offer) => offer.provider);
	const providers = provider ? [provider] : offered.length > 0 ? offered : INFERENCE_PROVIDERS;
	// Some services know a model by its name without owner.
	const models = [model, model.slice(model.indexOf("/") + 1)];
	return (input, output) => {
		const usage = { input_tokens: input, output_tokens: output };
		const costs = providers.flatMap((id) =>
			[true, false].map((routed) => findCost({ usage, provider: id, routed, models }, offers).cost_usd),
		);
		return highest(costs);
	};
}

function highest(costs: readonly (number | null)[]): number | null {
	const known = costs.filter((cost) => cost !== null);
	return known.length > 0 ? Math.max(...known) : null;
}
