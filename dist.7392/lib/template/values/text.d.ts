import { type Value } from "./value.ts";
/** Returns the printed form of a value: `str(x)`. */
export declare function toText(value: Value): string;
/** Returns the form of a value inside a printed container: `repr(x)`. */
export declare function toRepr(value: Value): string;
/**
 * Refuses the text of a value that has grown too long, as that of a list that holds another one twice, and so on, does.
 *
 * @returns the text
 */
export declare function checkSize(text: string): string;
