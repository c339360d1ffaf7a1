// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { DiffusionParameters, ExtractedAnswer, TaskInput } from "./bases.ts";
import type { TargetSize } from "./definitions.ts";

/** A document and a question about it. */
export interface DocumentQuestionAnsweringInputData {
	/** The page. */
	image: unknown;
	/** The question to answer. */
	question: string;
	[property: string]: unknown;
}

/** A word of a document, or its position on the page. */
export type WordBox = string | number[];

/** Parameters of `document-question-answering`. */
export interface DocumentQuestionAnsweringParameters {
	/** Overlap, in tokens, of the parts a long context is split into. */
	doc_stride?: number;
	/** Allows the model to say that there is no answer. */
	handle_impossible_answer?: boolean;
	/** Language used to recognize the text on the page. */
	lang?: string;
	/** Maximum length of an answer, in tokens. */
	max_answer_len?: number;
	/** Maximum length of question and context together, in tokens. */
	max_seq_len?: number;
	/** Maximum length of the question, in tokens; the rest is truncated. */
	max_question_len?: number;
	/** Returns only the `top_k` most likely results. */
	top_k?: number;
	/** Words and their boxes, with coordinates from 0 to 1000; if given, text recognition is skipped. */
	word_boxes?: WordBox[];
	[property: string]: unknown;
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
export interface ImageTextToImageOutput {
	/** The new image. */
	image: unknown;
	[property: string]: unknown;
}

/** Parameters of `image-text-to-video`. */
export interface ImageTextToVideoParameters extends DiffusionParameters {
	/** What the video should show. */
	prompt?: string;
	/** Number of frames of the video. */
	num_frames?: number;
	/** Size of the result, in pixels. */
	target_size?: TargetSize;
	/** Random seed; the same seed gives the same result. */
	seed?: number;
}

/** Input of `image-text-to-video`. */
export interface ImageTextToVideoInput extends TaskInput<ImageTextToVideoParameters> {
	/** The image to start from, if any. */
	inputs?: Blob;
}

/** Output of `image-text-to-video`. */
export interface ImageTextToVideoOutput {
	/** The video. */
	video: unknown;
	[property: string]: unknown;
}

/** An image and a question about it. */
export interface VisualQuestionAnsweringInputData {
	/** The image. */
	image: unknown;
	/** The question to answer. */
	question: string;
	[property: string]: unknown;
}

/** Parameters of `visual-question-answering`. */
export interface VisualQuestionAnsweringParameters {
	/** Returns only the `top_k` most likely results. */
	top_k?: number;
	[property: string]: unknown;
}

/** Input of `visual-question-answering`. */
export interface VisualQuestionAnsweringInput extends TaskInput<VisualQuestionAnsweringParameters> {
	/** An image and a question about it. */
	inputs: VisualQuestionAnsweringInputData;
}

/** One entry of the output of `visual-question-answering`. */
export interface VisualQuestionAnsweringOutputElement {
	/** The answer. */
	answer?: string;
	/** Probability, from 0 to 1. */
	score: number;
	[property: string]: unknown;
}

/** Output of `visual-question-answering`. */
export type VisualQuestionAnsweringOutput = VisualQuestionAnsweringOutputElement[];
