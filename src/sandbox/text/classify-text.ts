import { dot, embed } from "./embedding.ts";
import { listWords, stem } from "./words.ts";

const GOOD = new Set(
	"good great excellent love loved loves like liked happy wonderful best amazing awesome nice beautiful fantastic delicious friendly fun perfect superb enjoy enjoyed recommend pleased brilliant lovely glad thanks win gain profit growth rise strong".split(
		" ",
	),
);
const BAD = new Set(
	"bad terrible awful hate hated hates worst poor horrible ugly sad boring slow broken disappointing disappointed angry annoying useless waste fail failed wrong never rude dirty expensive loss losses fall decline weak bankrupt bug crash".split(
		" ",
	),
);
const NEGATIONS = new Set(["not", "no", "never", "isn't", "wasn't", "don't", "didn't", "cannot", "can't", "hardly"]);
const STRONG = new Set(["very", "really", "extremely", "so", "absolutely", "totally"]);

const EMOTIONS: readonly (readonly [string, RegExp])[] = [
	["joy", /\b(?:happy|joy|glad|love|great|fun|wonderful|yay)\b/gi],
	["sadness", /\b(?:sad|cry|lonely|miss|sorry|grief)\b/gi],
	["anger", /\b(?:angry|hate|furious|annoy\w*|mad)\b/gi],
	["fear", /\b(?:afraid|fear|scared|worried|terrified)\b/gi],
	["surprise", /\b(?:surprise\w*|wow|unexpected|suddenly)\b/gi],
	["neutral", /\b(?:the|is|a)\b/gi],
];
const LANGUAGES: readonly (readonly [string, RegExp])[] = [
	["en", /\b(?:the|is|and|of|to|in|you|that|it|was|for|are)\b/gi],
	["de", /\b(?:der|die|das|und|ist|nicht|ein|eine|ich|zu|mit|auf)\b/gi],
	["fr", /\b(?:le|la|les|et|est|un|une|je|vous|pas|que|des|du)\b/gi],
	["es", /\b(?:el|los|las|es|una|que|de|por|con|para|no|muy|y)\b/gi],
	["it", /\b(?:il|che|è|di|un|una|per|non|sono|con|gli)\b/gi],
	["pt", /\b(?:o|os|um|uma|não|que|para|com|você|é|em)\b/gi],
];
const ATTACK =
	/\b(?:ignore (?:all |the )?(?:previous|above)|jailbreak|system prompt|disregard|pretend to be|developer mode)\b/gi;

/** Classifies a text as the model would, judged by its name: languages, emotions, attacks, or whether it is friendly. */
export function classifyText(text: string, model: string): Scored[] {
	const name = model.toLowerCase();
	if (/language-detection|lang-?id/.test(name)) return countMatches(text, LANGUAGES);
	if (/emotion/.test(name)) return countMatches(text, EMOTIONS);
	if (/guard|injection|jailbreak/.test(name)) {
		const attacks = text.match(ATTACK)?.length ?? 0;
		return softmax([
			["BENIGN", 2],
			["JAILBREAK", attacks * 4],
			["INJECTION", attacks * 3],
		]);
	}
	const mood = measureMood(text);
	if (/finbert|roberta-base-sentiment/.test(name)) {
		return softmax([
			["positive", mood],
			["negative", -mood],
			["neutral", 1.2 - Math.abs(mood)],
		]);
	}
	return softmax([
		["POSITIVE", mood + 0.1],
		["NEGATIVE", -mood],
	]);
}

/** Friendly words minus unfriendly ones; a negation turns the next three words round. */
function measureMood(text: string): number {
	let mood = 0;
	let negated = 0;
	let strength = 1;
	for (const word of listWords(text)) {
		if (NEGATIONS.has(word)) negated = 4;
		const value = GOOD.has(word) ? 1 : BAD.has(word) ? -1 : 0;
		mood += value * strength * (negated > 0 ? -1 : 1);
		negated--;
		strength = STRONG.has(word) ? 1.7 : 1;
	}
	return mood * 1.5;
}

function countMatches(text: string, table: readonly (readonly [string, RegExp])[]): Scored[] {
	return softmax(table.map(([label, words]) => [label, (text.match(words)?.length ?? 0) * 1.5]));
}

/** A label with a score from 0 to 1. */
export interface Scored {
	label: string;
	score: number;
}

/** Turns weights into probabilities, the highest first. */
export function softmax(weights: readonly (readonly [label: string, weight: number])[]): Scored[] {
	const most = Math.max(...weights.map(([, weight]) => weight));
	const powers = weights.map(([label, weight]) => ({ label, power: Math.exp(weight - most) }));
	const total = powers.reduce((sum, { power }) => sum + power, 0);
	return powers.map(({ label, power }) => ({ label, score: round(power / total) })).sort((a, b) => b.score - a.score);
}

/** Six digits. */
export function round(value: number): number {
	return Number(value.toFixed(6));
}

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
 * How well labels fit texts: for each text the labels, the best first.
 * @param independent each label by itself, instead of all sharing one
 */
export function matchLabels(texts: readonly string[], labels: readonly string[], independent: boolean): Scored[][] {
	const prepared = labels.map(prepareLabel);
	return texts.map((text) => matchText(text, prepared, independent));
}

/** Facts about a label that do not depend on the text. */
interface Label {
	label: string;
	stems: string[];
	/** Places in `FIELDS` of the subjects it names. */
	fields: number[];
	/** 1 for good feelings, -1 for bad ones. */
	feeling: number;
	vector: number[];
}

function prepareLabel(label: string): Label {
	return {
		label,
		stems: listWords(label).map(stem),
		fields: FIELDS.flatMap(([name], index) => (name.test(label) ? index : [])),
		feeling: /positiv|happy|joy|good|praise/i.test(label)
			? 1
			: /negativ|sad|ang(?:er|ry)|bad|complaint/i.test(label)
				? -1
				: 0,
		vector: embed(label),
	};
}

function matchText(text: string, labels: readonly Label[], independent: boolean): Scored[] {
	const vector = embed(text);
	const mood = measureMood(text);
	const stems = new Set(listWords(text).map(stem));
	const counts = FIELDS.map(([, words]) => text.match(words)?.length ?? 0);
	const weights = labels.map((label): [string, number] => {
		const named = label.stems.filter((word) => stems.has(word)).length;
		const field = label.fields.reduce((total, index) => total + (counts[index] ?? 0), 0);
		return [label.label, 3 * named + 1.2 * field + label.feeling * mood + 4 * dot(vector, label.vector)];
	});
	if (!independent) return softmax(weights);
	return weights
		.map(([label, weight]) => ({ label, score: round(1 / (1 + Math.exp(2 - 2 * weight))) }))
		.sort((a, b) => b.score - a.score);
}
