import type { ModelData } from "../catalogue/index.ts";
import { type LocalAppKey } from "../catalogue/local-apps.ts";
/** One step of running a model in a local app. */
export interface AppSnippet {
    app: LocalAppKey;
    /** Name for people. */
    label: string;
    /** `text` is a link that the app opens. */
    language: "sh" | "text";
    /** Tells it from the app's other snippets, such as `Use Docker`. */
    variant?: string;
    content: string;
    /** Commands that install the app, or where to get it. */
    setup?: string;
}
/**
 * Returns how each local app that can run the model runs it, the apps in the catalogue's order. Of several GGUF files
 * named in `siblings` the one nearest to Q4_K_M is shown.
 *
 * @param model Record of the hub; without a usable id there are no snippets.
 * @param wanted Only this app.
 */
export declare function listAppSnippets(model: ModelData, wanted?: LocalAppKey): AppSnippet[];
