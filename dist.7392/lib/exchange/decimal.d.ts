/** A decimal number, exactly: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
    digits: bigint;
    scale: number;
}
export declare const ZERO: Decimal;
/** The decimal number that a JSON number or a text stands for; undefined where it is none. */
export declare function toDecimal(value: number | string): Decimal | undefined;
export declare function add(a: Decimal, b: Decimal): Decimal;
/** Adds numbers by their decimal digits: 0.1 and 0.2 make 0.3. */
export declare function sum(values: Iterable<number>): number;
/** @param count a whole number */
export declare function multiply(value: Decimal, count: number): Decimal;
/** Divides by ten to the power of `places`. */
export declare function shift(value: Decimal, places: number): Decimal;
/** The nearest number; its shortest decimal form is the number's own where that has at most 15 digits. */
export declare function toNumber({ digits, scale }: Decimal): number;
