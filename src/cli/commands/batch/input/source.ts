import { createHash } from "node:crypto";
import { createReadStream, realpathSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import type { AsyncBuffer } from "hyparquet";
import type { InputMark } from "../../../../batch/manifest.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import { isSample, readSample } from "../../../input/file.ts";
import { describeLeftOut, walkFolder } from "../../../input/walk-folder.ts";
import type { NetworkChoice } from "../options.ts";
import { localPlace, type PartsStore } from "../parts/store.ts";
import { decompress, FileRow, limitBytes, parseEncoding, type RawRow, type RowGroups, toUtf8 } from "./columns.ts";

import { isDataset, isRawFile, listDataset, openRemote, type ViewerOptions } from "./dataset.ts";
import {
	formatOfName,
	INPUT_ENDINGS,
	INPUT_FORMATS,
	type InputFormat,
	type NamedFormat,
	TEXT_ENDINGS,
} from "./formats.ts";
import { countParquet, openParquet, readParquet } from "./parquet.ts";
import { type Cut, cutLines, cutTables, type Ranges, type SeekableFile } from "./ranges.ts";
import { countFilled, readBlocks, readEitherLines } from "./text-rows.ts";

/** An input of a batch. */
export interface RowSource {
	/** Rows in groups, from the first one; standard input can be read once. */
	read(): RowGroups;
	marks: InputMark[];
	/** Can be read again. */
	isFile: boolean;
	/** Folder that paths in rows are relative to; undefined if rows may name none. */
	folder: string | undefined;
	/** A single file without a known format: it is a row as a whole only if the task takes files. */
	unnamed?: string;
	/** Paths of the files, so that none of them becomes the output. */
	paths: string[];
	/** Numbers of rows that add up to all of them, if they are cheaper to count than to read. */
	count?: (() => RowCounts) | undefined;
	ranges?: Ranges;
}

type RowCounts = AsyncGenerator<number, void, undefined>;

const EDGE = 64 * 1024;

/** Opens the inputs of the command line. */
export async function openSource(
	inputs: readonly string[],
	options: { inputFormat?: InputFormat; encoding?: string } & NetworkChoice,
	context: Context,
	viewer: () => Promise<ViewerOptions>,
): Promise<RowSource> {
	const [first] = inputs;
	const given = options.inputFormat;
	const encoding = options.encoding === undefined ? undefined : parseEncoding(options.encoding);
	if (first === undefined)
		throw new UsageError("The input is missing.", "Give a file or a folder, or - for standard input: hub batch in.csv");
	if (inputs.includes("-")) {
		if (inputs.length > 1) throw new UsageError("Standard input cannot be combined with other inputs.");
		return openStdin(given, encoding, context);
	}
	const isPlaced = (input: string): boolean => input.startsWith("s3://") || isRawFile(input);
	if (inputs.some(isPlaced)) {
		const tables: TableFile[] = [];
		for (const input of inputs) {
			if (!isPlaced(input)) throw new UsageError("Local and remote inputs cannot be combined.");
			tables.push(...(await openRemoteTables(input, given, await openPlace(input, options, context))));
		}
		return openTables(tables, encoding, context, undefined, []);
	}
	if (inputs.some(isDataset)) {
		if (inputs.length > 1) throw new UsageError("A dataset cannot be combined with other inputs.");
		rejectEncoding(encoding);
		return await openDataset(first, await viewer());
	}
	if (inputs.some(isSample)) {
		if (inputs.length > 1) throw new UsageError("A built-in sample cannot be combined with other inputs.");
		return await openSample(first, given, encoding, context);
	}
	const paths = inputs.map((input) => resolve(context.cwd, input));
	const stats = await Promise.all(paths.map((path, at) => stat(inputs[at]?.endsWith("/") ? `${path}/` : path)));
	if (stats.some((each) => each.isDirectory())) {
		if (inputs.length > 1) throw new UsageError("A folder cannot be combined with other inputs.");
		rejectEncoding(encoding);
		return await openFolder(paths[0] ?? context.cwd, first, context);
	}
	const special = stats.findIndex((each) => !each.isFile());
	if (special !== -1)
		throw new UsageError(`${inputs[special]} is not a regular file.`, "Pipe it in, with - as the input.");
	const formats = inputs.map((input) => (given ? { ...formatOfName(input), format: given } : formatOfName(input)));
	const areTexts = formats.every((format) => format?.format === "txt");
	const areUnknown = formats.every((format) => format === undefined);
	if (given === "files" || areUnknown || (areTexts && inputs.length > 1 && !given)) {
		rejectEncoding(encoding);
		const files = inputs.map((input, index) => ({ name: input.replaceAll("\\", "/"), path: paths[index] ?? "" }));
		const isUnnamed = given === undefined && inputs.length === 1;
		return { ...(await openFiles(files, context.cwd)), ...(isUnnamed ? { unnamed: first } : {}) };
	}
	const unknown = formats.indexOf(undefined);
	if (unknown !== -1) throw unknownFormat(inputs[unknown] ?? "");
	const tables = paths.map((path, index) => openLocal(path, inputs[index] ?? path, formats[index] as NamedFormat));
	return openTables(await Promise.all(tables), encoding, context, dirname(paths[0] ?? "."), paths);
}

/** @throws UsageError if an encoding is named for an input that is not text */
function rejectEncoding(encoding: string | undefined): void {
	if (encoding === undefined) return;
	const message = `--encoding applies to ${TEXT_ENDINGS} only.`;
	throw new UsageError(message, "Leave it out.", "option-inapplicable");
}

/** The file's name has no known format. */
export function unknownFormat(name: string): UsageError {
	return new UsageError(
		`The format of ${name} is not known.`,
		`Names of files with rows end in ${INPUT_ENDINGS}. Name the format of another one with --input-format.`,
	);
}

function openStdin(given: InputFormat | undefined, encoding: string | undefined, context: Context): RowSource {
	const format = given && INPUT_FORMATS[given];
	if (format && format.content !== "text") {
		throw new UsageError(`Standard input cannot be read as ${given}.`, "Name the file instead.");
	}
	const { stdin, flags, signal, cwd } = context;
	const limited = limitBytes(stdin as AsyncIterable<Uint8Array>, flags.maxInput, "standard input", signal);
	const bytes = toUtf8(limited, encoding);
	const read = (): RowGroups => format?.read(bytes, "standard input") ?? readEitherLines(bytes);
	return { read, marks: [], isFile: false, folder: cwd, paths: [] };
}

async function openSample(
	name: string,
	given: InputFormat | undefined,
	encoding: string | undefined,
	context: Context,
): Promise<RowSource> {
	const content = await readSample(name);
	const named = given ?? formatOfName(name)?.format;
	const format = named && INPUT_FORMATS[named];
	if (format?.content !== "text") {
		throw new UsageError(`${name} has no rows.`, "hub sandbox samples lists all; sample:reviews.jsonl has rows.");
	}
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 32);
	const chunks = async function* (): AsyncGenerator<Uint8Array> {
		yield content;
	};
	return {
		read: () => format.read(toUtf8(chunks(), encoding), name),
		marks: [{ name, size: content.length, hash }],
		isFile: true,
		folder: context.cwd,
		paths: [],
	};
}

/** A file with many rows, on this machine or elsewhere. */
interface TableFile extends SeekableFile {
	name: string;
	format: NamedFormat;
	/** Folder that its rows may name files in. */
	folder: string | undefined;
	mark: InputMark;
	/** Opens it for reading by ranges. */
	open(): Promise<{ file: AsyncBuffer; close(): Promise<void> }>;
}

async function openLocal(path: string, name: string, format: NamedFormat): Promise<TableFile> {
	const mark = await markFile(path, name);
	return {
		name,
		format,
		folder: dirname(path),
		mark,
		size: mark.size,
		// Opened when it is read: the error of an unread stream would be lost.
		read: async function* (start = 0, end = Number.POSITIVE_INFINITY) {
			if (end > start) yield* createReadStream(path, { start, end: end - 1, highWaterMark: 256 * 1024 });
		},
		open: () => openParquet(path),
	};
}

/** Opens a remote file, or the files that start with a prefix. */
async function openRemoteTables(
	input: string,
	given: InputFormat | undefined,
	place: PartsStore,
): Promise<TableFile[]> {
	const listed = (await place.list()).filter(({ size }) => size > 0);
	const files = listed
		.sort((a, b) => (a.name < b.name ? -1 : 1))
		.map(({ name, size, version = "" }): TableFile => {
			const shown = name === "" ? input : `${input.replace(/\/$/, "")}/${name}`;
			const format = given ? { compression: undefined, ...formatOfName(shown), format: given } : formatOfName(shown);
			if (!format || format.format === "files") throw unknownFormat(shown);
			const read = (start?: number, end?: number): AsyncIterable<Uint8Array> => place.read(name, start, end);
			const slice = async (start: number, end = size): Promise<ArrayBuffer> => {
				const bytes = new Uint8Array(end - start);
				let at = 0;
				for await (const chunk of read(start, end)) {
					bytes.set(chunk.subarray(0, bytes.length - at), at);
					at += chunk.length;
				}
				return bytes.buffer;
			};
			const open: TableFile["open"] = async () => ({ file: { byteLength: size, slice }, close: async () => undefined });
			return { name: shown, format, folder: undefined, mark: { name: shown, size, hash: version }, size, read, open };
		});
	if (files.length === 0) throw new UsageError(`${input} has no files.`, "Check the name, and that you may read it.");
	return files;
}

function openTables(
	files: readonly TableFile[],
	encoding: string | undefined,
	{ flags, signal }: Context,
	folder: string | undefined,
	paths: string[],
): RowSource {
	const kinds = new Set(files.map(({ format }) => format.format));
	const differing = `The inputs have different formats: ${[...kinds].join(", ")}.`;
	if (kinds.size > 1) throw new UsageError(differing, "Run hub batch once for each.");
	const [named = "files"] = kinds;
	const format = INPUT_FORMATS[named];
	if (format.content === "files") throw unknownFormat(files[0]?.name ?? "");
	if (format.content === "ranges") rejectEncoding(encoding);
	const areLines = format.content === "text" && format.isLines === true;
	const arePlain = files.every(({ format }) => format.compression === undefined);
	const openText = ({ name, format, read }: TableFile, start = 0, end?: number): AsyncIterable<Uint8Array> => {
		const bytes = limitBytes(decompress(read(start, end), format.compression, name), flags.maxInput, name, signal);
		return start > 0 ? bytes : toUtf8(bytes, encoding);
	};
	const readTable = async function* (table: TableFile, start?: number, end?: number): RowGroups {
		if (format.content === "text") return yield* format.read(openText(table, start, end), table.name);
		const { file, close } = await table.open();
		try {
			for await (const rows of format.read(file, table.name, undefined, start, end)) {
				signal.throwIfAborted();
				yield [...rows];
			}
		} finally {
			await close();
		}
	};
	const readBetween = async function* (from: Cut, to: Cut): RowGroups {
		for (const [index, file] of files.entries()) {
			if (index < from.file || index > to.file || (index === to.file && to.offset === 0)) continue;
			const own = file.folder === folder ? undefined : file.folder;
			const start = index === from.file && from.offset > 0 ? from.offset : undefined;
			for await (const rows of readTable(file, start, index === to.file ? to.offset : undefined)) {
				if (own !== undefined) for (const row of rows) row.folder = own;
				yield rows;
			}
		}
	};
	const countTables = async function* (): RowCounts {
		for (const table of files) {
			if (format.content === "text") {
				for await (const block of readBlocks(openText(table))) yield countFilled(block);
				continue;
			}
			const { file, close } = await table.open();
			yield await format.count(file, table.name).finally(close);
		}
	};
	// Only in UTF-8 is every byte of a line feed the end of a line.
	const canCut = async (): Promise<boolean> => {
		if (format.content === "ranges") return true;
		if (!areLines || !arePlain || (encoding ?? "utf-8") !== "utf-8") return false;
		for (const { read } of files) for await (const chunk of read(0, 2)) if ((chunk[0] ?? 0) >= 0xfe) return false;
		return true;
	};
	return {
		read: () => readBetween({ file: 0, offset: 0, row: 0 }, { file: files.length, offset: 0, row: 0 }),
		marks: files.map(({ mark }) => mark),
		isFile: true,
		folder,
		paths,
		count: format.content === "ranges" || areLines ? countTables : undefined,
		ranges: {
			canCut,
			cut: (count) => (format.content === "ranges" ? cutTables(files, count) : cutLines(files, count)),
			read: readBetween,
		},
	};
}

async function openFiles(
	files: readonly { name: string; path: string; problem?: string }[],
	folder: string,
): Promise<RowSource> {
	const hash = createHash("sha256");
	let size = 0;
	const rows: RawRow[] = [];
	for (const { name, path, problem } of files) {
		if (problem !== undefined) {
			rows.push({ value: new FileRow(name, path, path), problem, name });
			continue;
		}
		const info = await stat(path);
		size += info.size;
		hash.update(`${name}\0${info.size}\n`);
		rows.push({ value: new FileRow(name, path, realpathSync(path)), name });
	}
	return {
		read: async function* () {
			yield rows;
		},
		marks: [{ name: relative(process.cwd(), folder) || ".", size, hash: hash.digest("hex").slice(0, 32) }],
		isFile: true,
		folder,
		paths: files.map(({ path }) => path),
		count: async function* () {
			yield files.length;
		},
	};
}
/** Opens a folder: a row for each file, in the order of their names. */
async function openFolder(folder: string, shown: string, context: Context): Promise<RowSource> {
	const { files, leftOut } = await walkFolder(folder, context);
	const note = describeLeftOut({ ...leftOut, noFiles: [] }, context.cwd);
	if (note) context.note(note);
	const hint = "Each of its files becomes a row; hidden ones do not count.";
	if (files.length === 0) throw new UsageError(`The folder ${shown} has no files.`, hint);
	const nameOf = (path: string): string => relative(folder, path).split(sep).join("/");
	const problem = "It is not a file but a broken link, a FIFO or a device.";
	const named: { name: string; path: string; problem?: string }[] = [
		...files.map((path) => ({ name: nameOf(path), path })),
		...leftOut.noFiles.map((path) => ({ name: nameOf(path), path, problem })),
	];
	const sorted = named.sort((a, b) => (a.name < b.name ? -1 : 1));
	return await openFiles(sorted, folder);
}

async function openDataset(input: string, viewer: ViewerOptions): Promise<RowSource> {
	const files = await listDataset(input, viewer);
	return {
		read: async function* () {
			for (const file of files) yield* readParquet(openRemote(file, viewer), file.name);
		},
		marks: files.map(({ name, size }) => ({ name: `hf://datasets/${name}`, size, hash: "" })),
		isFile: true,
		folder: undefined,
		paths: [],
		count: async function* () {
			for (const file of files) yield await countParquet(openRemote(file, viewer), file.name);
		},
	};
}

async function markFile(path: string, name: string): Promise<InputMark> {
	const handle = await open(path, "r");
	try {
		const { size } = await handle.stat();
		const hash = createHash("sha256");
		for (const start of size > EDGE ? [0, size - EDGE] : [0]) {
			const { buffer, bytesRead } = await handle.read(Buffer.alloc(EDGE), 0, EDGE, start);
			hash.update(buffer.subarray(0, bytesRead));
		}
		return { name, size, hash: hash.digest("hex").slice(0, 32) };
	} finally {
		await handle.close();
	}
}

/** Whether an input or output names a place on the network. */
export function isRemote(name: string): boolean {
	return /^(?:s3|hf):\/\//.test(name);
}

/** Whether an output is a folder of parts: a remote place, a name with `/` at its end, or an existing folder. */
export async function isPlace(output: string, context: Context): Promise<boolean> {
	if (isRemote(output) || /[/\\]$/.test(output)) return true;
	const stats = await stat(resolve(context.cwd, output)).catch(() => undefined);
	return stats?.isDirectory() ?? false;
}

/** Opens a place; nothing is read or written yet. */
export async function openPlace(name: string, options: NetworkChoice, context: Context): Promise<PartsStore> {
	if (name.startsWith("s3://")) return await (await import("../parts/s3.ts")).openBucket(name, options, context);
	if (isRemote(name)) return await (await import("./hub-place.ts")).openRepository(name, options, context);
	return localPlace(resolve(context.cwd, name));
}
