/** How raw scores become the ones returned. */
export type ClassificationOutputTransform = "sigmoid" | "softmax" | "none";
/** When a beam search stops. */
export type EarlyStoppingUnion = boolean | "never";
/** Parameters of the generated text. */
export interface GenerationParameters {
    /** Randomness: near 0 is sober, above 1 is wild. */
    temperature?: number;
    /** Draws only from this many of the likeliest tokens. */
    top_k?: number;
    /** Draws from the likeliest tokens that together reach this probability. */
    top_p?: number;
    /** Share of probability kept by typical decoding. */
    typical_p?: number;
    /** Tokens below this probability are never drawn. */
    epsilon_cutoff?: number;
    /** Strength of the cut-off that adapts to how certain the model is. */
    eta_cutoff?: number;
    /** Longest result including the prompt, in tokens; `max_new_tokens` takes precedence. */
    max_length?: number;
    /** Most tokens to generate. */
    max_new_tokens?: number;
    /** Shortest result including the prompt, in tokens; `min_new_tokens` takes precedence. */
    min_length?: number;
    /** Fewest tokens to generate. */
    min_new_tokens?: number;
    /** Draws tokens at random instead of always taking the likeliest. */
    do_sample?: boolean;
    /** When beam search ends: `true` as soon as there are enough candidates, `false` once better ones look unlikely, `never` only when none can follow. */
    early_stopping?: EarlyStoppingUnion;
    /** Number of beams of a beam search. */
    num_beams?: number;
    /** Number of groups the beams are split into for variety. */
    num_beam_groups?: number;
    /** Balance of contrastive search between likelihood and variety. */
    penalty_alpha?: number;
    /** Reuses the attention of earlier tokens, which is faster. */
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
