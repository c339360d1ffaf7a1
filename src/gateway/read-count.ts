import { readMember } from "../http/index.ts";
import { invalid } from "./errors.ts";

/** Reads a whole number from a request, within bounds. */
export function readCount(fields: Readonly<Record<string, unknown>>, name: string, most: number): number {
	const value = readMember(fields, name);
	if (value === undefined || value === null) return 1;
	if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most) return value;
	throw invalid(`${name} must be a whole number from 1 to ${most}.`, name);
}
