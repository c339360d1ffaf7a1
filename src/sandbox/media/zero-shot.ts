import { listWords, stem } from "../chatbot/words.ts";
import { measureMood } from "./classify-text.ts";
import { dot, embed } from "./embedding.ts";
import { round, type Scored, softmax } from "./scores.ts";

/** Subjects and words that belong to them, so that a label need not occur in the text. */
const FIELDS: readonly (readonly [RegExp, RegExp])[] = [
	[/sport|game|football/i, /\b(?:match|goal|team|player|score|league|win|won|ball|coach|race|tennis|football)\b/gi],
	[/politic|government|election/i, /\b(?:vote|president|parliament|minister|law|election|party|policy|senate)\b/gi],
	[
		/econom|financ|business|money|market/i,
		/\b(?:market|stock|price|bank|profit|sales|company|money|trade|shares|invest\w*)\b/gi,
	],
	[
		/tech|computer|software|phone|mobile|device/i,
		/\b(?:computer|phone|iphone|app|software|internet|device|robot|ai|model|code|laptop|tablet|screen)\b/gi,
	],
	[
		/science|research|space/i,
		/\b(?:study|scientist|research|experiment|planet|space|rocket|telescope|cell|quantum)\b/gi,
	],
	[/food|cook|restaurant|kitchen/i, /\b(?:eat|cook|dish|recipe|restaurant|taste|soup|bread|dinner|delicious|meal)\b/gi],
	[/travel|holiday|tourism/i, /\b(?:travel|trip|flight|hotel|beach|journey|airport|island|holiday|visit)\b/gi],
	[/health|medic|doctor/i, /\b(?:doctor|hospital|patient|disease|health|pain|medicine|virus)\b/gi],
	[/refund|billing|payment/i, /\b(?:refund|reimburse\w*|money back|invoice|charge\w*|paid|pay|card|warranty)\b/gi],
	[/legal|law/i, /\b(?:court|law|lawyer|contract|sue|judge)\b/gi],
	[/urgent|emergency/i, /\b(?:asap|immediately|urgent|now|emergency|quick\w*|soon)\b/gi],
	[/animal|pet/i, /\b(?:cat|dog|bird|fish|horse|animal|zoo|puppy)\b/gi],
	[/faq|question|help/i, /\?|\b(?:how|what|why|help)\b/gi],
];

/**
 * How well labels fit a text.
 * @param independent each label by itself, instead of all sharing one
 */
export function matchLabels(text: string, labels: readonly string[], independent: boolean): Scored[] {
	const vector = embed(text);
	const mood = measureMood(text);
	const stems = new Set(listWords(text).map(stem));
	const weights = labels.map((label): [string, number] => {
		const named = listWords(label).filter((word) => stems.has(stem(word))).length;
		const field = FIELDS.filter(([name]) => name.test(label)).reduce(
			(total, [, words]) => total + (text.match(words)?.length ?? 0),
			0,
		);
		const feeling = /positiv|happy|joy|good|praise/i.test(label)
			? mood
			: /negativ|sad|ang(?:er|ry)|bad|complaint/i.test(label)
				? -mood
				: 0;
		return [label, 3 * named + 1.2 * field + feeling + 4 * dot(vector, embed(label))];
	});
	if (!independent) return softmax(weights);
	return weights
		.map(([label, weight]) => ({ label, score: round(1 / (1 + Math.exp(2 - 2 * weight))) }))
		.sort((a, b) => b.score - a.score);
}
