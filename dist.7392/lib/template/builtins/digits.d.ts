/**
 * Returns a finite number with a fixed count of digits after the point, halves rounded to even on the exact binary
 * value.
 */
export declare function toFixed(value: number, precision: number): string;
/**
 * Returns the shorter of fixed and exponent form with so many significant digits; of these one must follow a point if
 * required.
 */
export declare function toGeneral(value: number, precision: number, keepZeros: boolean, marker: string, needsFraction?: boolean): string;
/** Returns a number of any kind in one of the float presentations `e f g %`; not-a-number and infinities by name. */
export declare function formatFloatAs(value: number, type: string, precision: number, alternate: boolean): string;
