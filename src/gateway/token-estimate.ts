import { readMember, textOf } from "../base/json.ts";
import { RecentMap } from "../base/memoize.ts";

/** Characters of a request that are examined; the rest of a longer one is assumed to be similar. */
const MAX_SAMPLE = 2 ** 20;
const CHARACTERS_PER_TOKEN = 4;
/** Letters that one token holds at most, on average over long words and names in code. */
const LETTERS_PER_TOKEN = 8;

/** Estimates the tokens of all strings in a value: four characters each, more in code, digits and other scripts. */
export function estimateValue(value: unknown): number {
	let examined = 0;
	let counted = 0;
	const estimateText = (text: string): number => {
		const left = MAX_SAMPLE - examined;
		const sample = text.length > left ? text.slice(0, left) : text;
		const tokens = countPieces(sample);
		examined += sample.length;
		counted += tokens;
		return Math.ceil(tokens + (text.length - sample.length) * (counted / Math.max(1, examined)));
	};
	const estimate = (part: unknown): number => {
		if (typeof part === "string") return estimateText(part);
		if (part === null || typeof part !== "object") return 1;
		let tokens = 0;
		for (const [key, item] of Object.entries(part)) {
			tokens += estimate(item) + (Array.isArray(part) ? 0 : estimateText(key)) + 1;
		}
		return tokens;
	};
	return estimate(value);
}

/** Kinds of characters. */
const [END, OTHER, SPACE, LINE, DIGIT, UPPER, LOWER] = [0, 1, 2, 3, 4, 5, 6];

function kindOf(character: string): number {
	if (character === "\n") return LINE;
	if (/\s/.test(character)) return SPACE;
	if (/\d/.test(character)) return DIGIT;
	if (/[A-Z]/.test(character)) return UPPER;
	return /[a-z]/.test(character) ? LOWER : OTHER;
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

function kindAt(text: string, at: number): number {
	if (at >= text.length) return END;
	return ASCII[text.charCodeAt(at)] ?? kindOf(text.charAt(at));
}

/**
 * Counts words, numbers of up to three digits, ends of lines with the space behind them, and other characters. A word may
 * begin with one capital letter.
 */
function countPieces(text: string): number {
	let tokens = 0;
	for (let at = 0; at < text.length; ) {
		const start = at;
		const kind = kindAt(text, at++);
		if (kind === UPPER || kind === LOWER) {
			const letters = kindAt(text, at) === LOWER ? LOWER : kind;
			while (kindAt(text, at) === letters) at++;
			tokens += Math.ceil((at - start) / LETTERS_PER_TOKEN);
		} else if (kind !== SPACE) {
			tokens++;
			if (kind === DIGIT) while (at < start + 3 && kindAt(text, at) === DIGIT) at++;
			if (kind === LINE) for (let next = kindAt(text, at); next === SPACE || next === LINE; ) next = kindAt(text, ++at);
		}
	}
	return Math.max(tokens, text.length / CHARACTERS_PER_TOKEN);
}

/** Approximate tokens of an image; a page of a document has about as many. */
const IMAGE_TOKENS = 1200;

function isFile(part: unknown): boolean {
	return ["image_url", "file"].includes(textOf(readMember(part, "type")));
}

/** Estimates the tokens of a chat's messages and tools. */
export function estimateChat({ messages, tools }: Readonly<Record<string, unknown>>): number {
	let images = 0;
	const texts: unknown[] = [];
	for (const { content, ...rest } of messages as Readonly<Record<string, unknown>>[]) {
		texts.push(rest);
		for (const part of Array.isArray(content) ? (content as unknown[]) : [content]) {
			if (isFile(part)) images++;
			else texts.push(part ?? "");
		}
	}
	return images * IMAGE_TOKENS + estimateValue(texts) + estimateValue(tools ?? "");
}

/** Estimates the tokens of a chat, to compare with the service's count; undefined for one with files, whose tokens say little about texts. */
export function estimateTexts(args: Readonly<Record<string, unknown>>): number | undefined {
	const { messages } = args as { messages: readonly Readonly<Record<string, unknown>>[] };
	const hasFiles = messages.some(({ content }) => Array.isArray(content) && content.some(isFile));
	return hasFiles ? undefined : estimateChat(args);
}

/** How many models are remembered. */
const MAX_MODELS = 1000;
/** Weight of a call after the next one: about the last 50 decide. */
const DECAY = 0.98;
/** Bounds of the rate: tokens of the service for one that was estimated. */
const MIN_RATE = 0.5;
const MAX_RATE = 3;
/** Bound of what a service adds to each request: its template, and instructions for tools. */
const MAX_FIXED = 4000;
/** How much the estimates of calls must differ, in tokens, before their differences outweigh the default rate. */
const SPREAD = 300;

/** From how many calls of a model each is learned; then from one in so many, since an estimate takes time. */
const FIRST_CALLS = 20;
const LATER_CALLS = 50;

/** Sums over the calls of a model, of which older ones count less: estimates and what was counted. */
interface Sums {
	calls: number;
	weight: number;
	x: number;
	y: number;
	xx: number;
	xy: number;
}

function bound(rate: number): number {
	return Math.min(MAX_RATE, Math.max(MIN_RATE, rate));
}

/**
 * Compares the tokens that services counted with what was estimated, for each model: a fixed part, which a service adds to
 * each request, and a rate. If all calls have the same size the two cannot be separated: then the rate stays near 1.
 */
export function createTokenRates() {
	const models = new RecentMap<Sums>(MAX_MODELS);
	/** The line through the calls so far. */
	const fitLine = ({ weight, x, y, xx, xy }: Omit<Sums, "calls">): { fixed: number; rate: number } => {
		const [meanX, meanY] = [x / weight, y / weight];
		const varies = Math.max(0, xx / weight - meanX * meanX);
		const follows = xy / weight - meanX * meanY;
		// As if calls that differ by `SPREAD` had been counted at a rate of 1.
		const slope = bound((follows + SPREAD ** 2) / (varies + SPREAD ** 2));
		const fixed = Math.min(MAX_FIXED, Math.max(0, meanY - slope * meanX));
		// What exceeds a template belongs to the rate.
		const isBound = fixed !== meanY - slope * meanX;
		return { fixed, rate: isBound && meanX > 0 ? bound((meanY - fixed) / meanX) : slope };
	};
	/** Corrects an estimate by what is known of the model; never to less than half of it. */
	const correct = (model: string, estimated: number): number => {
		const sums = models.get(model);
		if (!sums) return Math.ceil(estimated);
		const { fixed, rate } = fitLine(sums);
		return Math.ceil(Math.max(estimated * MIN_RATE, fixed + rate * estimated));
	};
	return {
		/** @param estimate is called only for a call that is learned from; undefined if nothing can be learned */
		learn(model: string, counted: number, estimate: () => number | undefined): void {
			const { calls = 0, weight = 0, x = 0, y = 0, xx = 0, xy = 0 } = models.get(model) ?? {};
			if (calls >= FIRST_CALLS && calls % LATER_CALLS !== 0) {
				models.set(model, { calls: calls + 1, weight, x, y, xx, xy });
				return;
			}
			const estimated = estimate();
			if (estimated === undefined) return;
			models.set(model, {
				calls: calls + 1,
				weight: weight * DECAY + 1,
				x: x * DECAY + estimated,
				y: y * DECAY + counted,
				xx: xx * DECAY + estimated * estimated,
				xy: xy * DECAY + estimated * counted,
			});
		},
		correct,
		/** Estimates only by the length of a request's JSON: reading its texts would take longer than the rest of a call. */
		guess: (model: string, length: number): number => correct(model, length / CHARACTERS_PER_TOKEN),
	};
}
