import { isRecord } from "../../base/json.ts";
import type { JsonSchema } from "./reference.ts";

/** Reports the limits of its schema that a number, string, list or object violates. */
export function checkLimits(schema: JsonSchema, value: unknown, report: (message: string) => void): void {
	if (typeof value === "number") checkNumber(schema, value, report);
	else if (typeof value === "string") checkText(schema, value, report);
	else if (Array.isArray(value)) {
		checkCount(schema["minItems"], schema["maxItems"], value.length, "items", report);
		const keys = value.map((item) => JSON.stringify(item));
		if (schema["uniqueItems"] === true && new Set(keys).size < keys.length)
			report("must not contain the same item twice");
	} else if (isRecord(value)) {
		checkCount(schema["minProperties"], schema["maxProperties"], Object.keys(value).length, "members", report);
	}
}

function checkNumber(schema: JsonSchema, value: number, report: (message: string) => void): void {
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
	if (typeof minimum === "number" && value < minimum) report(`must be ${minimum} or more, not ${value}`);
	if (typeof maximum === "number" && value > maximum) report(`must be ${maximum} or less, not ${value}`);
	if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) {
		report(`must be more than ${exclusiveMinimum}, not ${value}`);
	}
	if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) {
		report(`must be less than ${exclusiveMaximum}, not ${value}`);
	}
	if (typeof multipleOf === "number" && multipleOf > 0) {
		const quotient = value / multipleOf;
		// 0.3 / 0.1 is not an integer in binary.
		if (Math.abs(quotient - Math.round(quotient)) > 1e-9) report(`must be a multiple of ${multipleOf}, not ${value}`);
	}
}

function checkText(schema: JsonSchema, value: string, report: (message: string) => void): void {
	const { pattern, format } = schema;
	// Characters, not UTF-16 code units.
	checkCount(schema["minLength"], schema["maxLength"], Array.from(value).length, "characters", report);
	if (typeof pattern === "string" && !matches(pattern, value)) report(`must match ${pattern}`);
	const form = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
	if (form && !form.test(value)) report(`must be a ${format}`);
}

const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[zZ]|[+-]\\d\\d:\\d\\d)";

/** Formats that are checked; others are annotations. */
const FORMATS: Readonly<Record<string, RegExp>> = {
	date: new RegExp(`^${DATE}$`),
	time: new RegExp(`^${TIME}$`),
	"date-time": new RegExp(`^${DATE}[tT ]${TIME}$`),
	email: /^[^\s@]+@[^\s@]+$/,
	uri: /^[a-zA-Z][a-zA-Z\d+.-]*:\S*$/,
	uuid: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
	ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
};

function checkCount(
	least: unknown,
	most: unknown,
	count: number,
	unit: string,
	report: (message: string) => void,
): void {
	if (typeof least === "number" && count < least) report(`must have ${least} or more ${unit}, not ${count}`);
	if (typeof most === "number" && count > most) report(`must have ${most} or fewer ${unit}, not ${count}`);
}

/** Whether a string matches a pattern of a schema; every string matches an invalid pattern. */
export function matches(pattern: string, text: string): boolean {
	try {
		return new RegExp(pattern, "u").test(text);
	} catch {
		return true;
	}
}
