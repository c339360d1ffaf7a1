import type { ChatCompletionInput, ChatCompletionOutput } from "./io/chat.ts";
import type { FeatureExtractionInput } from "./io/text.ts";
import type { TextGenerationInput, TextGenerationOutput } from "./io/text-generation.ts";

/** A vector for each text; some services give one for each token, or deeper lists. */
export type FeatureVectors = (number | number[] | number[][] | number[][][])[];

/** Task id → type of its arguments and of its result. */
export interface TaskTypes {
	conversational: { input: ChatCompletionInput; output: ChatCompletionOutput };
	"text-generation": { input: TextGenerationInput; output: TextGenerationOutput };
	"feature-extraction": { input: FeatureExtractionInput; output: FeatureVectors };
}
