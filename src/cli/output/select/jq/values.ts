/** A value as JSON has it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
	readonly [key: string]: Json;
}

/** A function of its input and the values of its arguments. */
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

/** A type with the beginning of the value, for messages. */
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
	const difference = rank(left) - rank(right);
	if (difference !== 0) return difference;
	if (typeof left === "number" && typeof right === "number") return left < right ? -1 : left === right ? 0 : 1;
	if (typeof left === "string" && typeof right === "string") return compareStrings(left, right);
	if (isArray(left) && isArray(right)) return compareLists(left, right);
	if (!isObject(left) || !isObject(right)) return 0;
	const keys = [sortedKeys(left), sortedKeys(right)] as const;
	const byKeys = compareLists(...keys);
	if (byKeys !== 0) return byKeys;
	return compareLists(
		keys[0].map((key) => left[key] ?? null),
		keys[1].map((key) => right[key] ?? null),
	);
}

function compareLists(left: readonly Json[], right: readonly Json[]): number {
	for (const [index, item] of left.entries()) {
		const other = right[index];
		if (other === undefined) return 1;
		const difference = compare(item, other);
		if (difference !== 0) return difference;
	}
	return left.length - right.length;
}
