import type { ModelData } from "../../../catalogue/index.ts";
import { listLoadSnippets } from "../../../snippets/library/list.ts";
import type { FoundSnippet } from "./entry.ts";

/** Code that loads a model with each of these libraries; by default with its own and every other that its tags name. */
export function findLibrarySnippets(model: ModelData, libraries?: readonly string[]): FoundSnippet[] {
	return listLoadSnippets(model, libraries).map(({ library, language, variant, content, setup }) => ({
		entry: {
			kind: "library" as const,
			language,
			client: null,
			library,
			...(variant === undefined ? {} : { variant }),
			content,
			...(setup === undefined ? {} : { setup }),
		},
		task: model.pipeline_tag ?? null,
		provider: null,
		isAutoSelected: false,
	}));
}

/** Returns the model's own library. */
export function ownLibrary({ library_name: library }: ModelData): string[] {
	return typeof library === "string" ? [library] : [];
}
