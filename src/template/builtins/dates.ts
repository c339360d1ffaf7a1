import { Part } from "../parts.ts";
import type { Runtime } from "../runtime.ts";

export const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
export const MONTHS = "January February March April May June July August September October November December".split(
	" ",
);

/** `strftime` with all directives, flags and widths. */
export const FORMAT_DATE = new Part<(runtime: Runtime, date: Date, format: string) => string>(
	"this directive of strftime_now",
);

const padded = (value: number): string => String(value).padStart(2, "0");

/** The directives that chat templates use. */
const DIRECTIVES: Readonly<Record<string, (date: Date) => string>> = {
	"%": () => "%",
	Y: (date) => String(date.getFullYear()),
	y: (date) => padded(date.getFullYear() % 100),
	m: (date) => padded(date.getMonth() + 1),
	B: (date) => MONTHS[date.getMonth()] ?? "",
	b: (date) => (MONTHS[date.getMonth()] ?? "").slice(0, 3),
	d: (date) => padded(date.getDate()),
	A: (date) => DAYS[date.getDay()] ?? "",
	a: (date) => (DAYS[date.getDay()] ?? "").slice(0, 3),
	H: (date) => padded(date.getHours()),
	I: (date) => padded(date.getHours() % 12 || 12),
	M: (date) => padded(date.getMinutes()),
	S: (date) => padded(date.getSeconds()),
	p: (date) => (date.getHours() < 12 ? "AM" : "PM"),
};

/** Formats a date in local time with English names. */
export function writeDate(runtime: Runtime, date: Date, format: string): string {
	return format.replace(/%([-_0^#]*\d{0,9}[a-zA-Z%])/g, (whole, directive: string) => {
		const write = DIRECTIVES[directive];
		return write ? write(date) : FORMAT_DATE.require()(runtime, date, whole);
	});
}
