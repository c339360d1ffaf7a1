import { keysOf } from "../base/json.ts";
import data from "./data/libraries.json" with { type: "json" };
import type { DatasetLibraryUiElement } from "./hub-lists.ts";
import type { ModelData } from "./model-data.ts";

/** Ids of all model libraries: the values of `library_name` in the catalogue. */
export const ALL_MODEL_LIBRARY_KEYS = keysOf(data.libraries);

/** Id of a model library, such as `peft`. */
export type ModelLibraryKey = (typeof ALL_MODEL_LIBRARY_KEYS)[number];

/** A library that loads models. */
export interface Library extends DatasetLibraryUiElement {
	/** Whether it is offered as a filter of models. Default: false. */
	filter?: boolean;
	/**
	 * Query for the files whose downloads count, such as `path_extension:"pt" OR path:"config.json"`.
	 * Default: `DEFAULT_COUNTED_FILES`.
	 */
	countDownloads?: string;
}

/** A library as the reference shows it. */
export interface LibraryUiElement extends Library {
	/** Texts that load a model; absent if the library has none. */
	snippets?: (model: ModelData) => string[];
}

/** Rows of the data; most repositories have the name of their library. */
const ROWS: Record<ModelLibraryKey, Omit<Library, "repoName"> & { repoName?: string }> = data.libraries;

/** All libraries, by the value of a model's `library_name`. */
export const MODEL_LIBRARIES = Object.fromEntries(
	ALL_MODEL_LIBRARY_KEYS.map((key) => [key, { repoName: ROWS[key].prettyLabel, ...ROWS[key] }]),
) as Record<ModelLibraryKey, Library>;

/** Files whose downloads count by default. */
export const DEFAULT_COUNTED_FILES: readonly string[] = data.defaultCountedFiles;

/** Libraries offered as a filter of models. */
export const ALL_DISPLAY_MODEL_LIBRARY_KEYS: readonly ModelLibraryKey[] = ALL_MODEL_LIBRARY_KEYS.filter(
	(key) => MODEL_LIBRARIES[key].filter,
);
