import { UsageError } from "../../../errors/usage.ts";

/** A row of the input, before it becomes a call. */
export interface RawRow {
	/** An object of columns, a text, or a file. */
	value: unknown;
	/** Why it could not be read; `value` is then undefined. */
	problem?: string;
	/** The row's own JSON text, from which templates print numbers as Python does. */
	json?: string;
	/** JSON texts of columns whose numbers would change if they were printed from `value`. */
	texts?: ReadonlyMap<string, string>;
	/** An id for a row that could not be read; default: `line:` and its place, from 1. */
	id?: string;
	/** Path of a file within its folder: the row's id. */
	name?: string;
	/** Folder of its file, if that is not the folder of the input. */
	folder?: string;
}

/** A file whose whole content is one row. */
export class FileRow {
	readonly path: string;
	/** The path without links, found when the folder was listed: later links do not change what is read. */
	readonly real: string;

	constructor(path: string, real: string) {
		this.path = path;
		this.real = real;
	}
}

/** Rows arrive in groups, which costs less than one at a time. */
export type RowGroups = AsyncGenerator<RawRow[], void, undefined>;

/** Forms of an input. */
export const INPUT_FORMATS = ["jsonl", "json", "csv", "tsv", "parquet", "txt", "files"] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

const EXTENSIONS: Readonly<Record<string, InputFormat>> = {
	jsonl: "jsonl",
	ndjson: "jsonl",
	json: "json",
	csv: "csv",
	tsv: "tsv",
	parquet: "parquet",
	txt: "txt",
};

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
	const format = parts.length > 1 && Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
	if (format === undefined) return compression ? refuse(path) : undefined;
	if (compression && format === "parquet") return refuse(path);
	return { format, compression };
}

function refuse(path: string): never {
	throw new UsageError(
		`The format of ${path} is not known.`,
		"Compressed files are .jsonl.gz, .json.gz, .csv.gz, .tsv.gz or .txt.gz, or the same with .zst.",
	);
}
