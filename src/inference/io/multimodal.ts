// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type {
	DiffusionParameters,
	Extensible,
	ExtractedAnswer,
	ReadingParameters,
	TargetSize,
	TaskInput,
	VideoParameters,
} from "./definitions.ts";

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

/** Input of `document-question-answering`. */
export interface DocumentQuestionAnsweringInput extends TaskInput<DocumentQuestionAnsweringParameters> {
	/** A page and a question about it. */
	inputs: DocumentQuestionAnsweringInputData;
}

/** One entry of the output of `document-question-answering`. */
export interface DocumentQuestionAnsweringOutputElement extends ExtractedAnswer {}

/** Output of `document-question-answering`. */
export type DocumentQuestionAnsweringOutput = DocumentQuestionAnsweringOutputElement[];

/** Parameters of `image-text-to-image`. */
export interface ImageTextToImageParameters extends DiffusionParameters {
	/** What the new image should show. */
	prompt?: string;
	/** Size of the result, in pixels. */
	target_size?: TargetSize;
	/** Random seed; the same seed gives the same result. */
	seed?: number;
}

/** Input of `image-text-to-image`. */
export interface ImageTextToImageInput extends TaskInput<ImageTextToImageParameters> {
	/** The image to start from, if any. */
	inputs?: Blob;
}

/** Output of `image-text-to-image`. */
export interface ImageTextToImageOutput extends Extensible {
	/** The new image. */
	image: unknown;
}

/** Parameters of `image-text-to-video`. */
export interface ImageTextToVideoParameters extends DiffusionParameters, VideoParameters {
	/** What the video should show. */
	prompt?: string;
	/** Size of the result, in pixels. */
	target_size?: TargetSize;
}

/** Input of `image-text-to-video`. */
export interface ImageTextToVideoInput extends TaskInput<ImageTextToVideoParameters> {
	/** The image to start from, if any. */
	inputs?: Blob;
}

/** Output of `image-text-to-video`. */
export interface ImageTextToVideoOutput extends Extensible {
	/** The video. */
	video: unknown;
}

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

/** Input of `visual-question-answering`. */
export interface VisualQuestionAnsweringInput extends TaskInput<VisualQuestionAnsweringParameters> {
	/** An image and a question about it. */
	inputs: VisualQuestionAnsweringInputData;
}

/** One entry of the output of `visual-question-answering`. */
export interface VisualQuestionAnsweringOutputElement extends Extensible {
	/** The answer. */
	answer?: string;
	/** Probability, from 0 to 1. */
	score: number;
}

/** Output of `visual-question-answering`. */
export type VisualQuestionAnsweringOutput = VisualQuestionAnsweringOutputElement[];
