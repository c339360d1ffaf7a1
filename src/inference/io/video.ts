// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type {
	ClassificationParameters,
	DiffusionParameters,
	Extensible,
	ScoredLabel,
	TargetSize,
	TaskInput,
	VideoParameters,
} from "./definitions.ts";

/** Parameters of `image-to-video`. */
export interface ImageToVideoParameters extends DiffusionParameters, VideoParameters {
	/** What the video should show. */
	prompt?: string;
	/** Size of the result, in pixels. */
	target_size?: TargetSize;
}

/** Input of `image-to-video`. */
export interface ImageToVideoInput extends TaskInput<ImageToVideoParameters> {
	/** The image to start from. */
	inputs: Blob;
}

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

/** Input of `text-to-video`. */
export interface TextToVideoInput extends TaskInput<TextToVideoParameters> {
	/** The prompt: what the video should show. */
	inputs: string;
}

/** Output of `text-to-video`. */
export interface TextToVideoOutput extends Extensible {
	/** The video. */
	video: unknown;
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
