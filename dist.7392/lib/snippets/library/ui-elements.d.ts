import { type LibraryUiElement } from "../../catalogue/libraries.ts";
import type { ModelLibraryKey } from "../../catalogue/library-ids.ts";
/** All model libraries, by the value of a model's `library_name`. */
export declare const MODEL_LIBRARIES_UI_ELEMENTS: Record<ModelLibraryKey, LibraryUiElement>;
