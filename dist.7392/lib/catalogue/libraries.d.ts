import { type ModelLibraryKey } from "./library-ids.ts";
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
    /** Name of what generates its snippets; absent when it has none. */
    generator?: string;
}
/** A library as the reference shows it. */
export interface LibraryUiElement extends Omit<Library, "generator"> {
    /** Texts that load a model; absent when the library has none. */
    snippets?: (model: ModelData) => string[];
}
/** All libraries, by the value of a model's `library_name`. */
export declare const MODEL_LIBRARIES: Record<ModelLibraryKey, Library>;
/** Files whose downloads count when a library does not name others. */
export declare const DEFAULT_COUNTED_FILES: readonly string[];
/** Libraries offered as a filter of models. */
export declare const ALL_DISPLAY_MODEL_LIBRARY_KEYS: readonly ModelLibraryKey[];
/** Adds the snippets, which the catalogue does not hold, to the libraries that have some. */
export declare function describeLibraries(findSnippets: (key: ModelLibraryKey) => LibraryUiElement["snippets"] | undefined): Record<ModelLibraryKey, LibraryUiElement>;
