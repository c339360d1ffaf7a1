/**
 * Whether every word of a query begins a word of one of the texts. Case and accents do not count; `-`, `_` and other
 * signs separate words, so that `text image` finds `text-to-image`.
 */
export function matchesWords(query: string, texts: readonly string[]): boolean {
	const words = texts.flatMap(splitWords);
	return splitWords(query).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

function splitWords(text: string): string[] {
	const plain = text.normalize("NFD").replace(/\p{Mn}/gu, "");
	return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
