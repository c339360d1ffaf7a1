import type { LibraryEntry } from "./library-entry.ts";
import { unknownWord } from "./unknown-word.ts";

/**
 * The library of a key, or of a name such as `Sentence Transformers`; case does not count.
 * @throws UsageError when there is none
 */
export async function findLibrary(word: string): Promise<LibraryEntry> {
	const { LIBRARY_LIST } = await import("./library-list.prepared.ts");
	const wanted = word.trim().toLowerCase();
	const found =
		LIBRARY_LIST.find(({ id }) => id.toLowerCase() === wanted) ??
		LIBRARY_LIST.find(({ name, repoName }) => [name.toLowerCase(), repoName.toLowerCase()].includes(wanted));
	if (found) return found;
	const known = LIBRARY_LIST.map(({ id }) => id);
	throw unknownWord("library", word, known, "See hub libraries for all, or hub libraries --search TEXT.");
}
