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

/** A file that is a row as a whole. */
export class FileRow {
	readonly path: string;

	constructor(path: string) {
		this.path = path;
	}
}

/** Rows arrive in groups, which costs less than one at a time. */
export type RowGroups = AsyncGenerator<RawRow[], void, undefined>;
