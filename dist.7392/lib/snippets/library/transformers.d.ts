import type { ModelData } from "../../catalogue/index.ts";
import { type Code, type Snippet } from "./snippet.ts";
export declare const UNKNOWN_TYPE: Snippet;
/** The model as a ready-made pipeline; `pruna-ai` loads the same with a class of its own. */
export interface PipelineRecipe {
    arguments: Code;
    /** A call that suits the model. */
    run?: Code;
}
/** The model and what prepares its inputs, each loaded by itself. */
export interface DirectRecipe {
    modelClass: Code;
    /** The name to import for it. */
    modelImport: Code;
    /** Arguments of its `from_pretrained`. */
    arguments: Code;
    /** The name to import for what prepares the inputs. */
    processorImport?: Code;
    loadProcessor?: Code;
    /** A conversation with the model. */
    chat?: Code;
}
export declare function transformers(model: ModelData): Snippet[];
export declare function buildPipelineRecipe(model: ModelData): PipelineRecipe | undefined;
/** Undefined when the record does not say how to load the model. */
export declare function buildDirectRecipe(model: ModelData): DirectRecipe | undefined;
/** Leave to run the repository's own code, where the model needs it. */
export declare function readTrust(model: ModelData): Code | undefined;
