import { lacking } from "../lacking.ts";
import type { Runtime } from "../runtime.ts";

export const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
export const MONTHS = "January February March April May June July August September October November December".split(
	" ",
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

const failAtDirective = lacking("this directive");

/** Formats a date in local time with English names. */
export function writeDate(_: Runtime, date: Date, format: string): string {
	return format.replace(/%([-_0^#]*\d{0,9}[a-zA-Z%])/g, (_whole, directive: string) => {
		const write = DIRECTIVES[directive];
		return write ? write(date) : failAtDirective();
	});
}
