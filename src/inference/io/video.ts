// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { ClassificationOutputTransform, TargetSize } from "./definitions.ts";

/** Parameters of `image-to-video`. */
export interface ImageToVideoParameters {
	/** What the video should show. */
	prompt?: string;
	/** How closely to follow the prompt; high values reduce variety and quality. */
	guidance_scale?: number;
	/** What the result should not show. */
	negative_prompt?: string;
	/** Number of denoising steps; more steps are slower and usually better. */
	num_inference_steps?: number;
	/** Number of frames of the video. */
	num_frames?: number;
	/** Size of the result, in pixels. */
	target_size?: TargetSize;
	/** Random seed; the same seed gives the same result. */
	seed?: number;
	[property: string]: unknown;
}

/** Input of `image-to-video`. */
export interface ImageToVideoInput {
	/** The image to start from. */
	inputs: Blob;
	/** Options of the task. */
	parameters?: ImageToVideoParameters;
	[property: string]: unknown;
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
export interface TextToVideoInput {
	/** The prompt: what the video should show. */
	inputs: string;
	/** Options of the task. */
	parameters?: TextToVideoParameters;
	[property: string]: unknown;
}

/** Output of `text-to-video`. */
export interface TextToVideoOutput {
	/** The video. */
	video: unknown;
	[property: string]: unknown;
}

/** Parameters of `video-classification`. */
export interface VideoClassificationParameters {
	/** Function applied to the raw scores. */
	function_to_apply?: ClassificationOutputTransform;
	/** Number of frames to analyze. */
	num_frames?: number;
	/** Interval between the frames used; 1 uses consecutive frames. */
	frame_sampling_rate?: number;
	/** Returns only the `top_k` most likely results. */
	top_k?: number;
	[property: string]: unknown;
}

/** Input of `video-classification`. */
export interface VideoClassificationInput {
	/** The video. */
	inputs: unknown;
	/** Options of the task. */
	parameters?: VideoClassificationParameters;
	[property: string]: unknown;
}

/** One entry of the output of `video-classification`. */
export interface VideoClassificationOutputElement {
	/** The class. */
	label: string;
	/** Probability, from 0 to 1. */
	score: number;
	[property: string]: unknown;
}

/** Output of `video-classification`. */
export type VideoClassificationOutput = VideoClassificationOutputElement[];
