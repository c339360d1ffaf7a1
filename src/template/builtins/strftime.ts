import type { Runtime } from "../runtime.ts";
import { charge } from "../values/meter.ts";
import { replaceMatches } from "../values/search-text.ts";
import { DAYS, MONTHS } from "./dates.ts";

const DAY_MILLISECONDS = 86_400_000;

type DateFormat = (date: Date) => string;
type Pad = readonly [width: number, fill: "0" | " ", value: (date: Date) => number];

const hour12 = (date: Date): number => date.getHours() % 12 || 12;
/** From 1. */
export const dayOfYear = (date: Date): number => daysSince(new Date(date.getFullYear(), 0, 1), date) + 1;
const weekFrom =
	(firstDay: number) =>
	(date: Date): number =>
		Math.floor((dayOfYear(date) + 6 - ((date.getDay() - firstDay + 7) % 7)) / 7);

/** Directives that give a number, with their usual padding. */
const NUMBERS: ReadonlyMap<string, Pad> = new Map<string, Pad>([
	["d", [2, "0", (date) => date.getDate()]],
	["e", [2, " ", (date) => date.getDate()]],
	["j", [3, "0", dayOfYear]],
	["m", [2, "0", (date) => date.getMonth() + 1]],
	["y", [2, "0", (date) => date.getFullYear() % 100]],
	["Y", [1, "0", (date) => date.getFullYear()]],
	["C", [2, "0", (date) => Math.floor(date.getFullYear() / 100)]],
	["H", [2, "0", (date) => date.getHours()]],
	["I", [2, "0", hour12]],
	["k", [2, " ", (date) => date.getHours()]],
	["l", [2, " ", hour12]],
	["M", [2, "0", (date) => date.getMinutes()]],
	["S", [2, "0", (date) => date.getSeconds()]],
	["f", [6, "0", (date) => date.getMilliseconds() * 1000]],
	["w", [1, "0", (date) => date.getDay()]],
	["u", [1, "0", (date) => date.getDay() || 7]],
	["U", [2, "0", weekFrom(0)]],
	["W", [2, "0", weekFrom(1)]],
	["V", [2, "0", (date) => isoWeek(date).week]],
	["G", [1, "0", (date) => isoWeek(date).year]],
	["s", [1, "0", (date) => Math.floor(date.getTime() / 1000)]],
]);

/** Directives that give text. */
const TEXTS: ReadonlyMap<string, DateFormat> = new Map<string, DateFormat>([
	["a", (date) => (DAYS[date.getDay()] ?? "").slice(0, 3)],
	["A", (date) => DAYS[date.getDay()] ?? ""],
	["b", (date) => (MONTHS[date.getMonth()] ?? "").slice(0, 3)],
	["h", (date) => (MONTHS[date.getMonth()] ?? "").slice(0, 3)],
	["B", (date) => MONTHS[date.getMonth()] ?? ""],
	["p", (date) => (date.getHours() < 12 ? "AM" : "PM")],
	["P", (date) => (date.getHours() < 12 ? "am" : "pm")],
	["z", () => ""],
	["Z", () => ""],
	["n", () => "\n"],
	["t", () => "\t"],
	["%", () => "%"],
]);

/** Abbreviations for several other directives. */
export const COMPOSITES: ReadonlyMap<string, string> = new Map([
	["D", "%m/%d/%y"],
	["F", "%Y-%m-%d"],
	["T", "%H:%M:%S"],
	["R", "%H:%M"],
	["r", "%I:%M:%S %p"],
	["c", "%a %b %e %H:%M:%S %Y"],
	["x", "%m/%d/%y"],
	["X", "%H:%M:%S"],
]);

/** A directive with the flags, the width and the letter of GNU's `strftime`. */
const DIRECTIVE = /%([-_0^#]*)(\d{0,9})([a-zA-Z%])/g;

/** Formats a date in local time with English names; unknown directives stay as written. */
export function formatDate(runtime: Runtime, date: Date, format: string): string {
	return writeTime(date, format, (columns) => runtime.checkLength(columns));
}

/** @param checkLength refuses a directive of too many columns */
export function writeTime(date: Date, format: string, checkLength: (columns: number) => void): string {
	return replaceMatches(format, DIRECTIVE, (whole, flags = "", width = "", directive = "") => {
		charge(1);
		const columns = Number(width);
		checkLength(columns);
		return formatDirective(date, directive, flags, columns, checkLength) ?? whole;
	});
}

function formatDirective(
	date: Date,
	directive: string,
	flags: string,
	columns: number,
	checkLength: (columns: number) => void,
): string | undefined {
	const number = NUMBERS.get(directive);
	const fill = /[-_0]/.exec([...flags].reverse().join(""))?.[0];
	if (number) {
		const [width, usualFill, value] = number;
		const text = String(value(date));
		if (fill === "-" && columns === 0) return text;
		return text.padStart(columns || width, fill === undefined ? usualFill : fill === "0" ? "0" : " ");
	}
	const composite = COMPOSITES.get(directive);
	const text = composite === undefined ? TEXTS.get(directive)?.(date) : writeTime(date, composite, checkLength);
	return text === undefined
		? undefined
		: changeCase(text, directive, flags).padStart(columns, fill === "0" ? "0" : " ");
}

/** `^` means upper case, `#` the opposite case: lower case for AM and PM, upper case for names. */
function changeCase(text: string, directive: string, flags: string): string {
	if (flags.includes("#")) return directive === "p" || directive === "Z" ? text.toLowerCase() : text.toUpperCase();
	return flags.includes("^") ? text.toUpperCase() : text;
}

function daysSince(start: Date, end: Date): number {
	const midnight = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
	return Math.round((midnight(end) - midnight(start)) / DAY_MILLISECONDS);
}

/** Returns the week of ISO 8601: weeks begin on Monday, the first one holds the year's first Thursday. */
function isoWeek(date: Date): { year: number; week: number } {
	const thursday = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 4 - (date.getDay() || 7));
	return { year: thursday.getFullYear(), week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}
