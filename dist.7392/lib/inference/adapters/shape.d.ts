import { InferenceClientProviderOutputError } from "../../errors.ts";
import type { ProviderResponse } from "../types.ts";
/** A predicate for one JSON value. */
export type Shape = (value: unknown) => boolean;
export declare function isString(value: unknown): value is string;
export declare function isNumber(value: unknown): value is number;
/** Also absent, or null. */
export declare function optional(shape: Shape): Shape;
/** Returns a list of such values; an empty one counts. */
export declare function listOf(shape: Shape): Shape;
/** Returns a list of numbers, or nested lists of them up to a depth. */
export declare function numberLists(depth: number): Shape;
/** Returns an object with at least these members. */
export declare function record(members: Readonly<Record<string, Shape>>): Shape;
/**
 * Returns a predicate from the text that describes it: `string`, `number`, `T[]`, `Array<T>`, `{name: T, other?: T}`.
 * What an error says was expected is then what was checked.
 */
export declare function shapeOf(text: string): Shape;
/** Returns the first element of a list; undefined when there is none or it is no list. */
export declare function first(value: unknown): unknown;
/** How errors about the answers of a service begin. */
export declare function received(service: string): string;
/** Returns the error for a response of the wrong shape. `{json}` in the text stands for the answer. */
export declare function malformed(message: string, data?: unknown): InferenceClientProviderOutputError;
/** For the services whose answers are passed on as they are: still no text in place of JSON. */
export declare function unchecked<Output>(response: ProviderResponse): Output;
