import { isKeyword, listWords, splitSentences, stem } from "../text/words.ts";

/**
 * Returns the sentences that say most about the text, in their order.
 * @param limit most words to return; at least one sentence is
 */
export function summarize(text: string, limit = 60): string {
	const sentences = splitSentences(text);
	const counts = new Map<string, number>();
	for (const word of listWords(text)) {
		if (isKeyword(word)) counts.set(stem(word), (counts.get(stem(word)) ?? 0) + 1);
	}
	const ranked = sentences
		.map((sentence, index) => {
			const words = listWords(sentence);
			const weight = words.reduce((total, word) => total + (counts.get(stem(word)) ?? 0), 0);
			// The beginning of a text usually states its topic.
			return { index, sentence, length: words.length, score: (weight / (words.length + 4)) * (index === 0 ? 1.5 : 1) };
		})
		.sort((a, b) => b.score - a.score);
	const chosen: typeof ranked = [];
	let length = 0;
	// A summary is shorter than its text.
	const most = Math.min(limit, Math.max(12, listWords(text).length * 0.5));
	for (const item of ranked) {
		if (chosen.length > 0 && length + item.length > most) continue;
		chosen.push(item);
		length += item.length;
	}
	return chosen
		.sort((a, b) => a.index - b.index)
		.map(({ sentence }) => sentence)
		.join(" ");
}
