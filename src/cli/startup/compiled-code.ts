/**
 * Code that V8 compiled in an earlier run, in a file. V8 checks little of it: code with a flipped bit can crash the
 * process. So every file contains the code twice, and its source, and is used only if all agree: comparing bytes takes
 * less time than any checksum. A file in the user's cache is used only if nobody else could have written it.
 */
import {
	closeSync,
	constants,
	fstatSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	type Stats,
	statSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** First bytes of a file, then the length of the code, at an offset that V8 need not align. */
const FORMAT = "hub2";
const HEADER_BYTES = 8;
/** Larger files are neither read nor written. */
const MAX_BYTES = 8_000_000;
/** Entries kept in a folder in addition to a new one. */
const MAX_SIBLINGS = 127;

/**
 * Name of the file for the Node that runs. V8 accepts compiled code of another build of the same version, and then runs
 * wrong code; so the size of the program, which differs between builds, is part of the name.
 * @param form the command lines it was compiled for, so that a start reads only the code it needs
 * @param pack what was compiled
 */
export function compiledName(form: string, pack: string): string {
	const { version, platform, arch, execPath } = process;
	return `${form}.${pack}-${version}-${platform}-${arch}-${statSync(execPath).size}.compiled`;
}

/** Returns the content of a file with compiled code of `source`. */
export function encodeCompiled(source: Buffer, code: Buffer): Buffer {
	return Buffer.concat([headerFor(code.length), code, code, source]);
}

/** Decodes the result of `encodeCompiled`; undefined if it is damaged or belongs to another source. */
export function decodeCompiled(source: Buffer, file: Buffer): Buffer | undefined {
	const size = (file.length - HEADER_BYTES - source.length) / 2;
	if (!Number.isInteger(size) || size < 0 || !file.subarray(0, HEADER_BYTES).equals(headerFor(size))) return undefined;
	const [code, copy] = [0, 1].map((index) =>
		file.subarray(HEADER_BYTES + index * size, HEADER_BYTES + (index + 1) * size),
	);
	const isIntact = code && copy?.equals(code) && file.subarray(HEADER_BYTES + 2 * size).equals(source);
	return isIntact ? code : undefined;
}

function headerFor(size: number): Buffer {
	const header = Buffer.alloc(HEADER_BYTES, FORMAT);
	header.writeUInt32LE(size, FORMAT.length);
	return header;
}

/**
 * Makes a folder that only the user can read and write.
 * @returns false if its path is taken, or it cannot be created
 */
export function makePrivateFolder(path: string): boolean {
	try {
		mkdirSync(path, { recursive: true, mode: 0o700 });
		const stats = lstatSync(path);
		return stats.isDirectory() && isPrivate(stats);
	} catch {
		return false;
	}
}

/** Reads a file that only the user can have written; undefined if there is none. */
export function readPrivateFile(path: string): Buffer | undefined {
	let descriptor: number | undefined;
	try {
		// Windows has no such flag, and no links that any user can make.
		descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
		const stats = fstatSync(descriptor);
		return stats.isFile() && isPrivate(stats) && stats.size <= MAX_BYTES ? readFileSync(descriptor) : undefined;
	} catch {
		return undefined;
	} finally {
		if (descriptor !== undefined) closeSync(descriptor);
	}
}

/** Writes a file that only the user can read, whole or not at all; does nothing if it cannot be written. */
export function writePrivateFile(folder: string, name: string, content: Buffer): void {
	if (content.length > MAX_BYTES) return;
	const temporary = join(folder, `${name}.${process.pid}.${Math.random().toString(36).slice(2)}.part`);
	try {
		writeFileSync(temporary, content, { mode: 0o600, flag: "wx" });
		renameSync(temporary, join(folder, name));
		removeOld(folder, name);
	} catch {
		rmSync(temporary, { force: true });
	}
}

/** Removes all but the newest entries of a folder, and keeps the named one. */
export function removeOld(folder: string, kept: string): void {
	const others = readdirSync(folder)
		.filter((name) => name !== kept)
		.map((name) => ({ path: join(folder, name), time: modified(join(folder, name)) }))
		.sort((a, b) => b.time - a.time);
	for (const { path } of others.slice(MAX_SIBLINGS)) rmSync(path, { recursive: true, force: true });
}

function modified(path: string): number {
	return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** On Windows the cache folder is in the user's profile, which others cannot write to. */
function isPrivate(stats: Stats): boolean {
	return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
}
