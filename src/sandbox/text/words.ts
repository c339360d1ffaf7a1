const STOP_WORDS = new Set(
	`a about after all also am an and any are as at be been before being but by can could did do does doing for from get
	give had has have having he her here him his how i if in into is it its just let like make me more most my no not of
	on one or our out over please she should so some such tell than that the their them then there these they this those
	to too up us very was we were what when where which while who whom why will with would you your write explain
	describe sentence sentences word words short brief briefly paragraph answer question`.split(/\s+/),
);

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** Returns the words of a text in lowercase. */
export function listWords(text: string): string[] {
	return text.toLowerCase().match(WORD) ?? [];
}

/** Whether a word is about the subject. */
export function isKeyword(word: string): boolean {
	return word.length > 1 && !STOP_WORDS.has(word.toLowerCase());
}

/** Returns the words that carry the meaning, the most frequent first, otherwise in order. */
export function listKeywords(text: string): string[] {
	const counts = new Map<string, number>();
	for (const word of listWords(text).filter(isKeyword)) counts.set(word, (counts.get(word) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
}

/** Returns a word without the endings of number and tense, roughly. */
export function stem(word: string): string {
	return word
		.replace(/(?:'s|’s)$/, "")
		.replace(/(?<=..)ies$/, "y")
		.replace(/(?<=..)(?:ings?|edly|ed|es|s|ly|er|ers)$/, "");
}

const SENTENCE = /[^.!?…]+(?:[.!?…]+(?:["'”’)]+)?(?=\s|$)|[.](?=\S)[^.!?…]*)*[.!?…]*/g;

/** Returns the sentences of a text. A blank line ends one too. */
export function splitSentences(text: string): string[] {
	return text
		.split(/\n\s*\n/)
		.flatMap((block) => block.replace(/\s+/g, " ").match(SENTENCE) ?? [])
		.map((sentence) => sentence.trim())
		.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Returns how much of what a question talks about a text talks about too, from 0 to 1. */
export function measureOverlap(question: string): (text: string) => number {
	const wanted = new Set(listKeywords(question).map(stem));
	return (text) => {
		const found = new Set(listWords(text).map(stem));
		return [...found].filter((word) => wanted.has(word)).length / (wanted.size || 1);
	};
}

/** A word's beginning with the blank before it, further pieces of long words, up to three digits, or one other sign. */
const TOKEN = /\s*(?:[\p{L}\p{M}'’]{1,8}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}])|\s+$/gu;

/** Splits a text into pieces about as long as a model's tokens; joined they give the text again. */
export function splitTokens(text: string): string[] {
	return text.match(TOKEN) ?? [];
}

export function countTokens(text: string): number {
	return splitTokens(text).length;
}
