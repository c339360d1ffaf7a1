import { unknownWord } from "../../errors/usage.ts";
import type { LibraryEntry } from "../../lists/libraries.ts";

/** Returns the library of a key or a name; case and separators of words do not count. */
export async function findLibrary(word: string): Promise<LibraryEntry> {
	const { LIBRARY_LIST } = await import("../../lists/libraries.ts");
	const wanted = normalize(word);
	const found =
		LIBRARY_LIST.find(({ id }) => normalize(id) === wanted) ??
		LIBRARY_LIST.find(({ name, repoName }) => [name, repoName].some((known) => normalize(known) === wanted));
	if (found) return found;
	const known = new Map(LIBRARY_LIST.flatMap(({ id, name }) => [[id, id] as const, [name, id] as const]));
	throw unknownWord("library", word, known, "See hub libraries for all, or hub libraries --search TEXT.");
}

function normalize(word: string): string {
	return word
		.trim()
		.toLowerCase()
		.replace(/[\s_-]+/g, "-");
}
