import { memoize } from "../../../../base/memoize.ts";
import { MONTHS } from "../../../../template/builtins/dates.ts";
import { COMPOSITES, dayOfYear, writeTime } from "../../../../template/builtins/strftime.ts";
import { readBuiltFile } from "../../../files/read-bounded.ts";
import { values } from "./evaluate.ts";
import { CLOSURE_FUNCTIONS, LIST_FUNCTIONS, MATH_FUNCTIONS, readNumber } from "./list-functions.ts";
import { parse, parseDefinition } from "./parse.ts";
import type { JqFunctions, JqScope } from "./scope.ts";
import { readString, TEXT_FUNCTIONS } from "./text-functions.ts";
import { describe, isArray, JqError, type Json, type ValueFunction } from "./values.ts";

/** Times are those of UTC; a time in parts is `[year, month from 0, day, hour, minute, second, weekday, day of the year]`. */
const TIME_FUNCTIONS: Readonly<Record<string, ValueFunction>> = {
	"now/0": () => Date.now() / 1000,
	"gmtime/0": (input) => toParts(readNumber(input)),
	"mktime/0": fromParts,
	"strftime/1": (input, form = null) =>
		formatTime(isArray(input) ? fromParts(input) : readNumber(input), readString(form, "is not a time format")),
	"strptime/1": (input, form = null) =>
		parseTime(readString(input, "is not a time"), readString(form, "is not a time format")),
};

function toParts(seconds: number): Json[] {
	const date = new Date(seconds * 1000);
	if (Number.isNaN(date.getTime())) throw new JqError("error converting number of seconds since epoch to datetime");
	const second = date.getUTCSeconds() + (seconds - Math.floor(seconds));
	return [
		date.getUTCFullYear(),
		date.getUTCMonth(),
		date.getUTCDate(),
		date.getUTCHours(),
		date.getUTCMinutes(),
		second,
		date.getUTCDay(),
		dayOfYear(new UtcDate(seconds * 1000)) - 1,
	];
}

function fromParts(input: Json): number {
	if (!isArray(input) || input.length < 6) throw new JqError("mktime requires array of 6 numbers");
	const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = input.slice(0, 6).map(readNumber);
	return Math.floor(Date.UTC(year, month, day, hour, minute, second) / 1000);
}

/** A date whose local time is UTC. */
class UtcDate extends Date {
	override getFullYear = this.getUTCFullYear;
	override getMonth = this.getUTCMonth;
	override getDate = this.getUTCDate;
	override getHours = this.getUTCHours;
	override getMinutes = this.getUTCMinutes;
	override getSeconds = this.getUTCSeconds;
	override getDay = this.getUTCDay;
}

function formatTime(seconds: number, form: string): string {
	const date = new UtcDate(seconds * 1000);
	if (Number.isNaN(date.getTime())) throw new JqError("strftime/1: unknown system failure");
	const named = form.replace(/%([%Zz])/g, (whole, letter) => ({ Z: "UTC", z: "+0000" })[letter as string] ?? whole);
	return writeTime(date, named, () => undefined);
}

/** Parsers of the parts of a time. */
const READERS: Readonly<Record<string, string>> = {
	Y: "(?<Y>-?\\d{4})",
	m: "(?<m>\\d{1,2})",
	d: "(?<d>\\d{1,2})",
	e: " ?(?<d>\\d{1,2})",
	H: "(?<H>\\d{1,2})",
	M: "(?<M>\\d{1,2})",
	S: "(?<S>\\d{1,2})",
	b: "(?<b>[A-Za-z]+)",
	B: "(?<b>[A-Za-z]+)",
	a: "[A-Za-z]+",
	A: "[A-Za-z]+",
	j: "(?<j>\\d{1,3})",
	s: "(?<s>-?\\d+)",
	Z: "[A-Za-z]+",
	z: "(?<z>Z|[+-]\\d{2}:?\\d{2})",
	"%": "%",
};

function parseTime(text: string, form: string): Json {
	const source = form
		.replace(/%([a-zA-Z])/g, (whole, letter: string) => COMPOSITES.get(letter) ?? whole)
		.split(/(%[a-zA-Z%])/)
		.map((part) => {
			const reader = /^%(.)$/.exec(part)?.[1];
			if (reader === undefined) return part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, "\\s*");
			return READERS[reader] ?? "";
		})
		.join("");
	const groups = new RegExp(`^${source}$`, "u").exec(text)?.groups;
	if (!groups) throw new JqError(`date ${describe(text)} does not match format "${form}"`);
	const { s, Y = 1900, m, b = "?", d = 1, j, H = 0, M = 0, S = 0 } = groups;
	if (s !== undefined) return toParts(Number(s));
	const named = MONTHS.findIndex((name) => name.toLowerCase().startsWith(b.toLowerCase()));
	const month = m === undefined ? Math.max(named, 0) : Number(m) - 1;
	// A day of the year counts from January.
	const [from, day] = j === undefined ? [month, d] : [0, j];
	return toParts(Date.UTC(Number(Y), from, Number(day), Number(H), Number(M), Number(S)) / 1000);
}

const VALUE_FUNCTIONS: ReadonlyMap<string, ValueFunction> = new Map(
	[LIST_FUNCTIONS, MATH_FUNCTIONS, TEXT_FUNCTIONS, TIME_FUNCTIONS].flatMap((table) => Object.entries(table)),
);

const CLOSURES = new Map(Object.entries(CLOSURE_FUNCTIONS));

/** The definitions of `prelude.jq`; each begins a line. */
export const PRELUDE: readonly string[] = readBuiltFile(import.meta.dirname, "prelude.jq")
	.toString()
	.split(/^(?=def )/m)
	.slice(1);

/** Functions written in jq itself, each parsed on its first call: name and number of parameters → its text. */
const SOURCES: ReadonlyMap<string, string> = new Map(
	PRELUDE.map((source) => {
		const [, name = "", params] = /^def (\w+)(?:\(([^)]*)\))?:/.exec(source) ?? [];
		return [`${name}/${params === undefined ? 0 : params.split(";").length}`, source];
	}),
);

/** The functions that expressions may use, as name and number of arguments. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
	...VALUE_FUNCTIONS.keys(),
	...CLOSURES.keys(),
	...SOURCES.keys(),
]);

const LIBRARY: JqFunctions = {
	values: VALUE_FUNCTIONS,
	closures: CLOSURES,
	define: memoize((key) => {
		const source = SOURCES.get(key);
		return source === undefined ? undefined : { definition: parseDefinition(source, LIBRARY), home: () => SCOPE };
	}),
	hasFunction: (key) => FUNCTIONS.has(key),
	explain: (name) => MISSING.get(name),
};

/** Why a function of jq is not here. */
const MISSING: ReadonlyMap<string, string> = new Map(
	Object.entries({
		env: "env is not available: the environment contains keys, which hub never prints",
		$ENV: "$ENV is not available: the environment contains keys, which hub never prints",
		import: "modules (import, include) are not available",
		include: "modules (import, include) are not available",
		debug: "debug is not available: only results are printed",
		stderr: "stderr is not available: only results are printed",
		halt: "halt is not available: use empty or error",
		halt_error: "halt_error is not available: use error",
		input_filename: "input_filename is not available: the JSON comes from the command",
		input_line_number: "input_line_number is not available: the JSON comes from the command",
		localtime: "localtime is not available: times are in UTC, see gmtime",
		strflocaltime: "strflocaltime is not available: times are in UTC, see strftime",
		limit: "limit takes a number and an expression: limit(3; .[])",
		splits: 'splits takes a regular expression: splits(", *")',
		modulemeta: "modules (import, include) are not available",
	}),
);

const SCOPE: JqScope = { variables: undefined, functions: undefined, library: LIBRARY };

/**
 * Returns a generator function of an expression's results for a value; it throws a `JqError` if the expression fails.
 * @throws JqSyntaxError if it is invalid
 */
export function compileJq(expression: string): (value: Json) => Iterable<Json> {
	const node = parse(expression, LIBRARY);
	return (value) => values(node, { value, path: undefined }, SCOPE);
}
