export declare const DEFAULT_DIMENSIONS = 384;
/**
 * Returns a vector of length 1 for a text: its words, their stems, and the triples of letters in them each point in a direction
 * of their own, so that texts with words in common lie close together.
 */
export declare function embed(text: string, dimensions?: number): number[];
/** Cosine of the angle between two vectors of length 1. */
export declare function dot(a: readonly number[], b: readonly number[]): number;
