import { TemplateLimitError } from "../errors.ts";
import { MAX_ITEMS } from "../limits.ts";
import { charge, chargeCharacters } from "./meter.ts";
import { exactInteger } from "./numbers.ts";
import { isText, Safe, Tuple, textOf, type Value } from "./value.ts";

/** Returns a str, list or tuple repeated; undefined if the operands are others. */
export function repeat(left: Value, right: Value, maxString: number): Value | undefined {
	const leftCount = exactInteger(left);
	const count = leftCount ?? exactInteger(right);
	if (count === undefined) return undefined;
	const sequence = leftCount === undefined ? left : right;
	const times = Math.max(0, Number(count));
	const check = (length: number, most: number): void => {
		if (length * times > most) throw new TemplateLimitError(`repetition makes more than ${most} characters or items`);
	};
	if (isText(sequence)) {
		check(textOf(sequence).length, maxString);
		chargeCharacters(textOf(sequence).length * times);
		const text = textOf(sequence).repeat(times);
		return typeof sequence === "string" ? text : new Safe(text);
	}
	const items = Array.isArray(sequence) ? sequence : sequence instanceof Tuple ? sequence.items : undefined;
	if (!items) return undefined;
	check(items.length, Math.min(maxString, MAX_ITEMS));
	const repeated: Value[] = [];
	for (let count = items.length === 0 ? times : 0; count < times; count++) {
		charge(items.length);
		for (const item of items) repeated.push(item);
	}
	return Array.isArray(sequence) ? repeated : new Tuple(repeated);
}
