import { isRecord } from "../../../../base/json.ts";
import { UsageError } from "../../../errors/usage.ts";
import { readMemberText } from "./member-texts.ts";
import type { RawRow } from "./raw-row.ts";

/** Columns that are the main input by default; the first existing one counts. */
const MAIN_COLUMNS = [
	"inputs",
	"input",
	"text",
	"prompt",
	"content",
	"sentence",
	"question",
	"image",
	"audio",
	"file",
	"path",
	"url",
] as const;

/**
 * The main input of a row of columns: the named one, the only one, or the first with a usual name.
 * @param idColumn is never the main input, unless it is named
 * @throws UsageError that lists the columns
 */
export function findMainInput(row: Record<string, unknown>, column: string | undefined, idColumn: string): unknown {
	const names = Object.keys(row);
	if (column !== undefined) {
		if (Object.hasOwn(row, column)) return row[column];
		throw new UsageError(`There is no column "${column}". Columns: ${names.join(", ")}.`);
	}
	const [only] = names;
	if (only !== undefined && names.length === 1 && only !== idColumn) return row[only];
	const found = MAIN_COLUMNS.find((name) => Object.hasOwn(row, name));
	if (found !== undefined) return row[found];
	const others = names.filter((name) => name !== idColumn);
	if (others.length === 1 && others[0] !== undefined) return row[others[0]];
	throw new UsageError(`No column has the name of an input. Columns: ${names.join(", ")}.`, "Name one with --column.");
}

type Texts = Pick<RawRow, "json" | "texts">;

/**
 * The id of a row of columns; undefined if it has none.
 * @param source the row's own texts, from which a number is taken as it stands
 */
export function findId(value: unknown, idColumn: string, source: Texts = {}): string | undefined {
	if (!isRecord(value)) return undefined;
	const name = (value["custom_id"] ?? undefined) === undefined ? idColumn : "custom_id";
	const id = value[name];
	if (typeof id === "string") return id;
	const { json, texts } = source;
	const text = texts?.get(name);
	if (text !== undefined && typeof id === "number") return text;
	if (typeof id === "number" && json !== undefined) {
		return standsAtAnEnd(json, name, String(id)) ? String(id) : readMemberText(json, name);
	}
	return typeof id === "number" || typeof id === "boolean" || typeof id === "bigint" ? String(id) : undefined;
}

/** Whether a number is the first member or the last one, as it is printed: most ids are, and need no search. */
function standsAtAnEnd(json: string, name: string, id: string): boolean {
	for (const colon of [":", ": "]) {
		const member = `"${name}"${colon}${id}`;
		const after = json.charCodeAt(member.length + 1);
		if (json.startsWith(member, 1) && json[0] === "{" && (after === COMMA || after === BRACE)) {
			// A second member of the same name would count instead.
			if (!json.includes(`"${name}"`, member.length)) return true;
		}
		if (json.endsWith(`${member}}`) && /[\s,{]/.test(json[json.length - member.length - 2] ?? "")) return true;
	}
	return false;
}

const [COMMA, BRACE] = [0x2c, 0x7d];
