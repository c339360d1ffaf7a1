import type { Args } from "../types.ts";
/**
 * Returns the object without some of its members, and without those that are absent: they must not hide what a body has
 * before them.
 */
export declare function omit(source: Readonly<Record<string, unknown>> | undefined, ...names: string[]): Record<string, unknown>;
/** Returns the arguments without `inputs` and `parameters`: what else the caller passed. */
export declare function rest(args: Args, ...names: string[]): Record<string, unknown>;
/** `rest` with the members of `parameters` beside it. */
export declare function flat(args: Args): Record<string, unknown>;
/** Returns the generation parameters in the words of completion APIs: `max_new_tokens` becomes `max_tokens`. */
export declare function completionParameters(args: Args): Record<string, unknown>;
