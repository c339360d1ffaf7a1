import { type Args, type CallParameter, messageOf, type ParameterKind } from "../../call-task.ts";
import { FormError } from "./fields.ts";

/** Kind of parameter → parser of its text. */
const READERS: Record<ParameterKind, (text: string) => unknown> = {
	number: (text) => {
		const value = Number(text);
		if (Number.isNaN(value)) throw new Error("is not a number");
		return value;
	},
	integer: (text) => {
		const value = Number(text);
		if (!Number.isInteger(value)) throw new Error("is not a whole number");
		return value;
	},
	boolean: (text) => text === "true",
	choice: (text) => text,
	text: (text) => text,
	list: (text) => text.split(",").map((part) => part.trim()),
	json: (text) => JSON.parse(text),
};

/**
 * Returns the parameters that are filled in, as the library takes them.
 * @param parameters facts of the task's parameters
 * @param texts text by name; empty ones are left to the model
 * @throws FormError for an invalid parameter
 */
export function readParameters(
	parameters: readonly CallParameter[],
	texts: Readonly<Record<string, string>> = {},
): Args {
	const given = parameters.flatMap(({ name, kind }) => (texts[name] ? [{ name, kind, text: texts[name] }] : []));
	return Object.fromEntries(
		given.map(({ name, kind, text }) => {
			try {
				return [name, READERS[kind](text)];
			} catch (error) {
				throw new FormError(`${name} ${kind === "json" ? `is not JSON: ${messageOf(error)}` : messageOf(error)}.`);
			}
		}),
	);
}
