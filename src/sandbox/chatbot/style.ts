import { splitSentences } from "../text/words.ts";

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Formats an answer as the user or the system message requests. */
export function applyStyle(answer: string, question: string, system: string): string {
	const instructions = `${system}\n${question}`;
	let text = answer;
	const isProse = !/^\s*(?:```|1\. )/.test(text) && !text.includes("\n");
	if (isProse) {
		const sentences = findCount(
			instructions,
			/\b(?:in|with|using|use|at most|only)\s+(?:a |an |exactly |at most |only )?(\w+)(?:\s+\w+)?\s+sentences?\b/i,
		);
		if (sentences !== undefined) text = splitSentences(text).slice(0, sentences).join(" ");
		else if (/\b(?:brief|briefly|concise|terse|short answers?)\b/i.test(instructions))
			text = splitSentences(text)[0] ?? text;
		if (/\b(?:bullet points?|bulleted|bullets)\b/i.test(instructions)) {
			text = splitSentences(text)
				.map((sentence) => `- ${sentence}`)
				.join("\n");
		}
		const words = findCount(
			instructions,
			/\b(?:in|at most|under|fewer than|no more than|maximum of|only)\s+(\w+)\s+words?\b/i,
		);
		if (words !== undefined) text = shorten(text, words);
	}
	const ending = /\b(?:always )?(?:end|finish) (?:every|each|your|all|with)[^"“\n]*["“]([^"”]+)["”]/i.exec(system)?.[1];
	const beginning = /\b(?:always )?(?:start|begin) (?:every|each|your|all|with)[^"“\n]*["“]([^"”]+)["”]/i.exec(
		system,
	)?.[1];
	if (/\bpirate\b/i.test(system)) text = speakLikePirate(text);
	if (/\b(?:upper[- ]?case|all caps|capital letters)\b/i.test(system)) text = text.toUpperCase();
	if (/\blower[- ]?case\b/i.test(system)) text = text.toLowerCase();
	return joinParts([beginning, text, ending]);
}

function findCount(instructions: string, pattern: RegExp): number | undefined {
	const word = pattern.exec(instructions)?.[1]?.toLowerCase();
	if (word === undefined) return undefined;
	if (word === "a" || word === "single") return 1;
	const value = Number(word) || NUMBERS.indexOf(word) + 1;
	return value > 0 ? value : undefined;
}

function shorten(text: string, limit: number): string {
	const words = text.split(/\s+/);
	if (words.length <= limit) return text;
	return `${words
		.slice(0, limit)
		.join(" ")
		.replace(/[,;:.]$/, "")}.`;
}

function speakLikePirate(text: string): string {
	const changed = text
		.replace(/\bYou are\b/g, "Ye be")
		.replace(/\byou are\b/g, "ye be")
		.replace(/\byou\b/g, "ye")
		.replace(/\bYou\b/g, "Ye")
		.replace(/\byour\b/g, "yer")
		.replace(/\bis\b/g, "be")
		.replace(/\b(?:hello|hi there|hi)\b/gi, "Ahoy");
	return `Arr! ${changed}`;
}

function joinParts(parts: readonly (string | undefined)[]): string {
	return parts.filter((part) => part !== undefined && part !== "").join(" ");
}
