// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { ClassificationParameters, DetectedObject, Extensible, InputOf, ScoredLabel } from "./definitions.ts";

/** Input of `depth-estimation`: the image. */
export interface DepthEstimationInput extends InputOf<unknown, Record<string, unknown>> {}

/** Output of `depth-estimation`. */
export interface DepthEstimationOutput extends Extensible {
	/** The depths as a tensor. */
	predicted_depth?: unknown;
	/** The depths as an image. */
	depth?: unknown;
}

/** Parameters of `video-classification`. */
export interface VideoClassificationParameters extends ClassificationParameters {
	/** Number of frames to analyze. */
	num_frames?: number;
	/** Interval between the frames used; 1 uses consecutive frames. */
	frame_sampling_rate?: number;
}

/** Input of `video-classification`: the video. */
export interface VideoClassificationInput extends InputOf<unknown, VideoClassificationParameters> {}

/** One entry of the output of `video-classification`. */
export interface VideoClassificationOutputElement extends ScoredLabel {}

/** Output of `video-classification`. */
export type VideoClassificationOutput = VideoClassificationOutputElement[];

/** Parameters of `zero-shot-object-detection`. */
export interface ZeroShotObjectDetectionParameters extends Extensible {
	/** The labels to choose from. */
	candidate_labels: string[];
}

/** Input of `zero-shot-object-detection`: the image. */
export interface ZeroShotObjectDetectionInput extends Required<InputOf<Blob, ZeroShotObjectDetectionParameters>> {}

/** One entry of the output of `zero-shot-object-detection`. */
export interface ZeroShotObjectDetectionOutputElement extends DetectedObject {}

/** Output of `zero-shot-object-detection`. */
export type ZeroShotObjectDetectionOutput = ZeroShotObjectDetectionOutputElement[];
