import { closestWord } from "../../catalogue/closest-word.ts";
import { UsageError } from "../usage-error.ts";

/** The error for a word the catalogue does not know: it names the word that was probably meant, else all or where to look. */
export function unknownWord(kind: string, word: string, known: readonly string[], otherwise: string): UsageError {
	const guess = closestWord(word, known);
	return new UsageError(`There is no ${kind} "${word}".`, guess === undefined ? otherwise : `Did you mean ${guess}?`);
}
