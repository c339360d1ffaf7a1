/** Returns the first calculation in a text, and its result; undefined when there is none, and for long texts. */
export declare function findCalculation(text: string): {
    expression: string;
    result: number;
} | undefined;
/** Returns a number as people write it: no floating-point dust. */
export declare function formatNumber(value: number): string;
