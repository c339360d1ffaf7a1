import { lazyPattern } from "../../base/lazy-pattern.ts";
import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Keywords } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { countCharacters, lengthOf } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { charactersOf, strip } from "../values/search-text.ts";
import { escapeHtml, toText } from "../values/text.ts";
import { Safe, Tuple, type Value } from "../values/value.ts";
import { type BuiltinsByName, integerOr, requireText, takes, textOr } from "./builtin.ts";
import { formatPercent, prettyPrint } from "./printf.ts";
import { center, splitLines } from "./text-layout.ts";

import { onText } from "./value-filters.ts";

/** Filters that arrange text: in columns, lines and words. */
export const layoutFilters = (): BuiltinsByName => ({
	center: onText(["width"], (runtime, text, width) => {
		const columns = integerOr(width, 80);
		runtime.checkLength(columns);
		return center(text, columns, " ");
	}),
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
});

const WORDS = lazyPattern("[\\p{L}\\p{N}_]+", "gu");

function countWords(text: string): number {
	let count = 0;
	for (const _ of text.matchAll(WORDS())) {
		charge(1);
		count++;
	}
	return count;
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

/** How lines are wrapped. */
interface WrapRules {
	readonly width: number;
	/** Break words that are longer than a line. */
	readonly breakLongWords: boolean;
	/** A hyphen inside a word is a place to break. */
	readonly breakOnHyphens: boolean;
}

/** Lines break at ASCII white space only. */
const PIECES = /[\t-\r ]+|[^\t-\r ]+/g;
const DASHES = /-+/g;
/** A line may break at a single hyphen between two letters and two more. */
const LETTERS_BEFORE = lazyPattern("[\\p{L}\\p{Nl}](?:[\\p{L}\\p{Nl}]|-[\\p{L}\\p{Nl}])$", "u");
const LETTERS_AFTER = lazyPattern("^[\\p{L}\\p{Nl}]-?[\\p{L}\\p{Nl}]", "u");
/** Longer dashes separate words. */
const WORD_BEFORE = lazyPattern("[\\p{L}\\p{N}_!\"'&.,?]$", "u");
const WORD_AFTER = lazyPattern("^[\\p{L}\\p{N}_]", "u");

/** Part of a word, or white space between words, in code points. */
type WordPart = readonly string[];

/** Fills lines of a width with the words of a text; drops white space at the breaks. */
function wrapText(text: string, rules: WrapRules): string[] {
	const { width, breakLongWords } = rules;
	if (width <= 0) throw new TemplateRuntimeError(`invalid width ${width} (must be > 0)`);
	const lines: string[] = [];
	let line: WordPart[] = [];
	let length = 0;
	// One blank piece at most is dropped at the start of a line.
	let canDrop = false;
	const drops = (chunk: WordPart): boolean => {
		const isDropped = canDrop && lines.length > 0 && isBlank(chunk);
		canDrop = false;
		return isDropped;
	};
	const finish = (): void => {
		if (line.length > 0 && isBlank(line.at(-1))) line.pop();
		if (line.length > 0) lines.push(line.flat().join(""));
		line = [];
		length = 0;
		canDrop = true;
	};
	const put = (chunk: WordPart): void => {
		line.push(chunk);
		length += chunk.length;
	};
	for (const chunk of chunksOf(text, rules.breakOnHyphens)) {
		charge(1);
		let start = 0;
		if (length + chunk.length > width) {
			for (; chunk.length - start > width && breakLongWords; finish()) {
				charge(1);
				if (start === 0 && drops(chunk)) start = chunk.length;
				const part = headOf(chunk, start, width - length, rules);
				put(part);
				start += part.length;
			}
			if (line.length > 0 && length + chunk.length - start > width) finish();
		}
		const rest = start === 0 ? chunk : chunk.slice(start);
		if (rest.length > 0 && !drops(rest)) put(rest);
	}
	finish();
	return lines;
}

/** Returns the part of a word that fills the rest of a line. */
function headOf(chunk: WordPart, start: number, room: number, { breakOnHyphens }: WrapRules): WordPart {
	const head = chunk.slice(start, start + room);
	const hyphen = breakOnHyphens ? head.lastIndexOf("-") : -1;
	const canBreak = hyphen > 0 && head.slice(0, hyphen).some((character) => character !== "-");
	return canBreak ? head.slice(0, hyphen + 1) : head;
}

function* chunksOf(text: string, breaksOnHyphens: boolean): Generator<WordPart, void, undefined> {
	for (const [piece] of text.matchAll(PIECES)) {
		if (breaksOnHyphens && piece.includes("-")) for (const part of splitAtHyphens(piece)) yield charactersOf(part);
		else yield charactersOf(piece);
	}
}

/** Splits a word after hyphens, and before and after dashes, between letters. */
function* splitAtHyphens(word: string): Generator<string, void, undefined> {
	let start = 0;
	for (const { 0: dashes, index } of word.matchAll(DASHES)) {
		charge(1);
		const end = index + dashes.length;
		// Six units hold three code points, which is as far as the rules look.
		const before = word.slice(Math.max(start === index ? index : 0, index - 6), index);
		const after = word.slice(end, end + 6);
		const isHyphen = dashes.length === 1 && LETTERS_BEFORE().test(before) && LETTERS_AFTER().test(after);
		const isDash = dashes.length > 1 && WORD_BEFORE().test(before) && WORD_AFTER().test(after);
		if (!isHyphen && !isDash) continue;
		if (isDash && index > start) {
			yield word.slice(start, index);
			start = index;
		}
		yield word.slice(start, end);
		start = end;
	}
	if (start < word.length) yield word.slice(start);
}

function isBlank(characters: WordPart | undefined): boolean {
	return characters !== undefined && strip(characters.join(""), undefined, true, true) === "";
}
