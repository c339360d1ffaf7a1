import { closestWord } from "../../catalogue/closest-word.ts";

/** A shorter word is taken literally, unless a letter makes it a name: `who` is not `whoami`. */
const MIN_BEGINNING = 4;

/**
 * Returns the command or alias that a first word misspells; undefined for the beginning of a prompt. The first letters
 * must match: few people mistype them, and `what` and `that` begin many questions.
 */
export function findMeantName(word: string, names: readonly string[]): string | undefined {
	const close = names.filter((name) => sharesStart(word.toLowerCase(), name));
	const found = closestWord(word, close);
	const isBeginning = found?.startsWith(word.toLowerCase()) && found.length > word.length + 1;
	return isBeginning && word.length < MIN_BEGINNING ? undefined : found;
}

/** The same first letter, or the first two swapped. */
function sharesStart(word: string, name: string): boolean {
	return word[0] === name[0] || (word[0] === name[1] && word[1] === name[0]);
}
