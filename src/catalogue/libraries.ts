import data from "./data/libraries.json" with { type: "json" };
import { ALL_MODEL_LIBRARY_KEYS, type ModelLibraryKey } from "./library-ids.ts";
import type { ModelData } from "./model-data.ts";

export { ALL_MODEL_LIBRARY_KEYS, type ModelLibraryKey } from "./library-ids.ts";

/** A library that loads models. */
export interface Library {
	/** Name in tags and on buttons. */
	prettyLabel: string;
	/** Name of the source repository. */
	repoName: string;
	repoUrl: string;
	docsUrl?: string;
	/** Whether it is offered as a filter of models. Default: false. */
	filter?: boolean;
	/**
	 * Query for the files whose downloads count, such as `path_extension:"pt" OR path:"config.json"`.
	 * Default: `DEFAULT_COUNTED_FILES`.
	 */
	countDownloads?: string;
	/** Name of its snippet generator; absent if it has none. */
	generator?: string;
}

/** A library as the reference shows it. */
export interface LibraryUiElement extends Omit<Library, "generator"> {
	/** Texts that load a model; absent if the library has none. */
	snippets?: (model: ModelData) => string[];
}

/** All libraries, by the value of a model's `library_name`. */
export const MODEL_LIBRARIES: Record<ModelLibraryKey, Library> = data.libraries;

/** Files whose downloads count by default. */
export const DEFAULT_COUNTED_FILES: readonly string[] = data.defaultCountedFiles;

/** Libraries offered as a filter of models. */
export const ALL_DISPLAY_MODEL_LIBRARY_KEYS: readonly ModelLibraryKey[] = ALL_MODEL_LIBRARY_KEYS.filter(
	(key) => MODEL_LIBRARIES[key].filter,
);

/** Adds snippets, which are not part of the catalogue, to the libraries that have some. */
export function describeLibraries(
	findSnippets: (key: ModelLibraryKey) => LibraryUiElement["snippets"] | undefined,
): Record<ModelLibraryKey, LibraryUiElement> {
	const elements = ALL_MODEL_LIBRARY_KEYS.map((key) => {
		const { generator, ...element } = MODEL_LIBRARIES[key];
		const snippets = generator === undefined ? undefined : findSnippets(key);
		return [key, snippets ? { ...element, snippets } : element];
	});
	return Object.fromEntries(elements);
}
