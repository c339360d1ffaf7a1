import { isRecord, parseJson, readMember } from "../../../../base/json.ts";
import { ExactNumber } from "../exact-number.ts";
import { readMemberTexts } from "../input/member-texts.ts";
import { findText } from "./plain-text.ts";

/** A cell of a table. */
export type Cell = string | number | boolean | null | ExactNumber;

/** A row of a table, by column. */
export type FlatRow = Record<string, Cell>;

/**
 * Flattens a line of a journal: the kept columns, then `output` one level deep, then `error`.
 * @returns undefined for a damaged line
 */
export function flattenLine(line: string, isRaw: boolean): FlatRow | undefined {
	const value = parseJson(line);
	// A row of many levels is whole, and too deep to be walked.
	if (value === undefined && parseJson(line, Number.POSITIVE_INFINITY) === undefined) return undefined;
	const row: FlatRow = {};
	const kept = readMember(value, "input");
	if (isRecord(kept)) {
		const texts = readMemberTexts(readMemberTexts(line).get("input") ?? "");
		for (const [name, cell] of Object.entries(kept)) row[name] = toExactCell(cell, texts.get(name));
	}
	if (!Object.hasOwn(row, "id")) row["id"] = toCell(readMember(value, "id"));
	for (const [name, cell] of Object.entries(flattenOutput(readMember(value, "output"), isRaw))) {
		row[Object.hasOwn(row, name) ? `output_${name}` : name] = cell;
	}
	const error = readMember(value, "error");
	if (isRecord(error)) row["error"] = `${error["kind"]}: ${error["message"]}`;
	return row;
}

function flattenOutput(output: unknown, isRaw: boolean): FlatRow {
	if (output === undefined) return {};
	if (isRaw) return { output: JSON.stringify(output) };
	if (readMember(output, "choices") !== undefined) return { output: findText(output) ?? JSON.stringify(output) };
	const item: unknown = Array.isArray(output) && isRecord(output[0]) ? output[0] : output;
	if (!isRecord(item)) return { output: toCell(item) };
	return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toCell(value)]));
}

function toExactCell(value: unknown, text: string | undefined): Cell {
	if (text === undefined || typeof value === "string" || value === null) return toCell(value);
	if (typeof value === "number") return String(value) === text ? value : new ExactNumber(text);
	return typeof value === "object" ? text : toCell(value);
}

function toCell(value: unknown): Cell {
	if (value === undefined || value === null) return null;
	return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
		? value
		: JSON.stringify(value);
}
