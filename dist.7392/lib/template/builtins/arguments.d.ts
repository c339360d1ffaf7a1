import { type Value } from "../values/value.ts";
/** Returns an argument that must be a str. */
export declare function requireText(value: Value, name: string): string;
/** Returns an argument that may be none or left out. */
export declare function optionalText(value: Value, name: string): string | undefined;
/** Returns an argument that must be an int, as a number. */
export declare function requireInteger(value: Value): number;
/** Returns an argument that must be an int, with a default for when it is left out. */
export declare function integerOr(value: Value, fallback: number): number;
/** Returns an argument of any kind as text, with a default for when it is left out. */
export declare function textOr(value: Value, fallback: string): string;
