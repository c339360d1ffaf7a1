import { compare, describe, isArray, isObject, JqError, type Json, type JsonObject } from "./values.ts";

type Operator = (left: Json, right: Json) => Json;

/** The operators between two values. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
	"+": add,
	"-": subtract,
	"*": multiply,
	"/": divide,
	"%": modulo,
	"==": (left, right) => compare(left, right) === 0,
	"!=": (left, right) => compare(left, right) !== 0,
	"<": (left, right) => compare(left, right) < 0,
	"<=": (left, right) => compare(left, right) <= 0,
	">": (left, right) => compare(left, right) > 0,
	">=": (left, right) => compare(left, right) >= 0,
};

function add(left: Json, right: Json): Json {
	if (left === null) return right;
	if (right === null) return left;
	if (typeof left === "number" && typeof right === "number") return left + right;
	if (typeof left === "string" && typeof right === "string") return left + right;
	if (isArray(left) && isArray(right)) return [...left, ...right];
	if (isObject(left) && isObject(right)) return { ...left, ...right };
	throw refuse(left, right, "added");
}

function subtract(left: Json, right: Json): Json {
	if (typeof left === "number" && typeof right === "number") return left - right;
	if (isArray(left) && isArray(right)) return left.filter((item) => !right.some((other) => compare(item, other) === 0));
	throw refuse(left, right, "subtracted");
}

function multiply(left: Json, right: Json): Json {
	if (typeof left === "number" && typeof right === "number") return left * right;
	if (typeof left === "string" && typeof right === "number") return repeat(left, right);
	if (typeof left === "number" && typeof right === "string") return repeat(right, left);
	if (isObject(left) && isObject(right)) return merge(left, right);
	throw refuse(left, right, "multiplied");
}

/** Maximum length of a repeated string, in characters. */
const MAX_TEXT = 2 ** 26;

function repeat(text: string, times: number): Json {
	if (times <= 0) return null;
	if (text.length * times > MAX_TEXT) throw new JqError("Repeat string result too long");
	return text.repeat(times < 1 ? 1 : Math.floor(times));
}

function merge(left: JsonObject, right: JsonObject): JsonObject {
	const merged = Object.entries(right).map(([key, value]): [string, Json] => {
		const own = Object.hasOwn(left, key) ? left[key] : undefined;
		return [key, own !== undefined && isObject(own) && isObject(value) ? merge(own, value) : value];
	});
	return { ...left, ...Object.fromEntries(merged) };
}

function divide(left: Json, right: Json): Json {
	if (typeof left === "number" && typeof right === "number") {
		if (right === 0) throw refuse(left, right, "divided because the divisor is zero");
		return left / right;
	}
	if (typeof left === "string" && typeof right === "string") return splitText(left, right);
	throw refuse(left, right, "divided");
}

export function splitText(text: string, separator: string): string[] {
	if (text === "") return [];
	return separator === "" ? [...text] : text.split(separator);
}

function modulo(left: Json, right: Json): Json {
	if (typeof left !== "number" || typeof right !== "number") throw refuse(left, right, "divided");
	const [dividend, divisor] = [Math.trunc(left), Math.abs(Math.trunc(right))];
	if (divisor === 0 || Number.isNaN(divisor)) throw refuse(left, right, "divided because the divisor is zero");
	// Not -0.
	return (dividend % divisor) + 0;
}

function refuse(left: Json, right: Json, what: string): JqError {
	return new JqError(`${describe(left)} and ${describe(right)} cannot be ${what}`);
}

/** Whether a value contains another: part of a string, a list or an object. */
export function contains(whole: Json, part: Json): boolean {
	if (isObject(whole) && isObject(part)) {
		return Object.entries(part).every(([key, value]) => {
			const own = Object.hasOwn(whole, key) ? whole[key] : undefined;
			return own !== undefined && contains(own, value);
		});
	}
	if (isArray(whole) && isArray(part)) return part.every((item) => whole.some((own) => contains(own, item)));
	if (typeof whole === "string" && typeof part === "string") return whole.includes(part);
	if (typeof whole === typeof part && !isArray(whole) && !isArray(part) && !isObject(whole) && !isObject(part)) {
		return compare(whole, part) === 0;
	}
	throw new JqError(`${describe(whole)} and ${describe(part)} cannot have their containment checked`);
}
