import { SPACE_CLASS } from "../syntax/grammar.ts";
import { compareValues } from "../values/compare.ts";
import { entriesOf, isMapping } from "../values/dict.ts";
import { countCharacters } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { checkSize, toRepr } from "../values/text.ts";
import { plainTypeName } from "../values/type-name.ts";
import { Tuple, type Value } from "../values/value.ts";
import { splitLines } from "./text-operations.ts";

const WIDTH = 80;
const WORDS = new RegExp(`[^${SPACE_CLASS}]*[${SPACE_CLASS}]*`, "g");

/** Where something is written. */
interface Place {
	/** Columns to its left. */
	readonly indent: number;
	/** Columns that must stay free for what closes after it. */
	readonly allowance: number;
	/** Nothing is around it. */
	readonly isOutermost?: true;
}

/**
 * Returns a value as Python's `pprint` shows it: dicts in order of their keys, one member per line where 80 columns do
 * not do.
 */
export function prettyPrint(value: Value): string {
	// Refuses values that are too large to be shown.
	toRepr(value);
	const printer = new PrettyPrinter();
	printer.write(value, { indent: 0, allowance: 0, isOutermost: true });
	return printer.text;
}

class PrettyPrinter {
	text = "";
	/** Columns of containers on one line. */
	readonly #widths = new Map<object, number>();

	write(value: Value, place: Place): void {
		const fits = this.#widthOf(value) <= WIDTH - place.indent - place.allowance;
		if (fits) this.#put(reprSorted(value));
		else if (typeof value === "string") this.#writeText(value, place);
		else if (Array.isArray(value)) this.#writeItems("[", value, "]", place);
		else if (value instanceof Tuple) this.#writeItems("(", value.items, value.items.length === 1 ? ",)" : ")", place);
		else if (isMapping(value)) this.#writeEntries(sortEntries(entriesOf(value)), place);
		else this.#put(toRepr(value));
	}

	#put(text: string): void {
		charge(1);
		this.text = checkSize(this.text + text);
	}

	#putBreak(indent: number): void {
		this.#put(`\n${" ".repeat(indent)}`);
	}

	#writeItems(open: string, items: readonly Value[], close: string, { indent, allowance }: Place): void {
		this.#put(open);
		for (const [index, item] of items.entries()) {
			if (index > 0) this.#putSeparator(indent + 1);
			const isLast = index === items.length - 1;
			this.write(item, { indent: indent + 1, allowance: isLast ? allowance + close.length : 1 });
		}
		this.#put(close);
	}

	#putSeparator(indent: number): void {
		this.#put(",");
		this.#putBreak(indent);
	}

	#writeEntries(entries: readonly [Value, Value][], { indent, allowance }: Place): void {
		this.#put("{");
		for (const [index, [key, item]] of entries.entries()) {
			if (index > 0) this.#putSeparator(indent + 1);
			const name = `${reprSorted(key)}: `;
			this.#put(name);
			const isLast = index === entries.length - 1;
			this.write(item, {
				indent: indent + 1 + countCharacters(name),
				allowance: isLast ? allowance + 1 : 1,
			});
		}
		this.#put("}");
	}

	/** Writes a str as several literals one below the other. */
	#writeText(text: string, place: Place): void {
		const parentheses = place.isOutermost ? 1 : 0;
		const indent = place.indent + parentheses;
		const parts = splitText(text, WIDTH - indent, place.allowance + parentheses);
		const isWrapped = parentheses === 1 && parts.length > 1;
		if (isWrapped) this.#put("(");
		for (const [index, part] of parts.entries()) {
			if (index > 0) this.#putBreak(indent);
			this.#put(part);
		}
		if (isWrapped) this.#put(")");
	}

	/** Columns of a value on one line. */
	#widthOf(value: Value): number {
		if (typeof value !== "object" || value === null) return countCharacters(toRepr(value));
		let width = this.#widths.get(value);
		if (width === undefined) {
			width = this.#measure(value);
			this.#widths.set(value, width);
		}
		return width;
	}

	#measure(value: object): number {
		const items: readonly Value[] | undefined = Array.isArray(value)
			? value
			: value instanceof Tuple
				? value.items
				: undefined;
		if (items) {
			const brackets = value instanceof Tuple && items.length === 1 ? 3 : 2;
			return items.reduce<number>((sum, item) => sum + this.#widthOf(item), brackets + separators(items));
		}
		if (!isMapping(value)) return countCharacters(toRepr(value));
		const entries = entriesOf(value);
		return entries.reduce(
			(sum, [key, item]) => sum + this.#widthOf(key) + 2 + this.#widthOf(item),
			2 + separators(entries),
		);
	}
}

/** Columns of the commas between members on one line. */
function separators(members: readonly unknown[]): number {
	return 2 * Math.max(0, members.length - 1);
}

/**
 * Returns the literals of a text's lines, those that are too long cut between words. The last one leaves the allowance
 * free.
 */
function splitText(text: string, width: number, allowance: number): string[] {
	const literals: string[] = [];
	const lines = splitLines(text, true);
	for (const [index, line] of lines.entries()) {
		const isLastLine = index === lines.length - 1;
		const literal = toRepr(line);
		if (countCharacters(literal) <= width - (isLastLine ? allowance : 0)) {
			literals.push(literal);
			continue;
		}
		const words = line.match(WORDS)?.slice(0, -1) ?? [];
		let current = "";
		for (const [position, word] of words.entries()) {
			const room = width - (isLastLine && position === words.length - 1 ? allowance : 0);
			if (current !== "" && countCharacters(toRepr(current + word)) > room) {
				literals.push(toRepr(current));
				current = word;
			} else {
				current += word;
			}
		}
		literals.push(toRepr(current));
	}
	return literals;
}

/** Returns a value on one line, its dicts in order. */
function reprSorted(value: Value): string {
	return toRepr(sortKeys(value));
}

function sortKeys(value: Value): Value {
	if (Array.isArray(value)) return value.map(sortKeys);
	if (value instanceof Tuple) return new Tuple(value.items.map(sortKeys));
	if (!isMapping(value)) return value;
	return new Map(sortEntries(entriesOf(value).map(([key, item]) => [key, sortKeys(item)])));
}

function sortEntries(entries: [Value, Value][]): [Value, Value][] {
	return entries.sort(([a], [b]) => compareKeys(a, b));
}

/** Keys that have no order among each other go by the names of their types. */
function compareKeys(a: Value, b: Value): number {
	try {
		return compareValues(a, b);
	} catch {
		const [left, right] = [plainTypeName(a), plainTypeName(b)];
		return left < right ? -1 : left > right ? 1 : 0;
	}
}
