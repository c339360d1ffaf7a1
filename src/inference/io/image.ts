// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { BoundingBox, ClassificationOutputTransform, GenerationParameters, TargetSize } from "./definitions.ts";

/** Input of `depth-estimation`. */
export interface DepthEstimationInput {
	/** The image. */
	inputs: unknown;
	/** Options of the task. */
	parameters?: Record<string, unknown>;
	[property: string]: unknown;
}

/** Output of `depth-estimation`. */
export interface DepthEstimationOutput {
	/** The depths as a tensor. */
	predicted_depth?: unknown;
	/** The depths as an image. */
	depth?: unknown;
	[property: string]: unknown;
}

/** Parameters of `image-classification`. */
export interface ImageClassificationParameters {
	/** Function applied to the raw scores. */
	function_to_apply?: ClassificationOutputTransform;
	/** Returns only the `top_k` most likely results. */
	top_k?: number;
	[property: string]: unknown;
}

/** Input of `image-classification`. */
export interface ImageClassificationInput {
	/** The image. */
	inputs: Blob;
	/** Options of the task. */
	parameters?: ImageClassificationParameters;
	[property: string]: unknown;
}

/** One entry of the output of `image-classification`. */
export interface ImageClassificationOutputElement {
	/** The class. */
	label: string;
	/** Probability, from 0 to 1. */
	score: number;
	[property: string]: unknown;
}

/** Output of `image-classification`. */
export type ImageClassificationOutput = ImageClassificationOutputElement[];

/** The kind of segmentation. */
export type ImageSegmentationSubtask = "instance" | "panoptic" | "semantic";

/** Parameters of `image-segmentation`. */
export interface ImageSegmentationParameters {
	/** Minimum probability for a pixel to belong to a mask. */
	mask_threshold?: number;
	/** Smaller detached parts of a mask are dropped below this share of its area. */
	overlap_mask_area_threshold?: number;
	/** Kind of segmentation, for models that support several. */
	subtask?: ImageSegmentationSubtask;
	/** Results below this probability are left out. */
	threshold?: number;
	[property: string]: unknown;
}

/** Input of `image-segmentation`. */
export interface ImageSegmentationInput {
	/** The image. */
	inputs: Blob;
	/** Options of the task. */
	parameters?: ImageSegmentationParameters;
	[property: string]: unknown;
}

/** One entry of the output of `image-segmentation`. */
export interface ImageSegmentationOutputElement {
	/** The class of the segment. */
	label: string;
	/** Base64-encoded image that is white where the segment is. */
	mask: string;
	/** Probability, from 0 to 1. */
	score?: number;
	[property: string]: unknown;
}

/** Output of `image-segmentation`. */
export type ImageSegmentationOutput = ImageSegmentationOutputElement[];

/** Parameters of `image-to-image`. */
export interface ImageToImageParameters {
	/** What the new image should show. */
	prompt?: string;
	/** How closely to follow the prompt; high values reduce variety and quality. */
	guidance_scale?: number;
	/** What the result should not show. */
	negative_prompt?: string;
	/** Number of denoising steps; more steps are slower and usually better. */
	num_inference_steps?: number;
	/** Size of the result, in pixels. */
	target_size?: TargetSize;
	[property: string]: unknown;
}

/** Input of `image-to-image`. */
export interface ImageToImageInput {
	/** The image to start from. */
	inputs: Blob;
	/** Options of the task. */
	parameters?: ImageToImageParameters;
	[property: string]: unknown;
}

/** Output of `image-to-image`. */
export interface ImageToImageOutput {
	/** The new image. */
	image?: unknown;
	[property: string]: unknown;
}

/** Parameters of `image-to-text`. */
export interface ImageToTextParameters {
	/** Maximum number of tokens to generate. */
	max_new_tokens?: number;
	/** Parameters of the text generation. */
	generation_parameters?: GenerationParameters;
	[property: string]: unknown;
}

/** Input of `image-to-text`. */
export interface ImageToTextInput {
	/** The image. */
	inputs: Blob;
	/** Options of the task. */
	parameters?: ImageToTextParameters;
	[property: string]: unknown;
}

/** Output of `image-to-text`. */
export interface ImageToTextOutput {
	/** The text. */
	generated_text: string;
	[property: string]: unknown;
}

/** Parameters of `object-detection`. */
export interface ObjectDetectionParameters {
	/** Results below this probability are left out. */
	threshold?: number;
	[property: string]: unknown;
}

/** Input of `object-detection`. */
export interface ObjectDetectionInput {
	/** The image. */
	inputs: Blob;
	/** Options of the task. */
	parameters?: ObjectDetectionParameters;
	[property: string]: unknown;
}

/** One entry of the output of `object-detection`. */
export interface ObjectDetectionOutputElement {
	/** The class. */
	label: string;
	/** Probability, from 0 to 1. */
	score: number;
	/** Where the object is, in pixels of the image. */
	box: BoundingBox;
	[property: string]: unknown;
}

/** Output of `object-detection`. */
export type ObjectDetectionOutput = ObjectDetectionOutputElement[];

/** Parameters of `text-to-image`. */
export interface TextToImageParameters {
	/** How closely to follow the prompt; high values reduce variety and quality. */
	guidance_scale?: number;
	/** What the result should not show. */
	negative_prompt?: string;
	/** Number of denoising steps; more steps are slower and usually better. */
	num_inference_steps?: number;
	/** Width in pixels. */
	width?: number;
	/** Height in pixels. */
	height?: number;
	/** Scheduler to use instead of the model's default. */
	scheduler?: string;
	/** Random seed; the same seed gives the same result. */
	seed?: number;
	[property: string]: unknown;
}

/** Input of `text-to-image`. */
export interface TextToImageInput {
	/** The prompt: what the image should show. */
	inputs: string;
	/** Options of the task. */
	parameters?: TextToImageParameters;
	[property: string]: unknown;
}

/** Output of `text-to-image`. */
export interface TextToImageOutput {
	/** The image. */
	image: unknown;
	[property: string]: unknown;
}

/** Parameters of `zero-shot-image-classification`. */
export interface ZeroShotImageClassificationParameters {
	/** The labels to choose from. */
	candidate_labels: string[];
	/** Sentence with a placeholder, which each label replaces before the comparison with the input. */
	hypothesis_template?: string;
	[property: string]: unknown;
}

/** Input of `zero-shot-image-classification`. */
export interface ZeroShotImageClassificationInput {
	/** The image. */
	inputs: Blob;
	/** Options of the task. */
	parameters: ZeroShotImageClassificationParameters;
	[property: string]: unknown;
}

/** One entry of the output of `zero-shot-image-classification`. */
export interface ZeroShotImageClassificationOutputElement {
	/** The class. */
	label: string;
	/** Probability, from 0 to 1. */
	score: number;
	[property: string]: unknown;
}

/** Output of `zero-shot-image-classification`. */
export type ZeroShotImageClassificationOutput = ZeroShotImageClassificationOutputElement[];

/** Parameters of `zero-shot-object-detection`. */
export interface ZeroShotObjectDetectionParameters {
	/** The labels to choose from. */
	candidate_labels: string[];
	[property: string]: unknown;
}

/** Input of `zero-shot-object-detection`. */
export interface ZeroShotObjectDetectionInput {
	/** The image. */
	inputs: Blob;
	/** Options of the task. */
	parameters: ZeroShotObjectDetectionParameters;
	[property: string]: unknown;
}

/** One entry of the output of `zero-shot-object-detection`. */
export interface ZeroShotObjectDetectionOutputElement {
	/** The class. */
	label: string;
	/** Probability, from 0 to 1. */
	score: number;
	/** Where the object is, in pixels of the image. */
	box: BoundingBox;
	[property: string]: unknown;
}

/** Output of `zero-shot-object-detection`. */
export type ZeroShotObjectDetectionOutput = ZeroShotObjectDetectionOutputElement[];
