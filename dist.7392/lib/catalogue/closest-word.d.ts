/**
 * Returns the candidate that was probably meant: the one with the fewest typing errors, else the first that
 * contains the word's parts (`num_steps` → `num_inference_steps`). Undefined when none is close.
 * Case does not count, nor whether parts are joined by `-`, `_`, a space or a capital letter.
 */
export declare function closestWord<Word extends string>(word: string, candidates: Iterable<Word>): Word | undefined;
