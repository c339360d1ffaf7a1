import type { TargetSize } from "./definitions.ts";
/** A document and a question about it. */
export interface DocumentQuestionAnsweringInputData {
    /** The page. */
    image: unknown;
    /** The question to answer. */
    question: string;
    [property: string]: unknown;
}
/** A word of a document, or where it stands on the page. */
export type WordBox = string | number[];
/** Parameters of `document-question-answering`. */
export interface DocumentQuestionAnsweringParameters {
    /** Overlap, in tokens, of the pieces a long context is cut into. */
    doc_stride?: number;
    /** Allows the answer that there is none. */
    handle_impossible_answer?: boolean;
    /** Language of the text recognition on the page. */
    lang?: string;
    /** Longest answer, in tokens. */
    max_answer_len?: number;
    /** Longest piece of question and context together, in tokens. */
    max_seq_len?: number;
    /** Longest question, in tokens; the rest is cut off. */
    max_question_len?: number;
    /** Only the `top_k` likeliest results are returned. */
    top_k?: number;
    /** Words and their boxes, with coordinates from 0 to 1000; given, no text recognition takes place. */
    word_boxes?: WordBox[];
    [property: string]: unknown;
}
/** Input of `document-question-answering`. */
export interface DocumentQuestionAnsweringInput {
    /** A page and a question about it. */
    inputs: DocumentQuestionAnsweringInputData;
    /** Options of the task. */
    parameters?: DocumentQuestionAnsweringParameters;
    [property: string]: unknown;
}
/** One entry of the output of `document-question-answering`. */
export interface DocumentQuestionAnsweringOutputElement {
    /** The answer. */
    answer: string;
    /** Probability, from 0 to 1. */
    score: number;
    /** Index of its first character. */
    start: number;
    /** Index after its last character. */
    end: number;
    [property: string]: unknown;
}
/** Output of `document-question-answering`. */
export type DocumentQuestionAnsweringOutput = DocumentQuestionAnsweringOutputElement[];
/** Parameters of `image-text-to-image`. */
export interface ImageTextToImageParameters {
    /** What the new image should show. */
    prompt?: string;
    /** How closely to follow the prompt; high values cost variety and quality. */
    guidance_scale?: number;
    /** What the result should not show. */
    negative_prompt?: string;
    /** Denoising steps; more are slower and usually better. */
    num_inference_steps?: number;
    /** Size of the result, in pixels. */
    target_size?: TargetSize;
    /** Seed of the random numbers; the same seed repeats a result. */
    seed?: number;
    [property: string]: unknown;
}
/** Input of `image-text-to-image`. */
export interface ImageTextToImageInput {
    /** The image to start from, if any. */
    inputs?: Blob;
    /** Options of the task. */
    parameters?: ImageTextToImageParameters;
    [property: string]: unknown;
}
/** Output of `image-text-to-image`. */
export interface ImageTextToImageOutput {
    /** The new image. */
    image: unknown;
    [property: string]: unknown;
}
/** Parameters of `image-text-to-video`. */
export interface ImageTextToVideoParameters {
    /** What the video should show. */
    prompt?: string;
    /** How closely to follow the prompt; high values cost variety and quality. */
    guidance_scale?: number;
    /** What the result should not show. */
    negative_prompt?: string;
    /** Denoising steps; more are slower and usually better. */
    num_inference_steps?: number;
    /** Number of frames of the video. */
    num_frames?: number;
    /** Size of the result, in pixels. */
    target_size?: TargetSize;
    /** Seed of the random numbers; the same seed repeats a result. */
    seed?: number;
    [property: string]: unknown;
}
/** Input of `image-text-to-video`. */
export interface ImageTextToVideoInput {
    /** The image to start from, if any. */
    inputs?: Blob;
    /** Options of the task. */
    parameters?: ImageTextToVideoParameters;
    [property: string]: unknown;
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
    /** Only the `top_k` likeliest results are returned. */
    top_k?: number;
    [property: string]: unknown;
}
/** Input of `visual-question-answering`. */
export interface VisualQuestionAnsweringInput {
    /** An image and a question about it. */
    inputs: VisualQuestionAnsweringInputData;
    /** Options of the task. */
    parameters?: VisualQuestionAnsweringParameters;
    [property: string]: unknown;
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
