export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
	readonly [key: string]: Json;
}

export type ValueFunction = (input: Json, ...args: Json[]) => Json;

/** The value of `error` and `catch`: any value, usually a message. */
export class JqError extends Error {
	readonly value: Json;

	constructor(value: Json) {
		super(typeof value === "string" ? value : `${JSON.stringify(value)} (not a string)`);
		this.value = value;
	}
}

export function isArray(value: Json): value is readonly Json[] {
	return Array.isArray(value);
}

export function isObject(value: Json): value is JsonObject {
	return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Everything but `null` and `false` counts as true. */
export function isTruthy(value: Json): boolean {
	return value !== null && value !== false;
}

/** The name of a type, as the function `type` returns it. */
export function typeOf(value: Json): string {
	if (value === null) return "null";
	if (isArray(value)) return "array";
	return typeof value;
}

export function describe(value: Json): string {
	const text = JSON.stringify(value);
	return `${typeOf(value)} (${text.length > 11 ? `${text.slice(0, 10)}...` : text})`;
}

/** The keys of an object in the order of their code points. */
export function sortedKeys(value: JsonObject): string[] {
	return Object.keys(value).sort(compareStrings);
}

function compareStrings(left: string, right: string): number {
	if (left === right) return 0;
	const [a, b] = [left[Symbol.iterator](), right[Symbol.iterator]()];
	for (;;) {
		const [x, y] = [a.next().value, b.next().value];
		if (x === undefined) return -1;
		if (y === undefined) return 1;
		if (x !== y) return (x.codePointAt(0) ?? 0) - (y.codePointAt(0) ?? 0);
	}
}

const RANKS: Readonly<Record<string, number>> = { null: 0, boolean: 1, number: 3, string: 4, array: 5, object: 6 };

function rank(value: Json): number {
	return value === true ? 2 : (RANKS[typeOf(value)] ?? 0);
}

/** Orders any two values: null, false, true, numbers, strings, arrays, objects. */
export function compare(left: Json, right: Json): number {
	if (typeof left === "number" && typeof right === "number") return left < right ? -1 : left === right ? 0 : 1;
	if (typeof left === "string" && typeof right === "string") return compareStrings(left, right);
	const difference = rank(left) - rank(right);
	if (difference !== 0) return difference;
	if (isArray(left) && isArray(right)) return compareLists(left, right);
	if (!isObject(left) || !isObject(right)) return 0;
	const [ownKeys, otherKeys] = [sortedKeys(left), sortedKeys(right)];
	const valuesOf = (value: JsonObject): Json[] => ownKeys.map((key) => value[key] ?? null);
	return compareLists(ownKeys, otherKeys) || compareLists(valuesOf(left), valuesOf(right));
}

function compareLists(left: readonly Json[], right: readonly Json[]): number {
	for (const [index, item] of left.entries()) {
		const other = right[index];
		const difference = other === undefined ? 1 : compare(item, other);
		if (difference !== 0) return difference;
	}
	return left.length - right.length;
}

/** The member of a value: by name, position or slice. */
export function getMember(value: Json, key: Json): Json {
	if (value === null && (typeof key === "string" || typeof key === "number" || isSlice(key))) return null;
	if (isObject(value) && typeof key === "string") return Object.hasOwn(value, key) ? (value[key] ?? null) : null;
	if (isArray(value)) {
		if (typeof key === "number") return value[position(value, key)] ?? null;
		if (isArray(key)) return findAll(value, key);
	}
	if (isSlice(key) && (isArray(value) || typeof value === "string")) return slice(value, key);
	const shown = typeof key === "string" ? `"${key}"` : typeOf(key);
	throw new JqError(`Cannot index ${typeOf(value)} with ${shown}`);
}

function position(list: readonly Json[], key: number): number {
	const index = Math.floor(key);
	return index < 0 ? list.length + index : index;
}

/** Returns the positions at which a list occurs in another. */
export function findAll(list: readonly Json[], part: readonly Json[]): number[] {
	if (part.length === 0) return [];
	return list.flatMap((_, index) =>
		part.every((item, offset) => index + offset < list.length && compare(list[index + offset] ?? null, item) === 0)
			? [index]
			: [],
	);
}

interface Slice {
	readonly start: number | null;
	readonly end: number | null;
}

function isSlice(key: Json): key is Slice & { readonly [key: string]: Json } {
	if (!isObject(key)) return false;
	return [key["start"], key["end"]].every((bound) => bound === null || typeof bound === "number");
}

function bounds(length: number, { start, end }: Slice): [number, number] {
	const clamp = (bound: number): number => Math.min(Math.max(bound < 0 ? bound + length : bound, 0), length);
	const from = Math.floor(clamp(start ?? 0));
	return [from, Math.max(from, Math.ceil(clamp(end ?? length)))];
}

function slice(value: string | readonly Json[], key: Slice): Json {
	if (typeof value !== "string") return value.slice(...bounds(value.length, key));
	const characters = [...value];
	return characters.slice(...bounds(characters.length, key)).join("");
}

export function getPath(value: Json, path: readonly Json[]): Json {
	return path.reduce<Json>((found, key) => (found === null ? null : getMember(found, key)), value);
}

/** Maximum length of an array created by an index. */
const MAX_ARRAY_LENGTH = 2 ** 24;

/** A copy with another value at a path; missing parents are created. */
export function setPath(value: Json, path: readonly Json[], member: Json): Json {
	return changePath(value, path, () => member);
}

/** A copy in which `change` replaces the value at a path. */
export function changePath(value: Json, path: readonly Json[], change: (member: Json) => Json): Json {
	const [key, ...rest] = path;
	if (key === undefined) return change(value);
	const member = changePath(getMember(value, key), rest, change);
	if (typeof key === "string" && (value === null || isObject(value))) return { ...value, [key]: member };
	if (value === null || isArray(value)) {
		const list = [...(value ?? [])];
		if (typeof key === "number") {
			const index = position(list, key);
			if (index < 0) throw new JqError("Out of bounds negative array index");
			if (index > MAX_ARRAY_LENGTH) throw new JqError("Array index too large");
			while (list.length < index) list.push(null);
			list[index] = member;
			return list;
		}
		if (isSlice(key)) {
			if (!isArray(member)) throw new JqError("A slice of an array can only be assigned another array");
			const [from, to] = bounds(list.length, key);
			return [...list.slice(0, from), ...member, ...list.slice(to)];
		}
	}
	throw new JqError(`Invalid path component ${describe(key)} for ${typeOf(value)}`);
}

/** A copy without the values at some paths. */
export function deletePaths(value: Json, paths: readonly (readonly Json[])[]): Json {
	// From the end, so that positions stay valid.
	return [...paths].sort((left, right) => compare(right, left)).reduce<Json>(deletePath, value);
}

function deletePath(value: Json, path: readonly Json[]): Json {
	const [key, ...rest] = path;
	if (key === undefined || value === null) return null;
	if (rest.length > 0) {
		const member = getMember(value, key);
		return member === null ? value : changePath(value, [key], () => deletePath(member, rest));
	}
	if (isObject(value) && typeof key === "string") {
		return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
	}
	if (isArray(value) && typeof key === "number") {
		const index = position(value, key);
		return value.filter((_, at) => at !== index);
	}
	if (isArray(value) && isSlice(key)) {
		const [from, to] = bounds(value.length, key);
		return [...value.slice(0, from), ...value.slice(to)];
	}
	throw new JqError(`Cannot delete field at ${isObject(value) ? "object" : "array"} index of ${typeOf(key)}`);
}

/** The operators between two values. */
export const OPERATORS: Readonly<Record<string, (left: Json, right: Json) => Json>> = {
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
	// Only of assignments.
	"=": (_, right) => right,
	"//": (left, right) => (isTruthy(left) ? left : right),
};

function add(left: Json, right: Json): Json {
	if (left === null) return right;
	if (right === null) return left;
	if (typeof left === "number" && typeof right === "number") return left + right;
	if (typeof left === "string" && typeof right === "string") return left + right;
	if (isArray(left) && isArray(right)) return [...left, ...right];
	if (isObject(left) && isObject(right)) return { ...left, ...right };
	throw operandError(left, right, "added");
}

function subtract(left: Json, right: Json): Json {
	if (typeof left === "number" && typeof right === "number") return left - right;
	if (isArray(left) && isArray(right)) return left.filter((item) => !right.some((other) => compare(item, other) === 0));
	throw operandError(left, right, "subtracted");
}

function multiply(left: Json, right: Json): Json {
	if (typeof left === "number" && typeof right === "number") return left * right;
	if (typeof left === "string" && typeof right === "number") return repeat(left, right);
	if (typeof left === "number" && typeof right === "string") return repeat(right, left);
	if (isObject(left) && isObject(right)) return merge(left, right);
	throw operandError(left, right, "multiplied");
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
		if (right === 0) throw operandError(left, right, "divided because the divisor is zero");
		return left / right;
	}
	if (typeof left === "string" && typeof right === "string") return splitText(left, right);
	throw operandError(left, right, "divided");
}

export function splitText(text: string, separator: string): string[] {
	if (text === "") return [];
	return separator === "" ? [...text] : text.split(separator);
}

function modulo(left: Json, right: Json): Json {
	if (typeof left !== "number" || typeof right !== "number") throw operandError(left, right, "divided");
	const [dividend, divisor] = [Math.trunc(left), Math.abs(Math.trunc(right))];
	if (divisor === 0 || Number.isNaN(divisor)) throw operandError(left, right, "divided because the divisor is zero");
	// Not -0.
	return (dividend % divisor) + 0;
}

function operandError(left: Json, right: Json, what: string): JqError {
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
