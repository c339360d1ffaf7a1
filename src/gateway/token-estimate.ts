/** Characters of a text that are examined; the rest of a longer text is assumed to be similar. */
const MAX_SAMPLE = 2 ** 20;
const CHARACTERS_PER_TOKEN = 4;
/** Letters that one token holds at most, on average over long words and names in code. */
const LETTERS_PER_TOKEN = 8;
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|\n\s*|[^\s\w]|_/g;

/** Estimates the tokens of a text: four characters each, more in code, digits and other scripts. */
function estimateTokens(text: string): number {
	const sample = text.length > MAX_SAMPLE ? text.slice(0, MAX_SAMPLE) : text;
	let tokens = 0;
	for (const [piece] of sample.matchAll(PIECES)) {
		tokens += /^[A-Za-z]/.test(piece) ? Math.ceil(piece.length / LETTERS_PER_TOKEN) : 1;
	}
	return Math.ceil(Math.max(tokens, sample.length / CHARACTERS_PER_TOKEN) * (text.length / Math.max(1, sample.length)));
}

export function estimateValue(value: unknown): number {
	if (typeof value === "string") return estimateTokens(value);
	if (value === null || typeof value !== "object") return 1;
	let tokens = 0;
	for (const [key, item] of Object.entries(value)) {
		tokens += estimateValue(item) + (Array.isArray(value) ? 0 : estimateTokens(key)) + 1;
	}
	return tokens;
}

/** How many models are remembered, and from how many calls of each is learned: a tokenizer does not change. */
const MAX_MODELS = 1000;
const MAX_CALLS = 20;

/** Compares the tokens that services counted with what was estimated, for each model. */
export function createTokenRates() {
	const rates = new Map<string, { calls: number; counted: number; estimated: number }>();
	return {
		/** @param estimate is called only while the model is being learned */
		learn(model: string, counted: number, estimate: () => number): void {
			const rate = rates.get(model) ?? { calls: 0, counted: 0, estimated: 0 };
			if (rate.calls >= MAX_CALLS || (rate.calls === 0 && rates.size >= MAX_MODELS)) return;
			rate.calls++;
			rate.counted += counted;
			rate.estimated += estimate();
			rates.set(model, rate);
		},
		/** Corrects an estimate by what is known of the model; never to less than half of it or more than three times. */
		correct(model: string, estimated: number): number {
			const { counted = 1, estimated: before = 1 } = rates.get(model) ?? {};
			return Math.ceil(estimated * Math.min(3, Math.max(0.5, counted / Math.max(1, before))));
		},
	};
}
