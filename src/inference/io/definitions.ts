// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

/** An object that may have other members too. */
export interface Extensible {
	[property: string]: unknown;
}

/** Input of a task, besides the input itself. */
export interface TaskInput<Parameters> extends Extensible {
	/** Options of the task. */
	parameters?: Parameters;
}

/** Input of a task: what it works on, and its options. */
export interface InputOf<Inputs, Parameters> extends TaskInput<Parameters> {
	/** What the task works on. */
	inputs: Inputs;
}

/** An object found in an image. */
export interface DetectedObject extends Extensible {
	/** The class. */
	label: string;
	/** Probability, from 0 to 1. */
	score: number;
	/** Where the object is, in pixels of the image. */
	box: BoundingBox;
}

/** A class and its probability. */
export interface ScoredLabel extends Extensible {
	/** The class. */
	label: string;
	/** Probability, from 0 to 1. */
	score: number;
}

/** An answer found in a text. */
export interface ExtractedAnswer extends Extensible {
	/** The answer. */
	answer: string;
	/** Probability, from 0 to 1. */
	score: number;
	/** Index of its first character. */
	start: number;
	/** Index after its last character. */
	end: number;
}

/** Parameters of tasks that classify. */
export interface ClassificationParameters extends Extensible {
	/** Function applied to the raw scores. */
	function_to_apply?: ClassificationOutputTransform;
	/** Returns only the `top_k` most likely results. */
	top_k?: number;
}

/** Parameters of tasks that generate images or videos. */
export interface DiffusionParameters extends Extensible {
	/** How closely to follow the prompt; high values reduce variety and quality. */
	guidance_scale?: number;
	/** What the result should not show. */
	negative_prompt?: string;
	/** Number of denoising steps; more steps are slower and usually better. */
	num_inference_steps?: number;
}

/** Parameters of tasks that generate videos. */
export interface VideoParameters extends Extensible {
	/** Number of frames of the video. */
	num_frames?: number;
	/** Random seed; the same seed gives the same result. */
	seed?: number;
}

/** Parameters of tasks whose models generate tokens. */
export interface Generating extends Extensible {
	/** Parameters of the text generation. */
	generation_parameters?: GenerationParameters;
}

/** Parameters of tasks that find answers in a text. */
export interface ReadingParameters extends Extensible {
	/** Overlap, in tokens, of the parts a long context is split into. */
	doc_stride?: number;
	/** Allows the model to say that there is no answer. */
	handle_impossible_answer?: boolean;
	/** Maximum length of an answer, in tokens. */
	max_answer_len?: number;
	/** Maximum length of the question, in tokens; the rest is truncated. */
	max_question_len?: number;
	/** Maximum length of question and context together, in tokens. */
	max_seq_len?: number;
	/** Returns only the `top_k` most likely results. */
	top_k?: number;
}

/** A token of a text. */
export interface TextToken extends Extensible {
	/** Id of the token in the vocabulary. */
	id: number;
	/** Natural logarithm of the token's probability. */
	logprob: number | null;
	/** The token as text. */
	text: string;
}

/** How raw scores become the ones returned. */
export type ClassificationOutputTransform = "sigmoid" | "softmax" | "none";

/** When a beam search stops. */
export type EarlyStoppingUnion = boolean | "never";

/** Parameters of the generated text. */
export interface GenerationParameters extends Extensible {
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
}

/** Size of the result, in pixels. */
export interface TargetSize extends Extensible {
	/** Width in pixels. */
	width: number;
	/** Height in pixels. */
	height: number;
}

/** A box around an object, in pixels from the top left corner. */
export interface BoundingBox extends Extensible {
	/** Left edge. */
	xmin: number;
	/** Right edge. */
	xmax: number;
	/** Top edge. */
	ymin: number;
	/** Bottom edge. */
	ymax: number;
}

/** How inputs are padded to the same length. */
export type Padding = "do_not_pad" | "longest" | "max_length";
