import { inferenceSnippetLanguages } from "../../../catalogue/inference-snippets.ts";
import type { SnippetLanguage } from "../../../snippets/library/snippet.ts";
import { unknownWord } from "../../errors/usage.ts";

/** A snippet as `hub snippet --json` prints it; the fields are described in docs/json.md and stay as they are. */
export interface SnippetEntry {
	/** `library` loads the model, `api` calls a provider, `app` runs the model in a local app. */
	kind: "library" | "api" | "app";
	/** `text` is a sentence in place of code, about missing data in the record. */
	language: SnippetLanguage;
	/** Package or program an API snippet uses; id of a local app. */
	client: string | null;
	library: string | null;
	/** Distinguishes it from others of the same library or app, such as `pipeline`; absent if there is only one. */
	variant?: string;
	content: string;
	/** Command that installs the packages of the snippet; absent if it needs none, or names them itself. */
	setup?: string;
}

export interface FoundSnippet {
	entry: SnippetEntry;
	/** Null if the record names none. */
	task: string | null;
	/** The provider; null if the model is loaded. */
	provider: string | null;
	/** Whether no provider was named, and the client cannot leave the choice to Hugging Face. */
	isAutoSelected: boolean;
}

/** A non-empty list of snippets. */
export type Snippets = readonly [FoundSnippet, ...FoundSnippet[]];

/** @throws the error of `explain` if there is none */
export function requireSome(found: readonly FoundSnippet[], explain: () => Error): Snippets {
	const [first, ...others] = found;
	if (first) return [first, ...others];
	throw explain();
}

export function toolOf({ entry }: FoundSnippet): string {
	return entry.library ?? entry.client ?? "";
}

/** Returns the snippet to use if one is needed: code if there is any. */
export function bestOf(found: Snippets): FoundSnippet {
	return found.find(({ entry }) => entry.language !== "text") ?? found[0];
}

/** Returns the name of a snippet: its library, client or app, with its variant. */
export function nameOf(found: FoundSnippet): string {
	const { variant } = found.entry;
	return variant === undefined ? toolOf(found) : `${toolOf(found)} · ${variant}`;
}

/** Returns the code below the command that installs its packages: as a comment, or, in a shell, as a command. */
export function withSetup({ kind, language, setup, content }: SnippetEntry): string {
	if (setup === undefined || language === "text") return setup === undefined ? content : `${setup}\n${content}`;
	const mark = kind === "app" ? "" : language === "js" || language === "csharp" ? "// " : "# ";
	const lines = setup.split("\n").map((line) => `${mark}${line}\n`);
	return `${lines.join("")}${kind === "app" ? "\n" : ""}${content}`;
}

export const GROUPS: readonly { kind: SnippetEntry["kind"]; title: string; option: string }[] = [
	{ kind: "library", title: "Load it yourself", option: "-l" },
	{ kind: "api", title: "Call a provider", option: "--client" },
	{ kind: "app", title: "Local apps", option: "--app" },
];

export function groupTitle(kind: SnippetEntry["kind"]): string {
	return GROUPS.find((group) => group.kind === kind)?.title ?? kind;
}

const ALIASES: Readonly<Record<string, string>> = {
	py: "python",
	python3: "python",
	javascript: "js",
	typescript: "js",
	node: "js",
	ts: "js",
	bash: "sh",
	shell: "sh",
};

/** Returns the language for a word; ignores case. */
export function parseLanguage(word: string): string {
	const name = word.toLowerCase();
	const language = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
	if ((inferenceSnippetLanguages as readonly string[]).includes(language)) return language;
	const known = [...inferenceSnippetLanguages, ...Object.keys(ALIASES)];
	const suggestions = new Map(known.map((id) => [id, ALIASES[id] ?? id]));
	throw unknownWord("snippet language", word, suggestions, `Languages: ${inferenceSnippetLanguages.join(", ")}.`);
}
