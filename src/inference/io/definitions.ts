// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

/** How raw scores become the ones returned. */
export type ClassificationOutputTransform = "sigmoid" | "softmax" | "none";

/** When a beam search stops. */
export type EarlyStoppingUnion = boolean | "never";

/** Parameters of the generated text. */
export interface GenerationParameters {
	/** Randomness: values near 0 are predictable, values above 1 erratic. */
	temperature?: number;
	/** Samples only from this many of the most likely tokens. */
	top_k?: number;
	/** Samples from the most likely tokens whose probabilities add up to this value. */
	top_p?: number;
	/** Probability mass kept by typical decoding. */
	typical_p?: number;
	/** Tokens below this probability are never sampled. */
	epsilon_cutoff?: number;
	/** Strength of the cutoff that adapts to how certain the model is. */
	eta_cutoff?: number;
	/** Maximum length of the result including the prompt, in tokens; `max_new_tokens` takes precedence. */
	max_length?: number;
	/** Maximum number of tokens to generate. */
	max_new_tokens?: number;
	/** Minimum length of the result including the prompt, in tokens; `min_new_tokens` takes precedence. */
	min_length?: number;
	/** Minimum number of tokens to generate. */
	min_new_tokens?: number;
	/** Samples tokens instead of always taking the most likely one. */
	do_sample?: boolean;
	/** When beam search ends: `true` as soon as there are enough candidates, `false` once better ones look unlikely, `never` only when none can follow. */
	early_stopping?: EarlyStoppingUnion;
	/** Number of beams in the beam search. */
	num_beams?: number;
	/** Number of groups the beams are split into, for more variety. */
	num_beam_groups?: number;
	/** Balance between likelihood and variety in contrastive search. */
	penalty_alpha?: number;
	/** Reuses the attention of earlier tokens, which speeds up generation. */
	use_cache?: boolean;
	[property: string]: unknown;
}

/** Size of the result, in pixels. */
export interface TargetSize {
	/** Width in pixels. */
	width: number;
	/** Height in pixels. */
	height: number;
	[property: string]: unknown;
}

/** A box around an object, in pixels from the top left corner. */
export interface BoundingBox {
	/** Left edge. */
	xmin: number;
	/** Right edge. */
	xmax: number;
	/** Top edge. */
	ymin: number;
	/** Bottom edge. */
	ymax: number;
	[property: string]: unknown;
}
