import type {
	TaskTypes,
	TextGenerationOutputBestOfSequence,
	TextGenerationOutputPrefillToken,
	TextGenerationStreamOutputFinishReason,
	TextGenerationStreamOutputStreamDetails,
	TextGenerationStreamOutputToken,
} from "../io.ts";
import type { InferenceProviderOrPolicy } from "../providers/index.ts";
import type { BaseArgs, Provider } from "../types.ts";

/** Arguments of a task function. */
export type ArgsOf<Task extends keyof TaskTypes> = BaseArgs & TaskTypes[Task]["input"];

/**
 * The argument `provider`: a literal must be the id of a provider or `auto`, so that the compiler finds misspelt ones;
 * a variable of type `string` passes.
 */
export interface ProviderArgs<Id extends string> {
	/** Id of a provider, `auto`, or a provider of your own. Default `auto`. */
	provider?:
		| InferenceProviderOrPolicy
		| (string extends Id ? Id : Id extends InferenceProviderOrPolicy ? Id : never)
		| Provider
		| undefined;
}

// Names that programs written for the reference client import.

export type AudioClassificationArgs = ArgsOf<"audio-classification">;
export type AudioToAudioArgs = ArgsOf<"audio-to-audio">;
export type AutomaticSpeechRecognitionArgs = ArgsOf<"automatic-speech-recognition">;
export type DocumentQuestionAnsweringArgs = ArgsOf<"document-question-answering">;
export type FeatureExtractionArgs = ArgsOf<"feature-extraction">;
export type FillMaskArgs = ArgsOf<"fill-mask">;
export type ImageClassificationArgs = ArgsOf<"image-classification">;
export type ImageSegmentationArgs = ArgsOf<"image-segmentation">;
export type ImageTextToImageArgs = ArgsOf<"image-text-to-image">;
export type ImageTextToVideoArgs = ArgsOf<"image-text-to-video">;
export type ImageToImageArgs = ArgsOf<"image-to-image">;
export type ImageToTextArgs = ArgsOf<"image-to-text">;
export type ImageToVideoArgs = ArgsOf<"image-to-video">;
export type ObjectDetectionArgs = ArgsOf<"object-detection">;
export type QuestionAnsweringArgs = ArgsOf<"question-answering">;
export type SentenceSimilarityArgs = ArgsOf<"sentence-similarity">;
export type SummarizationArgs = ArgsOf<"summarization">;
export type TableQuestionAnsweringArgs = ArgsOf<"table-question-answering">;
export type TabularClassificationArgs = ArgsOf<"tabular-classification">;
export type TabularRegressionArgs = ArgsOf<"tabular-regression">;
export type TextClassificationArgs = ArgsOf<"text-classification">;
/** Arguments of `textGeneration` and `textGenerationStream`. */
export type TextGenerationArgs = BaseArgs & TaskTypes["text-generation"]["input"];
export type TextToAudioArgs = ArgsOf<"text-to-audio">;
export type TextToImageArgs = ArgsOf<"text-to-image">;
export type TextToVideoArgs = ArgsOf<"text-to-video">;
export type TokenClassificationArgs = ArgsOf<"token-classification">;
export type TranslationArgs = ArgsOf<"translation">;
export type VisualQuestionAnsweringArgs = ArgsOf<"visual-question-answering">;
export type ZeroShotClassificationArgs = ArgsOf<"zero-shot-classification">;
export type ZeroShotImageClassificationArgs = ArgsOf<"zero-shot-image-classification">;

export type TextGenerationStreamBestOfSequence = TextGenerationOutputBestOfSequence;
export type TextGenerationStreamDetails = TextGenerationStreamOutputStreamDetails;
export type TextGenerationStreamFinishReason = TextGenerationStreamOutputFinishReason;
export type TextGenerationStreamPrefillToken = TextGenerationOutputPrefillToken;
export type TextGenerationStreamToken = TextGenerationStreamOutputToken;

/** @deprecated no service sends it; the function returns a list of `AudioToAudioOutput` */
export interface AudioToAudioOutputElem {
	label: string;
	audio: Blob;
}
