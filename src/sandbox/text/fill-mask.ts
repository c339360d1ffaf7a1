import capitals from "../data/capitals.json" with { type: "json" };
import { noModel } from "../failure.ts";
import { createRandom, hash } from "../random.ts";
import { softmax } from "./classify-text.ts";
import gaps from "./data/gaps.json" with { type: "json" };
import { listKeywords } from "./words.ts";

export const MASK = /\[MASK\]|<mask>|<\|mask\|>/;

const CAPITALS = new Map(Object.entries(capitals));

export interface Filling {
	score: number;
	token: number;
	token_str: string;
	sequence: string;
}

/** Says that no word is known: a wrong one would be worse than none. */
const UNFILLED: Filling = {
	score: 1,
	token: 100,
	token_str: "[UNK]",
	sequence: noModel('"Paris is the [MASK] of France."'),
};

/** Words for the gap in a text, the best first; undefined if there is no gap. */
export function fillMask(text: string, count: number, targets?: readonly string[]): Filling[] | undefined {
	const match = MASK.exec(text);
	if (!match) return undefined;
	const before = text.slice(0, match.index);
	const capital = CAPITALS.get(/\bcapital of (\w+) is\s*$/i.exec(before)?.[1]?.toLowerCase() ?? "");
	const habit = gaps.habits.find((row) => new RegExp(row.before, "i").test(before))?.words;
	if (!habit && !targets) return [UNFILLED];
	const own = listKeywords(text.replace(match[0], " "));
	const candidates = targets ?? [
		...new Set([...(capital ? [capital] : []), ...(habit ?? []), ...gaps.general, ...own]),
	];
	const random = createRandom("fill", text);
	const weights = candidates.map((word, index): [string, number] => [word, 3 - index * 0.7 + random.next() * 0.2]);
	return softmax(weights)
		.slice(0, count)
		.map(({ label, score }) => ({
			score,
			token: hash("token", label) % 50_000,
			token_str: label,
			sequence: text.replace(match[0], label),
		}));
}
