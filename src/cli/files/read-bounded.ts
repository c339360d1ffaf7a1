import { constants as BUFFER } from "node:buffer";
import {
	closeSync,
	constants,
	existsSync,
	fstatSync,
	lstatSync,
	openSync,
	readFileSync,
	readSync,
	realpathSync,
	type Stats,
	statSync,
} from "node:fs";
import { join } from "node:path";

/** Bytes read at a time; Ctrl-C takes effect between two reads. */
const CHUNK = 2 ** 20;
/** Milliseconds between two polls of a FIFO or device without data. */
const PAUSE = 10;

export class TooLarge extends Error {
	readonly limit: number;

	constructor(limit: number) {
		super(`larger than ${limit} bytes`);
		this.name = "TooLarge";
		this.limit = limit;
	}
}

/** A file is a FIFO, a device or the like, or was replaced by a link. */
export class NotRegular extends Error {
	override readonly name = "NotRegular";
}

/**
 * Reads a whole file, FIFO or device without blocking: waits for the writer of a FIFO until the signal is
 * aborted.
 * @param options `isRegular`: folders, FIFOs and devices are errors; `isReal`: the path was checked and had no links, so
 * one that has taken its place since then is an error
 * @throws TooLarge above the limit, for regular files before anything is read
 */
export async function readBounded(
	path: string,
	limit: number,
	signal: AbortSignal,
	{ isRegular = false, isReal = false }: { isRegular?: boolean; isReal?: boolean } = {},
): Promise<Uint8Array> {
	signal.throwIfAborted();
	const bound = Math.min(limit, BUFFER.MAX_LENGTH);
	const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants;
	const descriptor = openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (isReal ? O_NOFOLLOW : 0));
	try {
		const stat = fstatSync(descriptor);
		if (isRegular && !stat.isFile() && !stat.isDirectory()) throw new NotRegular();
		if (isReal && !isSamePlace(path, stat)) throw new NotRegular();
		if (stat.isFile() && stat.size > bound) throw new TooLarge(bound);
		return await readAll(descriptor, stat, path, bound, signal);
	} catch (error) {
		// Node reports the path only if a file is opened.
		throw error instanceof Error && "syscall" in error ? Object.assign(error, { path }) : error;
	} finally {
		closeSync(descriptor);
	}
}

/** Whether an open file is the one at a path, and no folder on the way to it is a link. */
function isSamePlace(path: string, { dev, ino }: Stats): boolean {
	const there = lstatSync(path, { throwIfNoEntry: false });
	return there?.ino === ino && there.dev === dev && realpathSync(path) === path;
}

async function readAll(
	descriptor: number,
	stat: Stats,
	path: string,
	limit: number,
	signal: AbortSignal,
): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	// A file is read into one buffer, since joining chunks would need twice its size.
	let room = Buffer.allocUnsafe(stat.isFile() && stat.size > 0 ? stat.size + 1 : CHUNK);
	let used = 0;
	let total = 0;
	// A named FIFO begins when a writer opens it, and ends when all writers have closed it.
	let hasBegun = !stat.isFIFO() || isDescriptor(path);
	for (;;) {
		if (used === room.length) {
			parts.push(room);
			room = Buffer.allocUnsafe(CHUNK);
			used = 0;
		}
		const count = tryRead(descriptor, room.subarray(used, used + CHUNK));
		if (count === undefined) hasBegun = true;
		if (count === 0 && hasBegun) {
			const last = room.subarray(0, used);
			return parts.length === 0 ? last : Buffer.concat([...parts, last]);
		}
		if (count === undefined || count === 0) {
			const { setTimeout: sleep } = await import("node:timers/promises");
			await sleep(PAUSE, undefined, { signal }).catch(() => undefined);
		} else {
			hasBegun = true;
			used += count;
			total += count;
			if (total > limit) throw new TooLarge(limit);
			if (total >= CHUNK) await new Promise((resolve) => setImmediate(resolve));
		}
		signal.throwIfAborted();
	}
}

/** Returns the number of bytes read; undefined if there are none yet. */
function tryRead(descriptor: number, chunk: Uint8Array): number | undefined {
	try {
		return readSync(descriptor, chunk);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
		throw error;
	}
}

/** Whether a path names an open descriptor of this process, such as `/dev/fd/63` of a shell's `<(…)`. */
function isDescriptor(path: string): boolean {
	return /^\/(dev\/(fd\/|std)|proc\/)/.test(path);
}

/**
 * Whether a path is written to and never replaced: a device, a FIFO, or a descriptor of this process such as
 * `/dev/stdout`.
 */
export function isWrittenTo(path: string): boolean {
	const stat = statSync(path, { throwIfNoEntry: false });
	if (stat === undefined || stat.isDirectory()) return false;
	return !stat.isFile() || isDescriptor(path);
}

/** Node's module for programs in one file. */
type Assets = Pick<typeof import("node:sea"), "isSea" | "getAsset">;

/**
 * Reads a file of the built command. In a single executable it is a compressed part of the program; its folder is
 * below the program's own file, where no other file can exist.
 * @throws where there is no such file
 */
export function readBuiltFile(folder: string, name: string): Buffer {
	try {
		return readFileSync(join(folder, name));
	} catch (error) {
		const part = readAsset(name);
		if (part === undefined) throw error;
		return part;
	}
}

export function hasBuiltFile(folder: string, name: string): boolean {
	return existsSync(join(folder, name)) || readAsset(name) !== undefined;
}

/** Returns a file inside a single executable; undefined if there is none, or hub runs on an installed Node. */
function readAsset(name: string): Buffer | undefined {
	const sea: Assets | undefined = process.getBuiltinModule("node:sea");
	if (!sea?.isSea()) return undefined;
	try {
		return process.getBuiltinModule("node:zlib").brotliDecompressSync(sea.getAsset(name));
	} catch {
		return undefined;
	}
}
