import type { FillMaskOutputElement } from "../../inference/index.ts";
import { noModel } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import { hash } from "../random.ts";
import { softmax } from "./labels.ts";
import { countTokens, splitSentences } from "./words.ts";

/** Sentences that can follow any text. */
const SENTENCES = [
	"The light came back at six.",
	"Nobody had seen the boat leave.",
	"The keeper wrote down the time and the wind.",
	"Far out, a bell rang twice.",
	"Then the fog lifted.",
	"In the morning the harbor was full again.",
];

/**
 * Continues a text with canned sentences.
 * @param length tokens to reach at least; at most so many as the sandbox writes
 */
export function continueText(text: string, length: number, ...variation: readonly (string | number)[]): string {
	const first = hash("continue", text, ...variation) % SENTENCES.length;
	const most = Math.min(length, LIMITS.writtenTokens);
	let written = "";
	for (let tokens = 0, place = first; tokens < most; place++) {
		const sentence = SENTENCES[place % SENTENCES.length] ?? "";
		written += ` ${sentence}`;
		tokens += countTokens(sentence);
	}
	return /(?:^|\s)$/.test(text) ? written.trimStart() : written;
}

/**
 * Returns the first sentences of a text.
 * @param limit most words to return; at least one sentence is
 */
export function summarize(text: string, limit = 60): string {
	const sentences = splitSentences(text);
	let words = 0;
	// A summary is shorter than its text.
	const first = sentences.slice(0, Math.ceil(sentences.length / 2)).filter((sentence, index) => {
		words += sentence.split(" ").length;
		return index === 0 || words <= limit;
	});
	return first.join(" ");
}

/** Languages by their codes and names, in the order of `PHRASES`. */
const LANGUAGES = [/^en|^eng/i, /^fr/i, /^de|^ger/i, /^es|^spa/i, /^it/i];
const FRENCH = 1;
const PHRASES = [
	["Hello", "Bonjour", "Hallo", "Hola", "Ciao"],
	["Hello world", "Bonjour le monde", "Hallo Welt", "Hola mundo", "Ciao mondo"],
	["Good morning", "Bonjour", "Guten Morgen", "Buenos días", "Buongiorno"],
	["Thank you", "Merci", "Danke", "Gracias", "Grazie"],
];

/** Translates a few phrases; a language is a code (`de`, `deu_Latn`) or a name, and French if it is another one. */
export function translate(text: string, language: string): string {
	const named = LANGUAGES.findIndex((pattern) => pattern.test(language));
	const plain = (phrase: string): string => phrase.toLowerCase().replace(/(?<![\s.!?])[\s.!?]+$/, "");
	const phrase = PHRASES.find((row) => row.some((own) => plain(own) === plain(text)));
	return phrase?.[named < 0 ? FRENCH : named] ?? noModel('"Hello world"');
}

export const MASK = /\[MASK\]|<mask>|<\|mask\|>/;
/** Words for a gap in a text about France; those that it has already are left out. */
const FILLINGS = ["Paris", "capital", "heart", "center", "home"];

/** Words for the gap in a text, the best first; undefined if there is no gap. */
export function fillMask(
	text: string,
	count: number,
	targets?: readonly string[],
): FillMaskOutputElement[] | undefined {
	const match = MASK.exec(text);
	if (!match) return undefined;
	if (!targets && !text.includes("France")) {
		return [{ score: 1, token: 100, token_str: "[UNK]", sequence: noModel('"Paris is the [MASK] of France."') }];
	}
	const weights = (targets ?? FILLINGS.filter((word) => !text.includes(word))).map((word, index): [string, number] => [
		word,
		-index * 0.7,
	]);
	return softmax(weights)
		.slice(0, count)
		.map(({ label, score }) => ({
			score,
			token: hash("token", label) % 50_000,
			token_str: label,
			sequence: text.replace(match[0], () => label),
		}));
}
