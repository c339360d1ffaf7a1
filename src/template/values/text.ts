import { TemplateLimitError } from "../errors.ts";
import { MAX_VALUE_SIZE } from "../limits.ts";
import { adopt } from "./adopt.ts";
import { DictView, entriesOf, isMapping } from "./dict.ts";
import { charge, chargeCharacters } from "./meter.ts";
import { formatFloat, formatInteger } from "./numbers.ts";
import { quoteText, replaceMatches } from "./search-text.ts";
import { Undefined } from "./undefined.ts";
import { Float, Namespace, Safe, Special, Tuple, type Value } from "./value.ts";

/** Returns the printed form of a value: `str(x)`. */
export function toText(value: Value): string {
	if (typeof value === "string") return value;
	if (value instanceof Safe) return value.text;
	if (value instanceof Undefined) return value.text;
	if (value === undefined) return "";
	return toRepr(value);
}

/** Returns the form of a value inside a printed container: `repr(x)`. */
export function toRepr(value: Value): string {
	switch (typeof value) {
		case "string":
			return quoteText(value);
		case "number":
			return Number.isInteger(value) ? formatInteger(value) : formatFloat(value);
		case "bigint":
			return formatInteger(value);
		case "boolean":
			return value ? "True" : "False";
		case "function":
			return `<function ${value.name}>`;
		case "object":
			return value === null ? "None" : reprObject(value);
		default:
			return "Undefined";
	}
}

/** The containers being printed; one inside itself is shown as `...`. */
const open: object[] = [];

function reprObject(value: object): string {
	if (Array.isArray(value)) return reprContainer(value, "[...]", () => `[${joinReprs(value)}]`);
	if (value instanceof Float) return formatFloat(value.value);
	if (value instanceof Safe) return `Markup(${quoteText(value.text)})`;
	if (value instanceof Tuple && value.typeName === "tuple")
		return reprContainer(value, "(...)", () =>
			value.items.length === 1 ? `(${toRepr(value.items[0])},)` : `(${joinReprs(value.items)})`,
		);
	if (value instanceof Undefined) return "Undefined";
	const adopted = adopt(value);
	if (adopted !== value) return toRepr(adopted);
	if (isMapping(value))
		return reprContainer(value, "{...}", () => {
			const entries = entriesOf(value);
			return `{${joinTexts(entries, ([key, item]) => `${toRepr(key)}: ${toRepr(item)}`)}}`;
		});
	if (value instanceof Namespace) return `<Namespace ${toRepr(value.attributes)}>`;
	if (value instanceof DictView) return `${value.typeName}(${toRepr(value.iterate())})`;
	return value instanceof Special ? value.toString() : "";
}

function reprContainer(value: object, again: string, write: () => string): string {
	if (open.includes(value)) return again;
	open.push(value);
	try {
		return write();
	} finally {
		open.pop();
	}
}

function joinReprs(items: readonly Value[]): string {
	charge(items.length);
	return joinTexts(items, toRepr);
}

/** The texts of members, separated. The total length is checked after each: ninety-nine of the longest would not fit. */
function joinTexts<Item>(items: readonly Item[], write: (item: Item) => string): string {
	const separator = ", ";
	let length = 0;
	const texts = Array.from(items, (item) => {
		const text = write(item);
		length += text.length + separator.length;
		checkLength(length - separator.length);
		return text;
	});
	return texts.join(separator);
}

/**
 * Rejects the text of a value that has grown too long, as with lists that contain others twice, and so on.
 *
 * @returns the text
 */
export function checkSize(text: string): string {
	checkLength(text.length);
	return text;
}

function checkLength(length: number): void {
	if (length > MAX_VALUE_SIZE) throw new TemplateLimitError("the text of a value is too long");
}

const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"'": "&#39;",
	'"': "&#34;",
};

/** Replaces the special characters of HTML. */
export function escapeCharacters(text: string): string {
	chargeCharacters(text.length);
	return replaceMatches(text, /[&<>'"]/g, (character) => {
		charge(1);
		return ENTITIES[character] ?? character;
	});
}

/** Returns the value as text that is safe in HTML; safe strings are unchanged. */
export function escapeHtml(value: Value): Safe {
	return value instanceof Safe ? value : new Safe(escapeCharacters(toText(value)));
}
