import { isRecord } from "./json.ts";

/** Whether a value that was read back, from a file or a peer, has the type it should have. */
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === "string";
export const isNumber: Check = (value) => typeof value === "number";
export const isBoolean: Check = (value) => typeof value === "boolean";
/** A whole number from 0. */
export const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
export const isTime: Check = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));

export const orNull =
	(check: Check): Check =>
	(value) =>
		value === null || check(value);

export const orMissing =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);

export const isListOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.every(check);

/** An object, whatever its members. */
export const isObject: Check = isRecord;

/** Returns a record without the members that fail their check; others are kept. */
export function keepFields<Checked>(
	record: Readonly<Record<string, unknown>>,
	checks: Readonly<Record<keyof Checked, Check>>,
): Partial<Checked> {
	const kept = Object.entries(record).filter(([name, value]) => {
		return !Object.hasOwn(checks, name) || checks[name as keyof Checked](value);
	});
	return Object.fromEntries(kept) as Partial<Checked>;
}

/** Members besides these may have any value. */
export const hasFields =
	(checks: Readonly<Record<string, Check>>): Check =>
	(value) =>
		isRecord(value) && Object.entries(checks).every(([name, check]) => check(value[name]));
