import { closestWord } from "../../catalogue/closest-word.ts";
import { UsageError } from "./usage.ts";

/**
 * The error for an unknown word: it suggests the closest known word, else says what to do.
 * @param known words, or words with their suggestions
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
