// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { ClassificationParameters, DiffusionParameters, ScoredLabel, TaskInput } from "./bases.ts";
import type { TargetSize } from "./definitions.ts";

/** Parameters of `image-to-video`. */
export interface ImageToVideoParameters extends DiffusionParameters {
	/** What the video should show. */
	prompt?: string;
	/** Number of frames of the video. */
	num_frames?: number;
	/** Size of the result, in pixels. */
	target_size?: TargetSize;
	/** Random seed; the same seed gives the same result. */
	seed?: number;
}

/** Input of `image-to-video`. */
export interface ImageToVideoInput extends TaskInput<ImageToVideoParameters> {
	/** The image to start from. */
	inputs: Blob;
}

/** Output of `image-to-video`. */
export interface ImageToVideoOutput {
	/** The video. */
	video: unknown;
	[property: string]: unknown;
}

/** Parameters of `text-to-video`. */
export interface TextToVideoParameters {
	/** Number of frames of the video. */
	num_frames?: number;
	/** How closely to follow the prompt; high values reduce variety and quality. */
	guidance_scale?: number;
	/** What the result should not show. */
	negative_prompt?: string[];
	/** Number of denoising steps; more steps are slower and usually better. */
	num_inference_steps?: number;
	/** Random seed; the same seed gives the same result. */
	seed?: number;
	[property: string]: unknown;
}

/** Input of `text-to-video`. */
export interface TextToVideoInput extends TaskInput<TextToVideoParameters> {
	/** The prompt: what the video should show. */
	inputs: string;
}

/** Output of `text-to-video`. */
export interface TextToVideoOutput {
	/** The video. */
	video: unknown;
	[property: string]: unknown;
}

/** Parameters of `video-classification`. */
export interface VideoClassificationParameters extends ClassificationParameters {
	/** Number of frames to analyze. */
	num_frames?: number;
	/** Interval between the frames used; 1 uses consecutive frames. */
	frame_sampling_rate?: number;
}

/** Input of `video-classification`. */
export interface VideoClassificationInput extends TaskInput<VideoClassificationParameters> {
	/** The video. */
	inputs: unknown;
}

/** One entry of the output of `video-classification`. */
export interface VideoClassificationOutputElement extends ScoredLabel {}

/** Output of `video-classification`. */
export type VideoClassificationOutput = VideoClassificationOutputElement[];
