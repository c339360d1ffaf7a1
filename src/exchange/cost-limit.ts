import { ANSWER_COUNTS } from "../base/answer-counts.ts";
import { parseJson, readMember } from "../base/json.ts";
import { InferenceClientInputError } from "../errors.ts";
import type { Fetch } from "../http/index.ts";
import { ObservedCall } from "./call.ts";
import { findCallIdentity, isLookup } from "./call-identity.ts";
import { findCost, PRICED_PROVIDERS } from "./cost.ts";
import type { CallIdentity, Usage } from "./exchange.ts";
import type { Offer } from "./offers.ts";
import { formatCost } from "./token-price.ts";

/** Facts that the caller has about the requests of a call; the rest is read from them. */
export interface PricedCall extends Partial<Pick<CallIdentity, "model" | "provider" | "routed">> {
	/** The router's prices and limits. */
	offers?: readonly Offer[] | undefined;
	/** The call costs nothing. */
	isFree?: boolean | undefined;
}

/** A request that was sent. */
interface PricedRequest {
	/** US dollars at most. */
	worst: number;
	/** US dollars; undefined while that is not known. */
	cost(): number | undefined;
}

/**
 * Keeps the cost of requests to models below a limit: a request is sent only if the most that it may cost is left. A sent
 * request counts with its cost, and until that is known with the most it may cost.
 */
export class CostLimit {
	/** US dollars. */
	readonly most: number;
	private readonly unknownPrice: "refuse" | "allow";
	private readonly onGuess: (() => void) | undefined;
	private readonly sent: PricedRequest[] = [];

	/**
	 * @param unknownPrice what to do with requests whose price is not known
	 * @param onGuess called after the first response that counts with the highest price, since it does not report its cost: the
	 * provider, or the number of tokens
	 */
	constructor(most: number, unknownPrice: "refuse" | "allow" = "refuse", onGuess?: () => void) {
		this.most = most;
		this.unknownPrice = unknownPrice;
		this.onGuess = onGuess && once(onGuess);
	}

	/** US dollars of all requests so far: their cost, or the most it may be. */
	get spent(): number {
		return this.sent.reduce((sum, { worst, cost }) => sum + (cost() ?? worst), 0);
	}

	/**
	 * Returns a `fetch` that refuses requests to models which the limit does not allow. It belongs under `retry`, so that
	 * attempts are counted.
	 * @param describe called before each request
	 * @throws InputError `over-budget` for a request that may cost more than is left, `unknown-price` for one whose price is
	 * not known: nothing was sent
	 */
	watch(fetch: Fetch, describe: () => PricedCall | Promise<PricedCall> = () => ({})): Fetch {
		return async (input, init) => {
			const request = typeof input === "object" && "url" in input ? input : undefined;
			const url = request ? request.url : String(input);
			const method = init?.method ?? request?.method ?? "GET";
			if (method.toUpperCase() !== "POST" || isLookup(url)) return await fetch(input, init);
			const body = typeof init?.body === "string" ? init.body : "";
			const { offers = [], ...known } = await describe();
			const { worst, tokens } = this.admit({ ...findCallIdentity(url, parseJson(body)), ...known, offers }, body);
			const counted = new ObservedCall(known.model === undefined ? {} : known);
			let status: number | undefined;
			let isGuess = false;
			const cost = (): number | undefined => {
				if (known.isFree || (status !== undefined && status >= 400)) return 0;
				const { cost_usd, usage, provider, routed, model } = counted.record({ offers });
				const named = { ...(provider === null ? {} : { provider }), routed: known.routed ?? routed };
				isGuess = cost_usd === null;
				return countedCost(cost_usd, { ...named, offers, models: [plainModel(model)] }, usage) ?? undefined;
			};
			const reportGuess = (): void => {
				if (status === undefined || status >= 400 || known.isFree) return;
				cost();
				if (isGuess && worst > 0) this.onGuess?.();
			};
			const sent: PricedRequest = { worst, cost };
			this.check(worst, tokens);
			this.sent.push(sent);
			try {
				const response = await counted.watch(fetch, reportGuess)(input, init);
				status = response.status;
				return response;
			} catch (error) {
				// Without a response there is no charge.
				this.sent.splice(this.sent.indexOf(sent), 1);
				throw error;
			}
		};
	}

	/** Returns what a request may cost at most, and with how many tokens of answer. */
	private admit(call: PricedCall, body: string): { worst: number; tokens: number | undefined } {
		if (call.isFree) return { worst: 0, tokens: undefined };
		const named = readMember(parseJson(body), "model");
		const models = [plainModel(call.model), typeof named === "string" ? named : undefined];
		const { input_tokens, output_tokens = UNKNOWN_LIMIT } = worstUsage(body, findContext(call));
		const usage = { input_tokens, output_tokens };
		const worst = highestCost({ ...call, models }, usage);
		if (worst !== null) return { worst, tokens: usage.output_tokens };
		if (this.unknownPrice === "allow") return { worst: 0, tokens: undefined };
		const name = call.model ?? "the model";
		throw new InferenceClientInputError(
			`The price of ${name} is not known, so the maximum cost cannot be enforced.`,
			"unknown-price",
		);
	}

	private check(worst: number, tokens: number | undefined): void {
		const { most, spent } = this;
		// Sums of floats are inexact.
		const isSpent = worst === 0 && spent > 0 && spent >= most;
		if (!isSpent && spent + worst <= most * (1 + 1e-9)) return;
		const state = `${round(spent)} of ${formatCost(most)} USD are spent`;
		const next = tokens === undefined ? "" : `, and the next answer may cost ${round(worst)} USD (${tokens} tokens)`;
		throw new InferenceClientInputError(`${state}${next}.`, "over-budget");
	}
}

/** The notice for a response that counts with the highest price of its possible providers. */
export function describeGuess(limit: string): string {
	return `Some responses do not report their cost: ${limit} counts the highest price.`;
}

function once(work: () => void): () => void {
	let isDone = false;
	return () => {
		if (isDone) return;
		isDone = true;
		work();
	};
}

const round = (cost: number): string => formatCost(Number(cost.toPrecision(3)));

/** Fewer than usual, so that the estimate is on the high side. In bytes, since non-Latin scripts take more tokens per letter. */
export const BYTES_PER_TOKEN = 3;
/** Tokens of an image, audio or another file in a text. */
const FILE_TOKENS = 4096;
/** Tokens of the longest answer of a model whose limit is not known. */
export const UNKNOWN_LIMIT = 32_768;

/** Limits of the answers that a request contains. */
export interface AnswerLimits {
	/** Tokens of one answer; 0 without a limit. */
	tokens: number;
	/** The number of requested answers. */
	count: number;
}

export const NO_LIMITS: AnswerLimits = { tokens: 0, count: 1 };

/** Upper bound of an answer, whatever a request allows. */
const MAX_OUTPUT = 1e9;
const NUMBER = String.raw`\s*:\s*"?(\d[\d.]*(?:[Ee]\+?\d+)?)`;
/** Limits of one answer, and numbers of answers, as services name them. */
const TOKENS = new RegExp(`"max_?(?:[Cc]ompletion_?|[Oo]utput_?|[Nn]ew_?)?[Tt]okens"${NUMBER}`, "g");
const COUNTS = new RegExp(`"(?:${ANSWER_COUNTS.join("|")})"${NUMBER}`, "g");

/**
 * Returns the highest limits in a part of a request, at any place in it: a whole request may have megabytes.
 * @param known those of the parts before
 */
export function findAnswerLimits(json: string, known: AnswerLimits = NO_LIMITS): AnswerLimits {
	return { tokens: highestNumber(json, TOKENS, known.tokens), count: highestNumber(json, COUNTS, known.count) };
}

function highestNumber(text: string, pattern: RegExp, least: number): number {
	let most = least;
	for (const [, number] of text.matchAll(pattern)) most = Math.max(most, Math.min(MAX_OUTPUT, Number(number)));
	return most;
}

/**
 * Returns the tokens of a request, and of the longest answers to it, if it or the context of the model bounds them.
 * @param input tokens of the request
 */
export function worstOf(
	input: number,
	{ tokens, count }: AnswerLimits,
	context: number | undefined,
): Pick<Usage, "input_tokens"> & { output_tokens: number | undefined } {
	const output = tokens > 0 ? tokens : context;
	return {
		input_tokens: context === undefined ? input : Math.min(input, context),
		output_tokens: output === undefined ? undefined : Math.min(MAX_OUTPUT, output * count),
	};
}

/**
 * As `worstOf`, of the body of a request.
 * @param body JSON
 */
export function worstUsage(body: string, context: number | undefined): ReturnType<typeof worstOf> {
	const { text, files } = withoutFiles(body);
	const input = Math.ceil(new TextEncoder().encode(text).length / BYTES_PER_TOKEN) + files * FILE_TOKENS;
	return worstOf(input, findAnswerLimits(text), context);
}

const FILE_START = /data:[\w.+-]{1,100}\/[\w.+-]{1,100};base64,/g;
const FILE_END = /[^\w+/=]/g;

/** Removes data URLs from a text. One expression for a whole URL would keep backtracking state for each character. */
function withoutFiles(body: string): { text: string; files: number } {
	let text = "";
	let files = 0;
	let end = 0;
	for (const match of body.matchAll(FILE_START)) {
		if (match.index < end) continue;
		text += body.slice(end, match.index);
		FILE_END.lastIndex = match.index + match[0].length;
		end = FILE_END.exec(body)?.index ?? body.length;
		files++;
	}
	return { text: text + body.slice(end), files };
}

/** Returns the longest context that the router lists for the model of a call; undefined if unknown. */
export function findContext({ model, provider, offers = [] }: PricedCall): number | undefined {
	const lengths = offers.flatMap((offer) => {
		const isServed = offer.model === plainModel(model) && (!provider || offer.provider === provider);
		return isServed ? (offer.context_length ?? []) : [];
	});
	return lengths.length > 0 ? Math.max(...lengths) : undefined;
}

/** Returns the highest cost at the possible providers, since the router may choose any of them; null if unknown. */
export function highestCost(
	call: Pick<PricedCall, "provider" | "routed" | "offers"> & { models: readonly (string | undefined)[] },
	usage: Usage,
): number | null {
	const { models, provider, routed, offers = [] } = call;
	// The price of a custom endpoint is unknown.
	if (!provider && !routed) return null;
	const offered = offers.filter((offer) => models.includes(offer.model)).map((offer) => offer.provider);
	const providers = provider ? [provider] : offered.length > 0 ? offered : PRICED_PROVIDERS;
	const costs = providers.flatMap((id) =>
		(routed === undefined ? [true, false] : [routed]).flatMap(
			(isRouted) => findCost({ usage, provider: id, routed: isRouted, models }, offers).cost_usd ?? [],
		),
	);
	return costs.length > 0 ? Math.max(...costs) : null;
}

/**
 * Returns the cost to count for a call: its own, else the highest one of its possible providers, since the
 * router does not always report which one served it; null if unknown.
 * @param cost as far as it is known
 */
export function countedCost(
	cost: number | null,
	call: Parameters<typeof highestCost>[0],
	usage: Usage | null,
): number | null {
	return cost ?? (usage ? highestCost(call, usage) : null);
}

/** The id of a model without the provider or policy after it. */
function plainModel(model: string | null | undefined): string | undefined {
	return model?.replace(/:[\w-]+$/, "");
}
