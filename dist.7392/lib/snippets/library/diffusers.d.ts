import type { ModelData } from "../../catalogue/index.ts";
import { type Code, type Snippet } from "./snippet.ts";
/** How to load and run a model with diffusers; `pruna-ai` loads the same with a class of its own. */
export interface DiffusersRecipe {
    /** Class of the pipeline. */
    pipeline: string;
    /** Arguments of its `from_pretrained`. */
    arguments: Code;
    /** A part of the pipeline that is loaded before. */
    part?: {
        class: string;
        load: Code;
    };
    usesTorch?: true;
    /** Names to import from `diffusers.utils`. */
    utilities?: Code;
    /** Code that runs on the loaded pipeline. */
    adapt?: Code;
    /** Sample inputs and a call, in blocks. */
    blocks: Code[];
}
export declare function diffusers(model: ModelData): Snippet[];
export declare function buildDiffusersRecipe(model: ModelData): DiffusersRecipe;
