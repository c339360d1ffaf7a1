import type { ChatCompletionInput, ChatCompletionOutput } from "./io/chat.ts";
import type {
	FeatureExtractionInput,
	FeatureExtractionOutput,
	TextGenerationInput,
	TextGenerationOutput,
} from "./io/text.ts";

/** Task id → type of its arguments and of its result. */
export interface TaskTypes {
	conversational: { input: ChatCompletionInput; output: ChatCompletionOutput };
	"text-generation": { input: TextGenerationInput; output: TextGenerationOutput };
	"feature-extraction": { input: FeatureExtractionInput; output: FeatureExtractionOutput };
}
