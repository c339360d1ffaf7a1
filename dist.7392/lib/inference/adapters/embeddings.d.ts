import type { FeatureExtractionOutput } from "../io.ts";
import type { Call, TaskAdapter } from "../types.ts";
interface EmbeddingsOptions {
    /** Default `v1/embeddings`. */
    route?: string;
    /** Default: the text as `input`, everything else beside it. */
    payload?: (call: Call) => object;
}
/**
 * Embeddings as OpenAI defined them.
 * @param error text of the error for an answer of another shape
 */
export declare function embeddings(error: string, options?: EmbeddingsOptions): TaskAdapter<FeatureExtractionOutput>;
export {};
