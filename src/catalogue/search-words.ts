/**
 * Whether every word of a query begins a word of one of the texts. Case and accents do not count; `-`, `_` and other
 * punctuation separate words, so that `text image` finds `text-to-image`.
 */
export function matchesWords(query: string, texts: readonly string[]): boolean {
	const words = texts.flatMap(splitWords);
	return splitWords(query).every((wanted) =>
		words.some((word) => word.startsWith(wanted) || stemOf(word) === stemOf(wanted)),
	);
}

/** The beginning that related words share: `diffusion` and `diffusers`, `translate` and `translation`. */
function stemOf(word: string): string {
	return word.replace(/(?<=[a-z]{4})(?:ations?|ators?|ates?|ating|ions?|ers?|ing|ed|es|e|s)$/, "");
}

/** The searched fields of an entry. */
export interface Searched {
	/** Its name. */
	names: readonly string[];
	/** Other text about it. */
	texts: readonly string[];
}

/**
 * Returns the entries that match a query, the best first: exact names, then similar names, then matches in other
 * fields. Equal matches keep their order.
 */
export function searchEntries<Entry>(
	query: string,
	entries: readonly Entry[],
	look: (entry: Entry) => Searched,
): Entry[] {
	const wanted = splitWords(query).join(" ");
	const rank = ({ names, texts }: Searched): number => {
		if (names.some((name) => splitWords(name).join(" ") === wanted)) return 0;
		if (matchesWords(query, names)) return 1;
		return matchesWords(query, [...names, ...texts]) ? 2 : 3;
	};
	return entries
		.map((entry) => ({ entry, rank: rank(look(entry)) }))
		.filter((found) => found.rank < 3)
		.sort((left, right) => left.rank - right.rank)
		.map(({ entry }) => entry);
}

function splitWords(text: string): string[] {
	const plain = text.normalize("NFD").replace(/\p{Mn}/gu, "");
	return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
