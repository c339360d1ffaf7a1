/** A word's beginning with the blank before it, further pieces of long words, up to three digits, or one other sign. */
const TOKEN = /\s*(?:[\p{L}\p{M}'’]{1,8}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}])|\s+$/gu;

/** Splits a text into pieces about as long as a model's tokens; joined they give the text again. */
export function splitTokens(text: string): string[] {
	return text.match(TOKEN) ?? [];
}

export function countTokens(text: string): number {
	return splitTokens(text).length;
}
