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
 * The argument `provider`: a literal must be the id of a provider or `auto`, so that the compiler finds misspelled
 * ones; a variable of type `string` passes.
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

/** Arguments of `audioClassification`. */
export type AudioClassificationArgs = ArgsOf<"audio-classification">;
/** Arguments of `audioToAudio`. */
export type AudioToAudioArgs = ArgsOf<"audio-to-audio">;
/** Arguments of `automaticSpeechRecognition`. */
export type AutomaticSpeechRecognitionArgs = ArgsOf<"automatic-speech-recognition">;
/** Arguments of `documentQuestionAnswering`. */
export type DocumentQuestionAnsweringArgs = ArgsOf<"document-question-answering">;
/** Arguments of `featureExtraction`. */
export type FeatureExtractionArgs = ArgsOf<"feature-extraction">;
/** Arguments of `fillMask`. */
export type FillMaskArgs = ArgsOf<"fill-mask">;
/** Arguments of `imageClassification`. */
export type ImageClassificationArgs = ArgsOf<"image-classification">;
/** Arguments of `imageSegmentation`. */
export type ImageSegmentationArgs = ArgsOf<"image-segmentation">;
/** Arguments of `imageTextToImage`. */
export type ImageTextToImageArgs = ArgsOf<"image-text-to-image">;
/** Arguments of `imageTextToVideo`. */
export type ImageTextToVideoArgs = ArgsOf<"image-text-to-video">;
/** Arguments of `imageToImage`. */
export type ImageToImageArgs = ArgsOf<"image-to-image">;
/** Arguments of `imageToText`. */
export type ImageToTextArgs = ArgsOf<"image-to-text">;
/** Arguments of `imageToVideo`. */
export type ImageToVideoArgs = ArgsOf<"image-to-video">;
/** Arguments of `objectDetection`. */
export type ObjectDetectionArgs = ArgsOf<"object-detection">;
/** Arguments of `questionAnswering`. */
export type QuestionAnsweringArgs = ArgsOf<"question-answering">;
/** Arguments of `sentenceSimilarity`. */
export type SentenceSimilarityArgs = ArgsOf<"sentence-similarity">;
/** Arguments of `summarization`. */
export type SummarizationArgs = ArgsOf<"summarization">;
/** Arguments of `tableQuestionAnswering`. */
export type TableQuestionAnsweringArgs = ArgsOf<"table-question-answering">;
/** Arguments of `tabularClassification`. */
export type TabularClassificationArgs = ArgsOf<"tabular-classification">;
/** Arguments of `tabularRegression`. */
export type TabularRegressionArgs = ArgsOf<"tabular-regression">;
/** Arguments of `textClassification`. */
export type TextClassificationArgs = ArgsOf<"text-classification">;
/** Arguments of `textGeneration` and `textGenerationStream`. */
export type TextGenerationArgs = BaseArgs & TaskTypes["text-generation"]["input"];
/** Arguments of `textToAudio`. */
export type TextToAudioArgs = ArgsOf<"text-to-audio">;
/** Arguments of `textToImage`. */
export type TextToImageArgs = ArgsOf<"text-to-image">;
/** Arguments of `textToVideo`. */
export type TextToVideoArgs = ArgsOf<"text-to-video">;
/** Arguments of `tokenClassification`. */
export type TokenClassificationArgs = ArgsOf<"token-classification">;
/** Arguments of `translation`. */
export type TranslationArgs = ArgsOf<"translation">;
/** Arguments of `visualQuestionAnswering`. */
export type VisualQuestionAnsweringArgs = ArgsOf<"visual-question-answering">;
/** Arguments of `zeroShotClassification`. */
export type ZeroShotClassificationArgs = ArgsOf<"zero-shot-classification">;
/** Arguments of `zeroShotImageClassification`. */
export type ZeroShotImageClassificationArgs = ArgsOf<"zero-shot-image-classification">;

/** One of several generated sequences. */
export type TextGenerationStreamBestOfSequence = TextGenerationOutputBestOfSequence;
/** How the generation ended; it comes with the last token. */
export type TextGenerationStreamDetails = TextGenerationStreamOutputStreamDetails;
/** Why the generation ended. */
export type TextGenerationStreamFinishReason = TextGenerationStreamOutputFinishReason;
/** A token of the prompt. */
export type TextGenerationStreamPrefillToken = TextGenerationOutputPrefillToken;
/** A token of a stream of `textGenerationStream`. */
export type TextGenerationStreamToken = TextGenerationStreamOutputToken;

/** @deprecated no service sends it; the function returns a list of `AudioToAudioOutput` */
export interface AudioToAudioOutputElem {
	label: string;
	audio: Blob;
}
