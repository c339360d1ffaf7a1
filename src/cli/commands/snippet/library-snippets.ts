import type { ModelData } from "../../../catalogue/index.ts";
import { getLibrarySnippets, hasLibrarySnippets } from "../../../snippets/library/index.ts";
import type { FoundSnippet } from "./entry.ts";

/** Code that loads a model with each of these libraries. */
export function findLibrarySnippets(model: ModelData, libraries: readonly string[]): FoundSnippet[] {
	return libraries.flatMap((library) =>
		getLibrarySnippets(model, library).map(({ language, content }) => ({
			entry: { kind: "library" as const, language, client: null, library, content },
			task: model.pipeline_tag ?? null,
			provider: null,
			isAutoSelected: false,
		})),
	);
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
