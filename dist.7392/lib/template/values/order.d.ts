import { type Value } from "./value.ts";
export type Ordering = "<" | "<=" | ">" | ">=";
/** Orders two values. */
export declare function isOrdered(left: Value, operator: Ordering, right: Value): boolean;
/**
 * Negative, zero or positive, as the left value comes before, with or after the right one.
 *
 * @throws TemplateRuntimeError for values that have no order
 */
export declare function compareValues(left: Value, right: Value, operator?: Ordering): number;
