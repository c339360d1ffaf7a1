import type { ModelData } from "./model-data.ts";
/**
 * What a model has to be: `gguf` (its GGUF files state a context length), `tag:x`, `task:x`, `library:x`, `quant:x`
 * (quantization method), `template:tools` (its chat template knows tools), or a combination of these.
 */
export type Condition = string | {
    all: Condition[];
} | {
    any: Condition[];
};
export declare function meetsCondition(model: ModelData, condition: Condition): boolean;
