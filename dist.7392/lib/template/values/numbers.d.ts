import type { Value } from "./value.ts";
/** Returns a float as Python prints it: the shortest digits that read back as the same number. */
export declare function formatFloat(value: number): string;
/** Returns an int in decimal digits. */
export declare function formatInteger(value: number | bigint): string;
/** Returns an int as small as it can be represented. */
export declare function shrink(value: bigint): number | bigint;
/** Returns an int from a number without a fraction, of any size. */
export declare function integerFrom(value: number): number | bigint;
/** Returns a number of the host or of arithmetic as an exact int, if it is one (bools included). */
export declare function exactInteger(value: Value): number | bigint | undefined;
