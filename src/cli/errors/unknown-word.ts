import { closestWord } from "../../catalogue/closest-word.ts";
import { UsageError } from "./usage.ts";

/**
 * The error for a word the catalogue does not know: it names the word that was probably meant, else what to do.
 * @param known words, or words with what is to be suggested for them
 */
export function unknownWord(
	kind: string,
	word: string,
	known: readonly string[] | Map<string, string>,
	otherwise: string,
): UsageError {
	const suggestions = known instanceof Map ? known : new Map(known.map((name) => [name, name]));
	const guess = closestWord(word, suggestions.keys());
	return new UsageError(
		`Unknown ${kind} "${word}".`,
		guess === undefined ? otherwise : `Did you mean ${suggestions.get(guess)}?`,
		"unknown-name",
	);
}
