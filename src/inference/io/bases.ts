// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { BoundingBox, ClassificationOutputTransform, GenerationParameters } from "./definitions.ts";

/** Input of a task, besides the input itself. */
export interface TaskInput<Parameters> {
	/** Options of the task. */
	parameters?: Parameters;
	[property: string]: unknown;
}

/** An object found in an image. */
export interface DetectedObject {
	/** The class. */
	label: string;
	/** Probability, from 0 to 1. */
	score: number;
	/** Where the object is, in pixels of the image. */
	box: BoundingBox;
	[property: string]: unknown;
}

/** A class and its probability. */
export interface ScoredLabel {
	/** The class. */
	label: string;
	/** Probability, from 0 to 1. */
	score: number;
	[property: string]: unknown;
}

/** An answer found in a text. */
export interface ExtractedAnswer {
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

/** Parameters of tasks that classify. */
export interface ClassificationParameters {
	/** Function applied to the raw scores. */
	function_to_apply?: ClassificationOutputTransform;
	/** Returns only the `top_k` most likely results. */
	top_k?: number;
	[property: string]: unknown;
}

/** Parameters of tasks that generate images or videos. */
export interface DiffusionParameters {
	/** How closely to follow the prompt; high values reduce variety and quality. */
	guidance_scale?: number;
	/** What the result should not show. */
	negative_prompt?: string;
	/** Number of denoising steps; more steps are slower and usually better. */
	num_inference_steps?: number;
	[property: string]: unknown;
}

/** Parameters of tasks whose models generate tokens. */
export interface Generating {
	/** Parameters of the text generation. */
	generation_parameters?: GenerationParameters;
	[property: string]: unknown;
}
