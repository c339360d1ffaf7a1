// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type {
	ClassificationParameters,
	DetectedObject,
	DiffusionParameters,
	Extensible,
	ExtractedAnswer,
	Generating,
	InputOf,
	ReadingParameters,
	ScoredLabel,
	TargetSize,
	VideoParameters,
} from "./definitions.ts";

/** Parameters of `audio-classification`. */
export interface AudioClassificationParameters extends ClassificationParameters {}

/** Input of `audio-classification`: the recording. */
export interface AudioClassificationInput extends InputOf<Blob, AudioClassificationParameters> {}

/** One entry of the output of `audio-classification`. */
export interface AudioClassificationOutputElement extends ScoredLabel {}

/** Output of `audio-classification`. */
export type AudioClassificationOutput = AudioClassificationOutputElement[];

/** Parameters of `automatic-speech-recognition`. */
export interface AutomaticSpeechRecognitionParameters extends Generating {
	/** Also returns when each part was spoken. */
	return_timestamps?: boolean;
}

/** Input of `automatic-speech-recognition`: the recording. */
export interface AutomaticSpeechRecognitionInput extends InputOf<Blob, AutomaticSpeechRecognitionParameters> {}

/** A segment of a recording, with its text. */
export interface AutomaticSpeechRecognitionOutputChunk extends Extensible {
	/** What was said. */
	text: string;
	/** Start and end, in seconds. */
	timestamp: number[];
}

/** Output of `automatic-speech-recognition`. */
export interface AutomaticSpeechRecognitionOutput extends Extensible {
	/** What was said. */
	text: string;
	/** Parts of the text with their times, when timestamps were requested. */
	chunks?: AutomaticSpeechRecognitionOutputChunk[];
}

/** Parameters of `text-to-speech`. */
export interface TextToSpeechParameters extends Generating {}

/** Input of `text-to-speech`: the text to speak. */
export interface TextToSpeechInput extends InputOf<string, TextToSpeechParameters> {}

/** Output of `text-to-speech`. */
export interface TextToSpeechOutput extends Extensible {
	/** The recording. */
	audio: Blob;
	/** Samples per second. */
	sampling_rate?: number;
}

/** Parameters of `text-to-audio`. */
export interface TextToAudioParameters extends Generating {}

/** Input of `text-to-audio`: description of the sound, or the text to speak. */
export interface TextToAudioInput extends InputOf<string, TextToAudioParameters> {}

/** Output of `text-to-audio`. */
export interface TextToAudioOutput extends Extensible {
	/** The recording. */
	audio: Blob;
	/** Samples per second. */
	sampling_rate: number;
}

/** Parameters of `image-classification`. */
export interface ImageClassificationParameters extends ClassificationParameters {}

/** Input of `image-classification`: the image. */
export interface ImageClassificationInput extends InputOf<Blob, ImageClassificationParameters> {}

/** One entry of the output of `image-classification`. */
export interface ImageClassificationOutputElement extends ScoredLabel {}

/** Output of `image-classification`. */
export type ImageClassificationOutput = ImageClassificationOutputElement[];

/** The kind of segmentation. */
export type ImageSegmentationSubtask = "instance" | "panoptic" | "semantic";

/** Parameters of `image-segmentation`. */
export interface ImageSegmentationParameters extends Extensible {
	/** Minimum probability for a pixel to belong to a mask. */
	mask_threshold?: number;
	/** Smaller detached parts of a mask are dropped below this share of its area. */
	overlap_mask_area_threshold?: number;
	/** Kind of segmentation, for models that support several. */
	subtask?: ImageSegmentationSubtask;
	/** Results below this probability are left out. */
	threshold?: number;
}

/** Input of `image-segmentation`: the image. */
export interface ImageSegmentationInput extends InputOf<Blob, ImageSegmentationParameters> {}

/** One entry of the output of `image-segmentation`. */
export interface ImageSegmentationOutputElement extends Extensible {
	/** The class of the segment. */
	label: string;
	/** Base64-encoded image that is white where the segment is. */
	mask: string;
	/** Probability, from 0 to 1. */
	score?: number;
}

/** Output of `image-segmentation`. */
export type ImageSegmentationOutput = ImageSegmentationOutputElement[];

/** Parameters of `image-to-image`. */
export interface ImageToImageParameters extends DiffusionParameters {
	/** What the new image should show. */
	prompt?: string;
	/** Size of the result, in pixels. */
	target_size?: TargetSize;
}

/** Input of `image-to-image`: the image to start from. */
export interface ImageToImageInput extends InputOf<Blob, ImageToImageParameters> {}

/** Output of `image-to-image`. */
export interface ImageToImageOutput extends Extensible {
	/** The new image. */
	image?: unknown;
}

/** Parameters of `image-to-text`. */
export interface ImageToTextParameters extends Generating {
	/** Maximum number of tokens to generate. */
	max_new_tokens?: number;
}

/** Input of `image-to-text`: the image. */
export interface ImageToTextInput extends InputOf<Blob, ImageToTextParameters> {}

/** Output of `image-to-text`. */
export interface ImageToTextOutput extends Extensible {
	/** The text. */
	generated_text: string;
}

/** Parameters of `object-detection`. */
export interface ObjectDetectionParameters extends Extensible {
	/** Results below this probability are left out. */
	threshold?: number;
}

/** Input of `object-detection`: the image. */
export interface ObjectDetectionInput extends InputOf<Blob, ObjectDetectionParameters> {}

/** One entry of the output of `object-detection`. */
export interface ObjectDetectionOutputElement extends DetectedObject {}

/** Output of `object-detection`. */
export type ObjectDetectionOutput = ObjectDetectionOutputElement[];

/** Parameters of `text-to-image`. */
export interface TextToImageParameters extends DiffusionParameters {
	/** Width in pixels. */
	width?: number;
	/** Height in pixels. */
	height?: number;
	/** Scheduler to use instead of the model's default. */
	scheduler?: string;
	/** Random seed; the same seed gives the same result. */
	seed?: number;
}

/** Input of `text-to-image`: the prompt: what the image should show. */
export interface TextToImageInput extends InputOf<string, TextToImageParameters> {}

/** Output of `text-to-image`. */
export interface TextToImageOutput extends Extensible {
	/** The image. */
	image: unknown;
}

/** Parameters of `zero-shot-image-classification`. */
export interface ZeroShotImageClassificationParameters extends Extensible {
	/** The labels to choose from. */
	candidate_labels: string[];
	/** Sentence with a placeholder, which each label replaces before the comparison with the input. */
	hypothesis_template?: string;
}

/** Input of `zero-shot-image-classification`: the image. */
export interface ZeroShotImageClassificationInput
	extends Required<InputOf<Blob, ZeroShotImageClassificationParameters>> {}

/** One entry of the output of `zero-shot-image-classification`. */
export interface ZeroShotImageClassificationOutputElement extends ScoredLabel {}

/** Output of `zero-shot-image-classification`. */
export type ZeroShotImageClassificationOutput = ZeroShotImageClassificationOutputElement[];

/** A document and a question about it. */
export interface DocumentQuestionAnsweringInputData extends Extensible {
	/** The page. */
	image: unknown;
	/** The question to answer. */
	question: string;
}

/** A word of a document, or its position on the page. */
export type WordBox = string | number[];

/** Parameters of `document-question-answering`. */
export interface DocumentQuestionAnsweringParameters extends ReadingParameters {
	/** Language used to recognize the text on the page. */
	lang?: string;
	/** Words and their boxes, with coordinates from 0 to 1000; if given, text recognition is skipped. */
	word_boxes?: WordBox[];
}

/** Input of `document-question-answering`: a page and a question about it. */
export interface DocumentQuestionAnsweringInput
	extends InputOf<DocumentQuestionAnsweringInputData, DocumentQuestionAnsweringParameters> {}

/** One entry of the output of `document-question-answering`. */
export interface DocumentQuestionAnsweringOutputElement extends ExtractedAnswer {}

/** Output of `document-question-answering`. */
export type DocumentQuestionAnsweringOutput = DocumentQuestionAnsweringOutputElement[];

/** Parameters of `image-text-to-image`. */
export interface ImageTextToImageParameters extends ImageToImageParameters {
	/** Random seed; the same seed gives the same result. */
	seed?: number;
}

/** Input of `image-text-to-image`: the image to start from, if any. */
export interface ImageTextToImageInput extends Partial<InputOf<Blob, ImageTextToImageParameters>> {}

/** Output of `image-text-to-image`. */
export interface ImageTextToImageOutput extends Extensible {
	/** The new image. */
	image: unknown;
}

/** Parameters of `image-text-to-video`. */
export interface ImageTextToVideoParameters extends ImageToVideoParameters {}

/** Input of `image-text-to-video`: the image to start from, if any. */
export interface ImageTextToVideoInput extends Partial<InputOf<Blob, ImageTextToVideoParameters>> {}

/** Output of `image-text-to-video`. */
export interface ImageTextToVideoOutput extends ImageToVideoOutput {}

/** An image and a question about it. */
export interface VisualQuestionAnsweringInputData extends Extensible {
	/** The image. */
	image: unknown;
	/** The question to answer. */
	question: string;
}

/** Parameters of `visual-question-answering`. */
export interface VisualQuestionAnsweringParameters extends Extensible {
	/** Returns only the `top_k` most likely results. */
	top_k?: number;
}

/** Input of `visual-question-answering`: an image and a question about it. */
export interface VisualQuestionAnsweringInput
	extends InputOf<VisualQuestionAnsweringInputData, VisualQuestionAnsweringParameters> {}

/** One entry of the output of `visual-question-answering`. */
export interface VisualQuestionAnsweringOutputElement extends Extensible {
	/** The answer. */
	answer?: string;
	/** Probability, from 0 to 1. */
	score: number;
}

/** Output of `visual-question-answering`. */
export type VisualQuestionAnsweringOutput = VisualQuestionAnsweringOutputElement[];

/** Parameters of `image-to-video`. */
export interface ImageToVideoParameters extends DiffusionParameters, VideoParameters {
	/** What the video should show. */
	prompt?: string;
	/** Size of the result, in pixels. */
	target_size?: TargetSize;
}

/** Input of `image-to-video`: the image to start from. */
export interface ImageToVideoInput extends InputOf<Blob, ImageToVideoParameters> {}

/** Output of `image-to-video`. */
export interface ImageToVideoOutput extends Extensible {
	/** The video. */
	video: unknown;
}

/** Parameters of `text-to-video`. */
export interface TextToVideoParameters extends VideoParameters {
	/** How closely to follow the prompt; high values reduce variety and quality. */
	guidance_scale?: number;
	/** What the result should not show. */
	negative_prompt?: string[];
	/** Number of denoising steps; more steps are slower and usually better. */
	num_inference_steps?: number;
}

/** Input of `text-to-video`: the prompt: what the video should show. */
export interface TextToVideoInput extends InputOf<string, TextToVideoParameters> {}

/** Output of `text-to-video`. */
export interface TextToVideoOutput extends ImageToVideoOutput {}
