import { TemplateRuntimeError } from "../errors.ts";
import { compareNumbers, isEqual } from "./compare.ts";
import { charge, chargeCharacters } from "./meter.ts";
import { plainTypeName } from "./type-name.ts";
import { Undefined } from "./undefined.ts";
import { isNumeric, isText, Tuple, textOf, type Value } from "./value.ts";

export type Ordering = "<" | "<=" | ">" | ">=";

/** Orders two values. */
export function isOrdered(left: Value, operator: Ordering, right: Value): boolean {
	const order = compareValues(left, right, operator);
	switch (operator) {
		case "<":
			return order < 0;
		case "<=":
			return order <= 0;
		case ">":
			return order > 0;
		default:
			return order >= 0;
	}
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
