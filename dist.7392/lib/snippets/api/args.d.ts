import type { ModelDataMinimal } from "../../catalogue/index.ts";
import type { InferenceSnippetOptions } from "./options.ts";
import type { Subject } from "./templates.ts";
import { type Members, type Value } from "./values.ts";
/** The arguments of the call a snippet shows, as the library takes them. */
export type SnippetArgs = Members & {
    readonly inputs?: Value;
    readonly parameters?: Members;
};
/** Returns the arguments of the call: the example, or those of the caller. */
export declare function prepareArgs({ template, output }: Subject, model: ModelDataMinimal, options: InferenceSnippetOptions): SnippetArgs;
