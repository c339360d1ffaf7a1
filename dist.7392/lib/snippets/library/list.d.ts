import type { ModelData } from "../../catalogue/index.ts";
import { type LibrarySnippet } from "./index.ts";
/** A method of loading a model, as shown in lists. */
export interface LoadSnippet extends LibrarySnippet {
    /** Command that installs what the code needs; absent where nothing is known, or the code says it itself. */
    setup?: string;
}
/**
 * Returns every method of loading a model: with its own library first, then with others that its tags name. Of several
 * snippets of a library each has a `variant`: its name, else its number.
 *
 * @param libraries Library ids. Default: the model's own and those of its tags; of the latter, only code.
 */
export declare function listLoadSnippets(model: ModelData, libraries?: readonly string[]): LoadSnippet[];
