/** A word: runs of plain characters, of characters behind a backslash, and of quoted ones. */
const WORD = /(?:[^\s'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+/g;
const PART = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g;

/**
 * Splits a command line into words as a shell does: single and double quotes, and backslashes. Nothing is expanded.
 * Returns undefined if a quote is not closed.
 */
export function splitShellWords(text: string): string[] | undefined {
	if (text.replace(WORD, "").trim() !== "") return undefined;
	return [...text.matchAll(WORD)].map(([word]) =>
		word.replace(PART, (_, single?: string, double?: string, escaped?: string) => {
			if (single !== undefined) return single;
			// Between double quotes a backslash is literal, unless it protects one of these.
			return double === undefined ? (escaped ?? "") : double.replace(/\\(["\\$`])/g, "$1");
		}),
	);
}
