import { capitalize, listWords } from "../text/words.ts";
import type { Skill } from "./conversation.ts";

const ECHO =
	/^(?:please\s+)?(?:(?:can|could) you\s+)?(?:say|repeat(?: after me)?|echo|reply with|respond with|answer with|output|print)(?:\s+(?:only|just|exactly|the words?|the text|this))*\s*:?\s+(.+)$/is;

/** Repeats the requested text. */
export const repeat: Skill = ({ question }) => {
	const phrase = ECHO.exec(question)?.[1]?.trim();
	if (phrase === undefined || /^(?:something|anything|what|how|why|hi to)\b/i.test(phrase)) return undefined;
	const text = phrase.replace(/(?:,? and)? nothing (?:else|more)\.?$/i, "").trim();
	return /^["'“‘]([^"'”’]*)["'”’][.!]?$/.exec(text)?.[1] ?? text;
};

/** A text transformation: its names and its function. */
const CHANGES: readonly (readonly [RegExp, (text: string) => string])[] = [
	[/\bupper[- ]?case|\bcapital letters|\ball caps/i, (text) => text.toUpperCase()],
	[/\blower[- ]?case|\bsmall letters/i, (text) => text.toLowerCase()],
	[/\btitle[- ]?case|\bcapitali[sz]e/i, (text) => text.replace(/\p{L}[\p{L}'’]*/gu, capitalize)],
	[/\breverse the (?:order of the )?words/i, (text) => text.split(/\s+/).reverse().join(" ")],
	[/\breverse|\bbackwards?/i, (text) => [...text].reverse().join("")],
	[/\bsort|\balphabetical/i, (text) => sortItems(text)],
	[/\bshuffle\b/i, (text) => text.split(/\s+/).reverse().join(" ")],
	[/\bcount the words|\bhow many words/i, (text) => `${listWords(text).length}`],
	[/\b(?:how many|count the) (?:letters|characters)/i, (text) => `${[...text.replace(/\s/gu, "")].length}`],
];

/** Transforms a text in quotes, after a colon, or piped in. */
export const transform: Skill = ({ question }) => {
	const request = splitPiped(question)?.request ?? question;
	const [words, change] = CHANGES.find(([words]) => words.test(request)) ?? [];
	const subject = words && findSubject(question, words);
	return change && subject !== undefined ? change(subject) : undefined;
};

/** Counts a letter in a word: "how many r's are in strawberry". */
export const countLetters: Skill = ({ question }) => {
	if (!/how many/i.test(question)) return undefined;
	const pattern =
		/how many (?:times does )?(?:the )?(?:letters? )?["'“]?(\p{L})["'”]?(?:['’]?s)?(?: are)?(?: there)?(?: occur| appear)? in (?:the word )?["'“]?([\p{L}-]+)/iu;
	const [, letter, word] = pattern.exec(question) ?? [];
	if (letter === undefined || word === undefined) return undefined;
	const count = [...word.toLowerCase()].filter((sign) => sign === letter.toLowerCase()).length;
	return `There ${count === 1 ? "is" : "are"} ${count} "${letter.toLowerCase()}" in "${word}".`;
};

/** Splits text that was piped in from the request after it: the last line, with an empty line above. */
function splitPiped(question: string): { text: string; request: string } | undefined {
	const [, text, request] = /^(.*\S)\s*\n[ \t]*\n([^\n]{1,300})\s*$/s.exec(question) ?? [];
	return text === undefined || request === undefined ? undefined : { text, request };
}

/**
 * Returns the text a request is about: piped in before the request, in quotes, after a colon, or on the lines below.
 * @param words by which the request is recognized
 */
export function findSubject(question: string, words: RegExp): string | undefined {
	const piped = splitPiped(question);
	if (piped && words.test(piped.request)) return findInner(piped.request) ?? piped.text.trim();
	return findInner(question);
}

function findInner(question: string): string | undefined {
	const quoted = /["“«]([^"”»]+)["”»]|(?<=\s)'([^']+)'(?=\W|$)/.exec(question);
	if (quoted) return (quoted[1] ?? quoted[2])?.trim();
	const [, behind] = /(?::\s+|\n\s*\n?)([\s\S]+)$/.exec(question) ?? [];
	return behind?.trim() || undefined;
}

function sortItems(text: string): string {
	const separator = text.includes("\n") ? "\n" : text.includes(",") ? ", " : " ";
	const items = text.split(/\n|,\s*(?:and\s+)?|\s+/).filter(Boolean);
	const isNumeric = items.every((item) => Number.isFinite(Number(item)));
	return items.sort((a, b) => (isNumeric ? Number(a) - Number(b) : a.localeCompare(b, "en"))).join(separator);
}
