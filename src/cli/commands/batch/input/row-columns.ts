import { isRecord } from "../../../../base/json.ts";
import { findMediaType } from "../../../../base/media-type.ts";
import { UsageError } from "../../../errors/usage.ts";
import { quoteWord } from "../../../prompts/command-line.ts";
import { FileRow } from "./columns.ts";

/**
 * Returns a row as the columns that templates know, and that `--keep` copies.
 * @param source the value of a row
 */
export function toColumns(source: unknown): Record<string, unknown> {
	if (source instanceof FileRow) return { file: source.path };
	if (isRecord(source)) return source;
	return source === undefined ? {} : { text: source };
}

/** Columns that hold a file, or the files of a list, whatever else the row has. */
export const FILE_COLUMNS: readonly string[] = ["image", "images", "audio", "video", "file"];

/** Columns that are the main input by default; the first existing one counts. */
const MAIN_COLUMNS = [
	..."inputs input text prompt content sentence question".split(" "),
	...FILE_COLUMNS,
	...["path", "url"],
];

/**
 * The column that is the main input of a row, if it has one.
 * @throws UsageError if it lacks the named one
 */
export function mainColumnOf(
	row: Record<string, unknown>,
	column: string | undefined,
	idColumn: string,
): string | undefined {
	if (column !== undefined) {
		if (Object.hasOwn(row, column)) return column;
		throw new UsageError(`There is no column "${column}". ${listColumns(Object.keys(row))}`);
	}
	const names = Object.keys(row);
	const [first] = names;
	if (names.length === 1 && first !== idColumn) return first;
	for (const name of MAIN_COLUMNS) if (Object.hasOwn(row, name)) return name;
	const others = names.filter((name) => name !== idColumn);
	return others.length === 1 ? others[0] : undefined;
}

/** Columns that an error lists. */
const MAX_LISTED = 30;

/** The sentence of an error that lists columns: not all of a file that has thousands. */
export function listColumns(columns: Iterable<string>): string {
	const names = [...columns];
	const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : "";
	return `Columns: ${names.slice(0, MAX_LISTED).join(", ")}${more}.`;
}

/**
 * The column that is the main input of a row: the named one, the only one, or the first with a usual name.
 * @param idColumn is never the main input, unless it is named
 * @throws UsageError that lists the columns
 */
export function findMainColumn(row: Record<string, unknown>, column: string | undefined, idColumn: string): string {
	const found = mainColumnOf(row, column, idColumn);
	if (found !== undefined) return found;
	const names = Object.keys(row);
	const other = names.find((name) => name !== idColumn);
	const example = other ?? names[0] ?? "NAME";
	throw new UsageError(
		`No column is named text, prompt or another usual name. ${listColumns(names)} Choose one with --column ${quoteWord(example)}, or write --prompt "… {{ ${/^\w+$/.test(example) ? example : "column"} }}".`,
	);
}

/**
 * The type of the file that a value is by its form or name: of images, audio, video or pages. Undefined for other values.
 * @returns `file` if only the content can show the type
 */
export function typeByName(value: unknown): string | undefined {
	if (value instanceof FileRow) return typeByName(value.path);
	if (ArrayBuffer.isView(value)) return "file";
	if (isRecord(value)) {
		const named = typeByName(value["path"] ?? value["url"] ?? value["src"]);
		return named ?? (ArrayBuffer.isView(value["bytes"]) ? "file" : undefined);
	}
	if (typeof value !== "string") return undefined;
	if (value.startsWith("data:")) {
		const [, type] = /^data:((?:image|audio|video|application)\/[^,;]{1,100})[^,]{0,100},/i.exec(value) ?? [];
		return type?.toLowerCase();
	}
	if (value.length > MAX_PATH) return undefined;
	const path = /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value).pathname : value;
	// Most texts end here.
	if (!/\.\w{2,5}$/.test(path.slice(-6)) || /[\r\n]/.test(path)) return undefined;
	const type = findMediaType(new Uint8Array(), path);
	return /^(?:image|audio|video)\/|^application\/pdf$/.test(type) ? type : undefined;
}

/** Longest path or URL that is recognized by its name. */
const MAX_PATH = 4096;
