import { isRecord, stringify } from "../../base/json.ts";
import { InferenceClientProviderOutputError } from "../../errors.ts";
import type { ProviderResponse } from "../types.ts";

/** A predicate for one JSON value. */
export type Shape = (value: unknown) => boolean;

export function isString(value: unknown): value is string {
	return typeof value === "string";
}

export function isNumber(value: unknown): value is number {
	return typeof value === "number";
}

/** Returns a predicate for a list of such values, which may be empty. */
export function listOf(shape: Shape): Shape {
	return (value) => Array.isArray(value) && value.every((item) => shape(item));
}

/** Returns a predicate for a list of numbers, or nested lists of them up to a depth. */
export function numberLists(depth: number): Shape {
	const isInner: Shape = depth > 1 ? numberLists(depth - 1) : () => false;
	return (value) => listOf(isNumber)(value) || listOf(isInner)(value);
}

/** Returns a predicate for an object with at least these members. */
export function record(members: Readonly<Record<string, Shape>>): Shape {
	const entries = Object.entries(members);
	return (value) => isRecord(value) && entries.every(([name, shape]) => shape(value[name]));
}

/**
 * Returns a predicate from the text that describes it: `string`, `number`, `T[]`, `Array<T>`, `{name: T, other?: T}`.
 * The error then names exactly what was checked.
 */
export function shapeOf(text: string): Shape {
	const [, element] = /^Array<(.*)>$/.exec(text) ?? /^(.*)\[\]$/.exec(text) ?? [];
	if (element !== undefined) return listOf(shapeOf(element));
	if (!text.startsWith("{")) return (value) => typeof value === text;
	// Name, question mark, and all up to the next comma that is not within braces.
	const members = text.slice(1, -1).matchAll(/([\w-]+)(\??): ((?:\{[^}]*\}|[^,{])+)/g);
	return record(
		Object.fromEntries(
			Array.from(members, ([, name = "", mark, type = ""]) => {
				const shape = shapeOf(type);
				return [name, mark ? (value: unknown) => value === undefined || shape(value) : shape];
			}),
		),
	);
}

/** Returns the first element of a list; undefined if there is none or the value is not a list. */
export function first(value: unknown): unknown {
	return Array.isArray(value) ? (value as unknown[])[0] : undefined;
}

/** Returns the beginning of errors about responses of a service. */
export function received(service: string): string {
	return `Received malformed response from ${service}`;
}

/** Returns the error for a response of the wrong shape. `{json}` in the text stands for the response. */
export function malformed(message: string, data?: unknown): InferenceClientProviderOutputError {
	return new InferenceClientProviderOutputError(message.replace("{json}", () => stringify(data)));
}

/** Returns a response unchanged; invalid JSON is still an error. */
export function unchecked<Output>(response: ProviderResponse): Output {
	if (response.invalidJson !== undefined) {
		throw malformed(`Received malformed response from ${response.url}: invalid JSON`);
	}
	return response.data as Output;
}
