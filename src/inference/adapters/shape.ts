import { type Check, hasFields, isListOf, isNumber, orMissing } from "../../base/check-fields.ts";
import { isRecord, stringify } from "../../base/json.ts";
import { InferenceClientProviderOutputError } from "../../errors.ts";
import { getInOrder } from "../../http/list-order.ts";
import type { ProviderResponse } from "../types.ts";

export function isString(value: unknown): value is string {
	return typeof value === "string";
}

/** Returns a predicate for a list of numbers, or nested lists of them up to a depth. */
export function numberLists(depth: number): Check {
	return (value) => isListOf(isNumber)(value) || (depth > 1 && isListOf(numberLists(depth - 1))(value));
}

/**
 * Returns a predicate from the text that describes it: `string`, `number`, `T[]`, `Array<T>`, `{name: T, other?: T}`.
 * The error then names exactly what was checked.
 */
export function shapeOf(text: string): Check {
	const [, element] = /^Array<(.*)>$/.exec(text) ?? /^(.*)\[\]$/.exec(text) ?? [];
	if (element !== undefined) return isListOf(shapeOf(element));
	if (!text.startsWith("{")) return (value) => typeof value === text;
	// Name, question mark, and all up to the next comma that is not within braces.
	const members = text.slice(1, -1).matchAll(/([\w-]+)(\??): ((?:\{[^}]*\}|[^,{])+)/g);
	const checks = Array.from(members, ([, name = "", mark, type = ""]) => {
		return [name, mark ? orMissing(shapeOf(type)) : shapeOf(type)] as const;
	});
	return hasFields(Object.fromEntries(checks));
}

export function first(value: unknown): unknown {
	return Array.isArray(value) ? getInOrder(value, 0) : undefined;
}

/** Returns the beginning of errors about responses of a service. */
export function received(service: string): string {
	return `Received malformed response from ${service}`;
}

/** Returns the error for a response of the wrong shape. `{json}` in the text stands for the response. */
export function malformed(message: string, data?: unknown): InferenceClientProviderOutputError {
	const received = data === undefined || message.includes("{json}") ? {} : { cause: describeForm(data) };
	return new InferenceClientProviderOutputError(
		message.replace("{json}", () => stringify(data)),
		"malformed",
		received,
	);
}

/** Describes a response for a message: the form of another API, or its fields. */
function describeForm(data: unknown): string {
	if (Array.isArray(data)) return `a list with ${data.length === 1 ? "one element" : `${data.length} elements`}`;
	if (!isRecord(data))
		return data === "" ? "empty" : `${typeof data === "string" ? "text" : String(data)}, not an object`;
	if (data["type"] === "message" && "content" in data) return "in the form of Anthropic's API";
	if ("candidates" in data) return "in the form of Google's API";
	if (data["object"] === "response") return "in the form of OpenAI's Responses";
	if ("done" in data && "message" in data) return "in Ollama's own form; its OpenAI-compatible URL ends in /v1";
	const names = Object.keys(data);
	const some = names.slice(0, 5).map((name) => name.slice(0, 40));
	return names.length === 0 ? "an empty object" : `JSON with ${some.join(", ")}${names.length > 5 ? ", …" : ""}`;
}

/** Returns a response unchanged; invalid JSON is still an error. */
export function unchecked<Output>(response: ProviderResponse): Output {
	if (response.invalidJson !== undefined) {
		throw malformed(`Received malformed response from ${response.url}: invalid JSON`);
	}
	return response.data as Output;
}
