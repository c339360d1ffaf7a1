import { TemplateRuntimeError } from "../errors.ts";
import { exactInteger } from "../values/numbers.ts";
import { toText } from "../values/text.ts";
import { plainTypeName } from "../values/type-name.ts";
import { Undefined } from "../values/undefined.ts";
import { isText, textOf, type Value } from "../values/value.ts";

/** Returns an argument that must be a str. */
export function requireText(value: Value, name: string): string {
	if (isText(value)) return textOf(value);
	if (value instanceof Undefined) return value.fail();
	throw new TemplateRuntimeError(`${name} must be str, not ${plainTypeName(value)}`);
}

/** Returns an argument that may be none or absent. */
export function optionalText(value: Value, name: string): string | undefined {
	return value === undefined || value === null ? undefined : requireText(value, name);
}

/** Returns an argument that must be an int, as a number. */
export function requireInteger(value: Value): number {
	if (value instanceof Undefined) return value.fail();
	const integer = exactInteger(value);
	if (integer === undefined)
		throw new TemplateRuntimeError(`'${plainTypeName(value)}' object cannot be interpreted as an integer`);
	return Number(integer);
}

/** Returns an argument that must be an int, with a default if it is absent. */
export function integerOr(value: Value, fallback: number): number {
	return value === undefined ? fallback : requireInteger(value);
}

/** Returns an argument of any kind as text, with a default if it is absent. */
export function textOr(value: Value, fallback: string): string {
	return value === undefined ? fallback : toText(value);
}
