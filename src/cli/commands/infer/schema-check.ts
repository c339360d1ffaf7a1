import { type Schema, Validator } from "@cfworker/json-schema";
import { parseJson } from "../../../http/index.ts";

/** What is wrong with a text that should be JSON of this schema; undefined when nothing is. */
export function findMismatch(text: string, schema: unknown): string | undefined {
	const value = parseJson(text);
	if (value === undefined) return "it is not JSON.";
	const { valid, errors } = new Validator(schema as Schema, "2020-12", false).validate(value);
	if (valid) return undefined;
	// The first error names the outermost rule ("a property does not match"); the last one the place itself.
	const deepest = errors.at(-1);
	return deepest
		? `at ${deepest.instanceLocation.replace(/^#/, "") || "the top"}: ${deepest.error}`
		: "it does not match.";
}
