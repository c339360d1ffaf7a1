import { Float, type Value } from "./value.ts";
/** Whether a value counts as true. */
export declare function isTrue(value: Value): boolean;
/** Counts the members compared so far. */
interface Work {
    count: number;
}
/** Equality in Python's sense: by value, deep, never coercing between kinds. */
export declare function isEqual(left: Value, right: Value, work?: Work): boolean;
type Numeric = number | bigint | Float | boolean;
/** Negative, zero or positive; NaN if either side is. Exact between ints and floats of any size. */
export declare function compareNumbers(left: Numeric, right: Numeric): number;
export {};
