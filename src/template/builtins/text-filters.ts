import { getAttribute, getBuiltin } from "../access.ts";
import type { Runtime } from "../runtime.ts";
import { SPACE_CLASS } from "../syntax/grammar.ts";
import type { Builtin } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { charge } from "../values/meter.ts";
import { replaceMatches } from "../values/search-text.ts";
import { escapeHtml, toText } from "../values/text.ts";

import { Undefined } from "../values/undefined.ts";
import { isText, orElse, Safe, textOf, type Value } from "../values/value.ts";
import { integerOr, optionalText, requireText } from "./arguments.ts";
import { lazyTable, takes } from "./builtin.ts";
import { capitalize } from "./case.ts";

import { replaceText, splitLines, strip } from "./text-operations.ts";

type Filter = Builtin<Runtime>;

const TITLE_WORD = new RegExp(`[^-({[<${SPACE_CLASS}]+`, "g");

/** Returns a filter on text whose result is safe if its operand was. */
export const onText = (
	parameters: readonly string[],
	change: (runtime: Runtime, text: string, ...args: Value[]) => string,
): Filter => ({
	parameters,
	run: (runtime, value, ...args) => {
		const text = change(runtime, runtime.settings.print(value), ...args);
		return value instanceof Safe ? new Safe(text) : text;
	},
});

/** Filters on text that templates use most. */
export const textFilters = lazyTable(
	() => ({
		capitalize: onText([], (_, text) => capitalize(text)),
		lower: onText([], (_, text) => text.toLowerCase()),
		upper: onText([], (_, text) => text.toUpperCase()),
		trim: onText(["chars"], (_, text, characters) => strip(text, optionalText(characters, "strip arg"), true, true)),
		string: onText([], (_, text) => text),
		indent: takes(["width", "first", "blank"], indent),
		title: takes([], (runtime, value) => replaceMatches(runtime.settings.print(value), TITLE_WORD, capitalizeWord)),
		replace: takes(
			["old", "new", "count"],
			(runtime, value, old, replacement, count) => {
				const times = count === null ? -1 : integerOr(count, -1);
				if (!runtime.autoescape || ![value, old, replacement].some((part) => part instanceof Safe))
					return replaceText(runtime, toText(value), toText(old), toText(replacement), times);
				return new Safe(replaceText(runtime, escapeHtml(value).text, toText(old), escapeHtml(replacement).text, times));
			},
			{ required: 2 },
		),
		escape: takes([], (_, value) => escapeHtml(value)),
		forceescape: takes([], (_, value) => escapeHtml(toText(value))),
		safe: takes([], (runtime, value) => new Safe(runtime.settings.print(value))),
		default: takes(["default_value", "boolean"], (_, value, fallback = "", alsoFalse = false) =>
			value instanceof Undefined || (isTrue(alsoFalse) && !isTrue(value)) ? fallback : value,
		),
		attr: takes(
			["name"],
			(runtime, value, name) => {
				const key = requireText(name, "attribute name");
				if (value instanceof Undefined) return getAttribute(runtime, value, key);
				return orElse(getBuiltin(runtime, value, key), () => runtime.missingKey(value, key));
			},
			{ required: 1 },
		),
	}),
	{ d: "default", e: "escape" },
);

/** Returns the first character upper, not title, which digraphs tell apart; the rest lower. */
function capitalizeWord(word: string): string {
	charge(1);
	const [first = ""] = word;
	return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

function indent(runtime: Runtime, value: Value, width: Value, first: Value, blank: Value): Value {
	if (value instanceof Undefined) return value.fail();
	const text = requireText(value, "indent operand");
	const margin = isText(width) ? textOf(width) : " ".repeat(Math.max(0, integerOr(width, 4)));
	// A line break at the end begins one more, empty line.
	const lines = splitLines(`${text}\n`, false);
	runtime.checkLength(text.length + lines.length * margin.length);
	const indentsBlank = isTrue(blank ?? false);
	const body = lines
		.map((line, index) => (index > 0 && (line !== "" || indentsBlank) ? margin + line : line))
		.join("\n");
	const result = isTrue(first ?? false) ? margin + body : body;
	return value instanceof Safe ? new Safe(result) : result;
}
