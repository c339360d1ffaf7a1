import { FormError } from "./fields.js";

/** Kind of parameter → parser of its text. */
const READERS = {
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
export function readParameters(parameters, texts = {}) {
	const given = parameters.filter(({ name }) => texts[name] !== undefined && texts[name] !== "");
	return Object.fromEntries(
		given.map(({ name, kind }) => {
			try {
				return [name, READERS[kind](texts[name])];
			} catch (error) {
				throw new FormError(`${name} ${kind === "json" ? `is not JSON: ${error.message}` : error.message}.`);
			}
		}),
	);
}
