import { formatCost } from "../../terminal/amounts.ts";
import { cutText, onOneLine, textWidth } from "../../terminal/width.ts";
import type { AnswerFacts } from "./session.ts";

export interface Status {
	model: string | undefined;
	/** Provider, host of the endpoint, or sandbox. */
	place: string;
	/** Of the last answer. */
	facts: AnswerFacts | undefined;
}

/** Model, place, tokens and times on one line; the least important parts are dropped first if there is no room. */
export function viewStatus({ model, place, facts }: Status, width: number): string {
	const usage = facts?.usage;
	const rate = facts?.tokensPerSecond;
	const name = model ?? "default model";
	/** In the order in which they stand, with the order in which they go. */
	const parts: { text: string; short?: string; rank: number }[] = [
		{ text: name, short: name.split("/").at(-1) ?? name, rank: 0 },
		{ text: place, rank: 1 },
		...(usage
			? [
					{ text: `${usage.prompt_tokens} in`, rank: 4 },
					{ text: `${usage.completion_tokens} out`, rank: 3 },
				]
			: []),
		...(rate === undefined ? [] : [{ text: `${formatRate(rate)} tokens/s`, rank: 5 }]),
		...(facts ? [{ text: `${facts.seconds.toFixed(facts.seconds < 1 ? 2 : 1)} s`, rank: 2 }] : []),
		...(facts?.cost === undefined ? [] : [{ text: formatCost(facts.cost), rank: 6 }]),
		...(facts?.costSoFar === undefined || facts.costSoFar === facts.cost
			? []
			: [{ text: `${formatCost(facts.costSoFar)} so far`, rank: 7 }]),
	];
	const join = (): string => parts.map(({ text }) => onOneLine(text)).join(" · ");
	if (textWidth(join()) > width && parts[0]) parts[0].text = parts[0].short ?? parts[0].text;
	while (textWidth(join()) > width && parts.length > 1) {
		const least = Math.max(...parts.map(({ rank }) => rank));
		parts.splice(
			parts.findIndex(({ rank }) => rank === least),
			1,
		);
	}
	return cutText(join(), width);
}

function formatRate(rate: number): string {
	return rate < 100 ? rate.toFixed(1) : String(Math.round(rate));
}
