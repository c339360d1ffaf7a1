import type { ModelData } from "../../../catalogue/index.ts";
import { getLibrarySnippets, hasLibrarySnippets, type LibrarySnippet } from "../../../snippets/library/index.ts";
import { findLibrarySetup } from "../../../snippets/library/setup.ts";
import type { FoundSnippet } from "./entry.ts";

/** Code that loads a model with each of these libraries. */
export function findLibrarySnippets(model: ModelData, libraries: readonly string[]): FoundSnippet[] {
	return libraries.flatMap((library) => {
		const snippets = joinParts(getLibrarySnippets(model, library));
		return snippets.map((snippet, index) => ({
			entry: {
				kind: "library" as const,
				language: snippet.language,
				client: null,
				library,
				...nameVariant(snippet, index, snippets.length),
				content: snippet.content,
				...describeSetup(snippet),
			},
			task: model.pipeline_tag ?? null,
			provider: null,
			isAutoSelected: false,
		}));
	});
}

/** Libraries whose snippets are the parts of one program. */
const IN_PARTS: readonly string[] = ["llama-cpp-python", "diffusionkit"];

function joinParts(snippets: readonly LibrarySnippet[]): readonly LibrarySnippet[] {
	const [first] = snippets;
	if (!first || !IN_PARTS.includes(first.library)) return snippets;
	return [{ ...first, content: snippets.map(({ content }) => content.trim()).join("\n\n") }];
}

/** The variant's own name, else its number. */
function nameVariant({ variant }: LibrarySnippet, index: number, count: number): { variant?: string } {
	if (variant !== undefined) return { variant };
	return count > 1 ? { variant: String(index + 1) } : {};
}

function describeSetup({ library, language, content }: LibrarySnippet): { setup?: string } {
	// Some say it themselves.
	const setup = language === "python" && !/\bpip install\b/.test(content) ? findLibrarySetup(library) : undefined;
	return setup === undefined ? {} : { setup };
}

/** The model's own library. */
export function ownLibrary({ library_name: library }: ModelData): string[] {
	return typeof library === "string" ? [library] : [];
}

/** The same with every library the tags name, the model's own first. What another has to complain of is left out. */
export function findMatchingSnippets(model: ModelData): FoundSnippet[] {
	const own = ownLibrary(model);
	const tags = Array.isArray(model.tags) ? model.tags : [];
	const others = [...new Set(tags.filter(hasLibrarySnippets))].filter((library) => !own.includes(library));
	return [
		...findLibrarySnippets(model, own),
		...findLibrarySnippets(model, others).filter(({ entry }) => entry.language !== "text"),
	];
}
