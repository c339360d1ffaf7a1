import { getAttribute, getBuiltin } from "../access.ts";
import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { escapeHtml, toText } from "../values/text.ts";

import { Undefined } from "../values/undefined.ts";
import { orElse, Safe, type Value } from "../values/value.ts";
import { integerOr, optionalText, requireText } from "./arguments.ts";
import { lazyTable, takes } from "./builtin.ts";
import { capitalize } from "./case.ts";

import { replaceText, strip } from "./text-operations.ts";

type Filter = Builtin<Runtime>;

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
