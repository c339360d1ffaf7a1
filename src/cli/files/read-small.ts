import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** Largest file in bytes: settings, tokens and lists have a thousandth of it. */
const MAX_SIZE = 2 ** 24;

/** A file of settings, tokens or the like is too large, or is not a file. */
export class NotReadable extends Error {
	override readonly name = "NotReadable";
}

/**
 * Reads a small file synchronously. A FIFO in its place would block forever, without a response to Ctrl-C; one that a shell
 * has opened (`<(…)`) is read to its end.
 * @throws NotReadable if it is not a file, or larger than 16 MiB; else the error of the system
 */
export function readSmallFile(path: string): string {
	if (/^\/(?:dev\/fd|proc)\//.test(path)) return readFileSync(path, "utf8");
	const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
	const descriptor = openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	try {
		const stat = fstatSync(descriptor);
		if (!stat.isFile()) throw new NotReadable(`${path} is not a file.`);
		if (stat.size > MAX_SIZE) throw new NotReadable(`${path} is larger than ${MAX_SIZE / 2 ** 20} MiB.`);
		return readFileSync(descriptor, "utf8");
	} finally {
		closeSync(descriptor);
	}
}

/** As `readSmallFile`, for what may be missing: undefined if it cannot be read, for whatever reason. */
export function tryReadSmallFile(path: string): string | undefined {
	try {
		return readSmallFile(path);
	} catch {
		return undefined;
	}
}
