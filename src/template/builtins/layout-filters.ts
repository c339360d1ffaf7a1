import { lazyPattern } from "../../base/lazy-pattern.ts";
import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { SPACE_CLASS } from "../syntax/grammar.ts";
import type { Keywords } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { escapeHtml } from "../values/escape.ts";
import { charactersOf, countCharacters, lengthOf } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { replaceMatches } from "../values/search-text.ts";
import { toText } from "../values/text.ts";
import { Undefined } from "../values/undefined.ts";
import { isText, Safe, Tuple, textOf, type Value } from "../values/value.ts";
import { integerOr, requireText, textOr } from "./arguments.ts";
import { lazyTable } from "./lazy-table.ts";
import { prettyPrint } from "./pretty-print.ts";
import { formatPercent } from "./printf.ts";
import { splitLines } from "./split.ts";
import { takes } from "./takes.ts";
import { center } from "./text.ts";
import { onText } from "./text-filters.ts";
import { wrapText } from "./word-wrap.ts";

const TITLE_WORD = new RegExp(`[^-({[<${SPACE_CLASS}]+`, "g");

/** Filters that arrange text: in columns, lines and words. */
export const layoutFilters = lazyTable(() => ({
	center: onText(["width"], (runtime, text, width) => {
		const columns = integerOr(width, 80);
		runtime.checkLength(columns);
		return center(text, columns, " ");
	}),
	indent: takes(["width", "first", "blank"], indent),
	title: takes([], (runtime, value) => replaceMatches(runtime.settings.print(value), TITLE_WORD, capitalizeWord)),
	truncate: takes(["length", "killwords", "end", "leeway"], truncate),
	wordcount: takes([], (_, value) => countWords(toText(value))),
	wordwrap: takes(
		["width", "break_long_words", "wrapstring", "break_on_hyphens"],
		(_, value, width, breakLong, glue, onHyphens) => {
			const separator = textOr(glue ?? undefined, "\n");
			const rules = {
				width: integerOr(width, 79),
				breakLongWords: isTrue(breakLong ?? true),
				breakOnHyphens: isTrue(onHyphens ?? true),
			};
			return splitLines(requireText(value, "wordwrap operand"), false)
				.map((line) => wrapText(line, rules).join(separator))
				.join(separator);
		},
	),
	format: takes(["*args"], format, { keywords: "rest" }),
	pprint: takes([], (_, value) => prettyPrint(value)),
}));

/** Returns the first character upper, not title, which digraphs tell apart; the rest lower. */
function capitalizeWord(word: string): string {
	charge(1);
	const [first = ""] = word;
	return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

const WORDS = lazyPattern("[\\p{L}\\p{N}_]+", "gu");

function countWords(text: string): number {
	let count = 0;
	for (const _ of text.matchAll(WORDS())) {
		charge(1);
		count++;
	}
	return count;
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

function truncate(
	{ settings }: Runtime,
	value: Value,
	length: Value,
	killWords: Value,
	end: Value,
	leeway: Value,
): Value {
	const limit = integerOr(length, 255);
	const ending = textOr(end, "...");
	const usual = settings.policies["truncate.leeway"] ?? 5;
	const slack = leeway === null ? usual : integerOr(leeway, usual);
	const endLength = countCharacters(ending);
	if (limit < endLength) throw new TemplateRuntimeError(`expected length >= ${endLength}, got ${limit}`);
	if (slack < 0) throw new TemplateRuntimeError(`expected leeway >= 0, got ${slack}`);
	if (lengthOf(value) <= limit + slack) return value;
	const characters = charactersOf(requireText(value, "truncate operand"));
	const cut = characters.slice(0, limit - endLength).join("");
	const space = cut.lastIndexOf(" ");
	const kept = isTrue(killWords ?? false) || space === -1 ? cut : cut.slice(0, space);
	return value instanceof Safe ? new Safe(kept + escapeHtml(end ?? ending).text) : kept + ending;
}

function format(runtime: Runtime, value: Value, args: Value, keywords: Value): Value {
	const named = keywords as Keywords;
	const positional = args as Value[];
	if (named.size > 0 && positional.length > 0)
		throw new TemplateRuntimeError("can't handle positional and keyword arguments at the same time");
	const template = value instanceof Safe ? value : toText(value);
	return formatPercent(runtime, template, named.size > 0 ? named : new Tuple(positional));
}
