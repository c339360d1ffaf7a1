/** A name of a model, split at its last colon. */
export interface SplitName {
	/** Without the suffix; the whole name if there is none, or an unknown one. */
	model: string;
	/** The text after the colon, if it is a known word: a provider, a policy, a server on this machine. */
	suffix: string | undefined;
	/** The text after the colon, if it is unknown: a typo, or part of a server's own name. */
	unknown: string | undefined;
}

/**
 * Splits `ORG/NAME:PROVIDER`. Every reader of such names uses this, so that a suffix has one meaning: only the last colon
 * counts, since servers have colons in their own names (`llama3.2:3b:ollama`). URLs have no suffix.
 * @param isKnown whether a word may follow the colon
 */
export function splitModelName(name: string, isKnown: (word: string) => boolean): SplitName {
	const colon = name.lastIndexOf(":");
	if (colon < 1 || /^https?:/i.test(name)) return { model: name, suffix: undefined, unknown: undefined };
	const word = name.slice(colon + 1);
	if (isKnown(word)) return { model: name.slice(0, colon), suffix: word, unknown: undefined };
	return { model: name, suffix: undefined, unknown: word };
}
