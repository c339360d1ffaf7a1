/** Characters of a request that are examined; the rest of a longer one is assumed to be similar. */
const MAX_SAMPLE = 2 ** 20;
const CHARACTERS_PER_TOKEN = 4;
/** Letters that one token holds at most, on average over long words and names in code. */
const LETTERS_PER_TOKEN = 8;
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|\n\s*|[^\s\w]|_/g;

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

function countPieces(text: string): number {
	let tokens = 0;
	for (const [piece] of text.matchAll(PIECES)) {
		tokens += /^[A-Za-z]/.test(piece) ? Math.ceil(piece.length / LETTERS_PER_TOKEN) : 1;
	}
	return Math.max(tokens, text.length / CHARACTERS_PER_TOKEN);
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
