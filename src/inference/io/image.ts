// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type {
	ClassificationParameters,
	DetectedObject,
	DiffusionParameters,
	Extensible,
	Generating,
	ScoredLabel,
	TargetSize,
	TaskInput,
} from "./definitions.ts";

/** Input of `depth-estimation`. */
export interface DepthEstimationInput extends TaskInput<Record<string, unknown>> {
	/** The image. */
	inputs: unknown;
}

/** Output of `depth-estimation`. */
export interface DepthEstimationOutput extends Extensible {
	/** The depths as a tensor. */
	predicted_depth?: unknown;
	/** The depths as an image. */
	depth?: unknown;
}

/** Parameters of `image-classification`. */
export interface ImageClassificationParameters extends ClassificationParameters {}

/** Input of `image-classification`. */
export interface ImageClassificationInput extends TaskInput<ImageClassificationParameters> {
	/** The image. */
	inputs: Blob;
}

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

/** Input of `image-segmentation`. */
export interface ImageSegmentationInput extends TaskInput<ImageSegmentationParameters> {
	/** The image. */
	inputs: Blob;
}

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

/** Input of `image-to-image`. */
export interface ImageToImageInput extends TaskInput<ImageToImageParameters> {
	/** The image to start from. */
	inputs: Blob;
}

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

/** Input of `image-to-text`. */
export interface ImageToTextInput extends TaskInput<ImageToTextParameters> {
	/** The image. */
	inputs: Blob;
}

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

/** Input of `object-detection`. */
export interface ObjectDetectionInput extends TaskInput<ObjectDetectionParameters> {
	/** The image. */
	inputs: Blob;
}

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

/** Input of `text-to-image`. */
export interface TextToImageInput extends TaskInput<TextToImageParameters> {
	/** The prompt: what the image should show. */
	inputs: string;
}

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

/** Input of `zero-shot-image-classification`. */
export interface ZeroShotImageClassificationInput extends Extensible {
	/** The image. */
	inputs: Blob;
	/** Options of the task. */
	parameters: ZeroShotImageClassificationParameters;
}

/** One entry of the output of `zero-shot-image-classification`. */
export interface ZeroShotImageClassificationOutputElement extends ScoredLabel {}

/** Output of `zero-shot-image-classification`. */
export type ZeroShotImageClassificationOutput = ZeroShotImageClassificationOutputElement[];

/** Parameters of `zero-shot-object-detection`. */
export interface ZeroShotObjectDetectionParameters extends Extensible {
	/** The labels to choose from. */
	candidate_labels: string[];
}

/** Input of `zero-shot-object-detection`. */
export interface ZeroShotObjectDetectionInput extends Extensible {
	/** The image. */
	inputs: Blob;
	/** Options of the task. */
	parameters: ZeroShotObjectDetectionParameters;
}

/** One entry of the output of `zero-shot-object-detection`. */
export interface ZeroShotObjectDetectionOutputElement extends DetectedObject {}

/** Output of `zero-shot-object-detection`. */
export type ZeroShotObjectDetectionOutput = ZeroShotObjectDetectionOutputElement[];
