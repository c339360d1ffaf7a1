import type { SnippetLanguage } from "../../../snippets/library/snippet.ts";

/** A snippet as `hub snippet --json` prints it; the fields are described in docs/json.md and stay as they are. */
export interface SnippetEntry {
	/** `library`: loads the model itself. `api`: has somebody else run it. */
	kind: "library" | "api";
	/** `text` is a sentence instead of code: what the record lacks. */
	language: SnippetLanguage;
	/** Package or program an API snippet uses. */
	client: string | null;
	/** Library a library snippet uses. */
	library: string | null;
	content: string;
	/** Command that installs what the snippet needs; absent where nothing is needed, or the snippet says it itself. */
	setup?: string;
}

/** A snippet, and what it is about. */
export interface FoundSnippet {
	entry: SnippetEntry;
	/** Null where the record names none. */
	task: string | null;
	/** Who is called; null when the model is loaded. */
	provider: string | null;
	/** The provider was asked for by nobody: the client cannot leave the choice to the hub. */
	isAutoSelected: boolean;
}

/** Snippets, of which there is at least one. */
export type Snippets = readonly [FoundSnippet, ...FoundSnippet[]];

/** @throws what `explain` returns when there is none */
export function requireSome(found: readonly FoundSnippet[], explain: () => Error): Snippets {
	const [first, ...others] = found;
	if (first) return [first, ...others];
	throw explain();
}

/** What the snippet is made with: the name of a library, or of a client. */
export function toolOf({ entry }: FoundSnippet): string {
	return entry.library ?? entry.client ?? "";
}

/** The snippet to use when one is wanted: code, where there is any. */
export function bestOf(found: Snippets): FoundSnippet {
	return found.find(({ entry }) => entry.language !== "text") ?? found[0];
}
