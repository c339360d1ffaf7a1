import { TemplateLimitError, TemplateRuntimeError } from "../errors.ts";
import { MAX_VALUE_SIZE } from "../limits.ts";
import { adopt } from "./adopt.ts";
import { DictView, entriesOf, getKey, isMapping, type Mapping, sizeOf } from "./dict.ts";
import { charge, chargeCharacters } from "./meter.ts";
import { exactInteger } from "./numbers.ts";
import { plainTypeName, Undefined } from "./undefined.ts";
import { Float, isNumeric, isText, Range, Special, Tuple, textOf, toNumber, type Value } from "./value.ts";

/** Whether a value counts as true. */
export function isTrue(value: Value): boolean {
	if (typeof value === "object" && value !== null) return isObjectTrue(value);
	return Boolean(value) || Number.isNaN(value);
}

function isObjectTrue(value: object): boolean {
	if (Array.isArray(value)) return value.length > 0;
	if (value instanceof Undefined) {
		value.refuseIfStrict();
		return false;
	}
	if (isText(value)) return textOf(value) !== "";
	if (value instanceof Float) return value.value !== 0;
	if (value instanceof Special) return value.size !== 0;
	const adopted = adopt(value);
	return adopted === value ? isMapping(value) && sizeOf(value) > 0 : isTrue(adopted);
}

/** Counts the members compared so far. */
interface ComparedMembers {
	count: number;
}

/** Equality in Python's sense: by value, deep, never coercing between kinds. */
export function isEqual(left: Value, right: Value, work?: ComparedMembers): boolean {
	if (left === right) {
		if (left instanceof Undefined) left.refuseIfStrict();
		return true;
	}
	if (typeof left === "string" && typeof right === "string") return false;
	if (left instanceof Undefined || right instanceof Undefined) {
		for (const side of [left, right]) if (side instanceof Undefined) side.refuseIfStrict();
		return left instanceof Undefined && right instanceof Undefined && left.mode === right.mode;
	}
	if (isText(left)) return isText(right) && textOf(left) === textOf(right);
	if (isNumeric(left)) return isNumeric(right) && compareNumbers(left, right) === 0;
	if (Array.isArray(left)) return Array.isArray(right) && haveEqualItems(left, right, work);
	if (left instanceof Tuple) return right instanceof Tuple && haveEqualItems(left.items, right.items, work);
	if (left instanceof DictView && right instanceof DictView) return haveEqualMembers(left, right);
	if (left instanceof Range) return right instanceof Range && haveEqualItems([...left], [...right]);
	if (isMapping(left)) return isMapping(right) && haveEqualEntries(left, right, work);
	return false;
}

function haveEqualItems(
	left: readonly Value[],
	right: readonly Value[],
	work: ComparedMembers = { count: 0 },
): boolean {
	if (left.length !== right.length) return false;
	countWork(work, left.length);
	return left.every((item, index) => isEqual(item, right[index], work));
}

/** Keys and items of a dict are compared as sets, its values not at all. */
function haveEqualMembers(left: DictView, right: DictView): boolean {
	if (left.kind !== right.kind || left.kind === "values") return false;
	const others = right.iterate();
	const items = left.iterate();
	return (
		items.length === others.length &&
		items.every((item) => {
			charge(others.length);
			return others.some((other) => isEqual(item, other));
		})
	);
}

function countWork(work: ComparedMembers, members: number): void {
	work.count += members;
	charge(members);
	if (work.count > MAX_VALUE_SIZE) throw new TemplateLimitError("values are too large to be compared");
}

function haveEqualEntries(left: Mapping, right: Mapping, work: ComparedMembers = { count: 0 }): boolean {
	if (sizeOf(left) !== sizeOf(right)) return false;
	countWork(work, sizeOf(left));
	return entriesOf(left).every(([key, value]) => {
		const other = getKey(right, key);
		return other !== undefined && isEqual(value, other, work);
	});
}

type Numeric = number | bigint | Float | boolean;

/** Negative, zero or positive; NaN if either side is. Exact between ints and floats of any size. */
function compareNumbers(left: Numeric, right: Numeric): number {
	const a = exactInteger(left) ?? toNumber(left);
	const b = exactInteger(right) ?? toNumber(right);
	if (typeof a === "number" && typeof b === "number") return a === b ? 0 : a - b;
	if (a < b) return -1;
	if (a > b) return 1;
	// Values that are neither smaller nor larger are equal, or not numbers.
	return Number.isNaN(Number(a)) || Number.isNaN(Number(b)) ? Number.NaN : 0;
}

export type Ordering = "<" | "<=" | ">" | ">=";

/** Orders two values. */
export function isOrdered(left: Value, operator: Ordering, right: Value): boolean {
	const order = compareValues(left, right, operator);
	// No comparison holds for NaN.
	const isBefore = operator.startsWith("<") ? order < 0 : order > 0;
	return isBefore || (order === 0 && operator.endsWith("="));
}

/**
 * Negative, zero or positive, as the left value comes before, with or after the right one.
 *
 * @throws TemplateRuntimeError for values that have no order
 */
export function compareValues(left: Value, right: Value, operator: Ordering = "<"): number {
	if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right);
	if (isText(left) && isText(right)) return compareTexts(textOf(left), textOf(right));
	if (Array.isArray(left) && Array.isArray(right)) return compareItems(left, right, operator);
	if (left instanceof Tuple && right instanceof Tuple) return compareItems(left.items, right.items, operator);
	for (const side of [left, right]) if (side instanceof Undefined) side.fail();
	throw new TemplateRuntimeError(
		`'${operator}' not supported between instances of '${plainTypeName(left)}' and '${plainTypeName(right)}'`,
	);
}

function compareItems(left: readonly Value[], right: readonly Value[], operator: Ordering): number {
	const shared = Math.min(left.length, right.length);
	for (let index = 0; index < shared; index++) {
		charge(1);
		if (!isEqual(left[index], right[index])) return compareValues(left[index], right[index], operator);
	}
	return left.length - right.length;
}

/** Orders by code point; JavaScript's own order is by UTF-16 unit. */
function compareTexts(left: string, right: string): number {
	const shared = Math.min(left.length, right.length);
	if (shared > 256) chargeCharacters(shared);
	for (let index = 0; index < shared; index++) {
		const a = left.charCodeAt(index);
		const b = right.charCodeAt(index);
		if (a === b) continue;
		const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
		if (isSurrogate(a) !== isSurrogate(b)) return isSurrogate(a) ? 1 : -1;
		return a - b;
	}
	return left.length - right.length;
}
