import { createRandom } from "../random.ts";

const OTHERS = [" the", " a", " and", ".", ",", " of", " to", " in", " is", " that"];

interface TokenProbability {
	token: string;
	logprob: number;
	bytes: number[];
}

/** Plausible probabilities of tokens: made from the tokens themselves, so they repeat. */
export function createLogprobs(
	tokens: readonly string[],
	top: number,
): { content: (TokenProbability & { top_logprobs: TokenProbability[] })[] } {
	return {
		content: tokens.map((token) => {
			const random = createRandom("logprob", token);
			const best = describe(token, -0.01 - random.next() * 0.6);
			const others = OTHERS.filter((other) => other !== token).map((other, index) =>
				describe(other, best.logprob - 1 - index - random.next()),
			);
			return { ...best, top_logprobs: [best, ...others].slice(0, top) };
		}),
	};
}

function describe(token: string, logprob: number): TokenProbability {
	return { token, logprob: Number(logprob.toFixed(6)), bytes: [...new TextEncoder().encode(token)] };
}
