import { type Scored } from "./scores.ts";
/**
 * How well labels fit texts: for each text the labels, the best first.
 * @param independent each label by itself, instead of all sharing one
 */
export declare function matchLabels(texts: readonly string[], labels: readonly string[], independent: boolean): Scored[][];
