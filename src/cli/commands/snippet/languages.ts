import { inferenceSnippetLanguages } from "../../../catalogue/inference-snippets.ts";
import { unknownWord } from "../../errors/usage.ts";

/** Aliases of snippet languages. */
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

/**
 * Returns the language for a word; ignores case.
 * @throws UsageError if there is none, with the closest match
 */
export function parseLanguage(word: string): string {
	const name = word.toLowerCase();
	const language = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
	if ((inferenceSnippetLanguages as readonly string[]).includes(language)) return language;
	const known = [...inferenceSnippetLanguages, ...Object.keys(ALIASES)];
	const suggestions = new Map(known.map((id) => [id, ALIASES[id] ?? id]));
	throw unknownWord("snippet language", word, suggestions, `Languages: ${inferenceSnippetLanguages.join(", ")}.`);
}
