import type { Runtime } from "./runtime.ts";
import type { Builtin } from "./values/callable.ts";
import { type Value } from "./values/value.ts";
/** Returns the printed form of a value as the reference has it: none empty, bools in lower case, containers as JSON. */
export declare function printLikeReference(value: Value): string;
/**
 * Returns the sum of a str and something else, which the reference puts together as texts; undefined if it would
 * refuse.
 */
export declare function concatenateLikeReference(left: Value, right: Value): string | undefined;
/** Returns the filters with the reference's ways: plain lists instead of streams, and null for undefined in JSON. */
export declare function likeReference(filters: ReadonlyMap<string, Builtin<Runtime>>): Map<string, Builtin<Runtime>>;
