import type { ModelData } from "../../catalogue/index.ts";
import type { SnippetLanguage } from "./snippet.ts";
export type { SnippetLanguage } from "./snippet.ts";
/** Code that loads a model with a library. */
export interface LibrarySnippet {
    /** Library id, such as `diffusers`. */
    library: string;
    /** `text` where there is only a sentence to say, such as that the record is incomplete. */
    language: SnippetLanguage;
    content: string;
    /** Tells it from the library's other snippets, such as `pipeline`; absent where there is no name for it. */
    variant?: string;
}
/**
 * Returns every snippet of a library for a model, in the order to show them; needs nothing but the model's record.
 *
 * @param libraryKey Library id; default: the model's own (`library_name`).
 * @returns Empty when the library is unknown, has no snippets, or has none for this model.
 */
export declare function getLibrarySnippets(model: ModelData, libraryKey?: string): LibrarySnippet[];
/** Whether there are snippets for a library, for one model or another. */
export declare function hasLibrarySnippets(library: string): boolean;
/** Library id → model record → its snippets as plain texts. Libraries without snippets are absent. */
export declare const librarySnippets: Readonly<Record<string, (model: ModelData) => string[]>>;
