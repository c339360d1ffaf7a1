import type { AsyncBuffer } from "hyparquet";
import { keysOf } from "../../../../base/json.ts";
import { joinWords } from "../../../../catalogue/schemas.ts";
import { UsageError } from "../../../errors/usage.ts";
import type { RowGroups } from "./columns.ts";
import { countParquet, readParquet } from "./parquet.ts";
import { readJsonLines, readJsonList, readSeparated, readTextLines } from "./text-rows.ts";

/** A format of rows in a text, which may be compressed and in any encoding. */
export interface TextFormat {
	content: "text";
	/** Endings of the names of such files. */
	extensions: readonly string[];
	/** Whether each line that is not blank is a row, so that rows can be counted and cut without reading them. */
	isLines?: boolean;
	read(bytes: AsyncIterable<Uint8Array>, name: string): RowGroups;
}

/** A format of rows that is read by ranges of its bytes, so only from files. */
export interface RangeFormat {
	content: "ranges";
	extensions: readonly string[];
	read: typeof readParquet;
	count(file: AsyncBuffer, name: string): Promise<number>;
}

/** Each file is a row. */
interface FileFormat {
	content: "files";
	extensions: readonly string[];
}

const FORMATS = {
	jsonl: { content: "text", extensions: ["jsonl", "ndjson"], isLines: true, read: readJsonLines },
	json: { content: "text", extensions: ["json"], read: readJsonList },
	csv: { content: "text", extensions: ["csv"], read: (bytes, name) => readSeparated(bytes, ",", name) },
	tsv: { content: "text", extensions: ["tsv"], read: (bytes, name) => readSeparated(bytes, "\t", name) },
	parquet: { content: "ranges", extensions: ["parquet"], read: readParquet, count: countParquet },
	txt: { content: "text", extensions: ["txt"], isLines: true, read: readTextLines },
	files: { content: "files", extensions: [] },
} as const satisfies Record<string, TextFormat | RangeFormat | FileFormat>;

/** `--input-format`. */
export type InputFormat = keyof typeof FORMATS;

/** Formats of inputs of a batch: each row has all facts about one, including its reader. */
export const INPUT_FORMATS: Readonly<Record<InputFormat, TextFormat | RangeFormat | FileFormat>> = FORMATS;

/** Names of the formats, for `--input-format`. */
export const INPUT_FORMAT_NAMES = keysOf(FORMATS);

const BY_EXTENSION: ReadonlyMap<string, InputFormat> = new Map(
	INPUT_FORMAT_NAMES.flatMap((format) => FORMATS[format].extensions.map((extension) => [extension, format] as const)),
);

export interface NamedFormat {
	format: InputFormat;
	compression: "gz" | "zst" | undefined;
}

/** The format for a file's name; undefined for other files, such as images. */
export function formatOfName(path: string): NamedFormat | undefined {
	const parts = (path.split("/").at(-1) ?? "").toLowerCase().split(".");
	const last = parts.at(-1);
	const compression = last === "gz" || last === "zst" ? last : undefined;
	const extension = (compression ? parts.at(-2) : last) ?? "";
	const format = parts.length > 1 ? BY_EXTENSION.get(extension) : undefined;
	if (format === undefined) return compression ? refuse(path) : undefined;
	if (compression && FORMATS[format].content !== "text") return refuse(path);
	return { format, compression };
}

/** Whether a name has the extension of a file with rows. Unlike `formatOfName`, this is case-sensitive. */
export function isRowFile(name: string): boolean {
	const [, extension = ""] = /\.([^./]+)(?:\.gz|\.zst)?$/.exec(name) ?? [];
	return BY_EXTENSION.has(extension);
}

/** Extensions of formats, such as `.jsonl, .json`. */
function listEndings(formats: readonly InputFormat[], end = ""): string[] {
	return formats.flatMap((format) => FORMATS[format].extensions.slice(0, 1).map((first) => `.${first}${end}`));
}

const TEXT_FORMATS = INPUT_FORMAT_NAMES.filter((format) => FORMATS[format].content === "text");

/** Endings of the files that an input may be, for the help. */
export const INPUT_ENDINGS = listEndings([...INPUT_FORMAT_NAMES]).join(", ");

/** Endings of the tables that a batch writes and reads. */
export const TABLE_ENDINGS = joinWords(listEndings(["csv", "tsv", "parquet"]), "and");

/** Endings of texts, whose encoding can be named. */
export const TEXT_ENDINGS = joinWords(listEndings(TEXT_FORMATS), "and");

function refuse(path: string): never {
	throw new UsageError(
		`The format of ${path} is not known.`,
		`Compressed files are ${joinWords(listEndings(TEXT_FORMATS, ".gz"), "or")}, or the same with .zst.`,
	);
}
