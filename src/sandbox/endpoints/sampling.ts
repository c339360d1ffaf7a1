import type { BodyFields } from "../body.ts";
import { invalid } from "../failure.ts";
import { listOffers } from "../offers.ts";
import { createRandom } from "../random.ts";
import { countTokens, splitTokens } from "../text/words.ts";
import type { IncomingCall } from "../types.ts";

/** Parameters that chat and completion share. */
export interface Sampling {
	/** Maximum tokens of an answer. */
	maxTokens: number;
	stop: string[];
	/** Number of answers. */
	count: number;
	/** Varies the answer in addition to the prompt; the same text repeats it. */
	variation: string;
	stream: boolean;
	includeUsage: boolean;
}

/** @throws ServiceFailure for values no service accepts */
export function readSampling(fields: BodyFields, defaultMaxTokens: number): Sampling {
	const temperature = fields.number("temperature", 0, 2) ?? 1;
	fields.number("top_p", 0, 1);
	fields.number("frequency_penalty", -2, 2);
	fields.number("presence_penalty", -2, 2);
	const seed = fields.integer("seed");
	const maxTokens = fields.integer("max_completion_tokens", 1) ?? fields.integer("max_tokens", 1) ?? defaultMaxTokens;
	const includeUsage = fields.object("stream_options")?.["include_usage"] === true;
	const stream = fields.flag("stream");
	if (!stream && fields.get("stream_options") !== undefined) {
		throw invalid("stream_options", "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
	}
	return {
		maxTokens,
		stop: readStop(fields.get("stop")),
		count: fields.integer("n", 1, 8) ?? 1,
		// Without temperature there is nothing to vary.
		variation: temperature === 0 ? "" : `${seed ?? ""}/${temperature}`,
		stream,
		includeUsage,
	};
}

function readStop(value: unknown): string[] {
	if (value === undefined) return [];
	const stops: unknown[] = Array.isArray(value) ? value : [value];
	if (!stops.every((stop) => typeof stop === "string")) {
		throw invalid("stop", "Invalid type for 'stop': expected a string or an array of strings.");
	}
	return stops.filter((stop) => stop !== "");
}

/** An answer within the requested limits. */
export interface CutText {
	tokens: string[];
	finish: "stop" | "length";
}

/** Ends a text at the first stop and after the last token allowed. */
export function cutText(text: string, { maxTokens, stop }: Pick<Sampling, "maxTokens" | "stop">): CutText {
	const end = Math.min(text.length, ...stop.map((word) => text.indexOf(word)).filter((index) => index >= 0));
	const tokens = splitTokens(text.slice(0, end));
	return tokens.length > maxTokens
		? { tokens: tokens.slice(0, maxTokens), finish: "length" }
		: { tokens, finish: "stop" };
}

/**
 * Returns the tokens of prompt and answers, which count against the provider's limit; DeepInfra reports the cost as
 * well.
 */
export function createUsage(
	{ service, state }: IncomingCall,
	model: string,
	prompt: string,
	completionTokens: number,
): { prompt_tokens: number; completion_tokens: number; total_tokens: number; estimated_cost?: number } {
	const promptTokens = countTokens(prompt);
	state.rateLimits.spend(service, promptTokens + completionTokens);
	const pricing = listOffers(model).find(({ provider }) => provider === service)?.pricing;
	const cost = pricing && (promptTokens * pricing.input + completionTokens * pricing.output) / 1e6;
	return {
		prompt_tokens: promptTokens,
		completion_tokens: completionTokens,
		total_tokens: promptTokens + completionTokens,
		...(service === "deepinfra" && cost !== undefined ? { estimated_cost: cost } : {}),
	};
}

const OTHERS = [" the", " a", " and", ".", ",", " of", " to", " in", " is", " that"];

/** Plausible probabilities of tokens: made from the tokens themselves, so they repeat. */
export function createLogprobs(tokens: readonly string[], top: number): { content: object[] } {
	const describe = (token: string, logprob: number) => ({
		token,
		logprob: Number(logprob.toFixed(6)),
		bytes: [...new TextEncoder().encode(token)],
	});
	const content = tokens.map((token) => {
		const random = createRandom("logprob", token);
		const best = describe(token, -0.01 - random.next() * 0.6);
		const others = OTHERS.filter((other) => other !== token);
		const rest = others.map((other, index) => describe(other, best.logprob - 1 - index - random.next()));
		return { ...best, top_logprobs: [best, ...rest].slice(0, top) };
	});
	return { content };
}
