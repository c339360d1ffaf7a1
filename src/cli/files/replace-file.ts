import {
	chmodSync,
	chownSync,
	mkdirSync,
	readlinkSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { backoff } from "../../http/backoff.ts";

/**
 * Writes a whole file: other programs see the old one or the new one, never half of it. A link keeps pointing to its
 * file.
 * @param mode bits of the file. Default: what the umask allows, or those of the file that is replaced
 */
export function replaceFile(target: string, content: string | Uint8Array, mode?: number): void {
	const place = endOfLinks(target);
	const draft = draftName(dirname(place));
	try {
		writeFileSync(draft, content, { flag: "wx", mode: mode ?? 0o666 });
		moveOver(draft, place, mode);
	} catch (error) {
		rmSync(draft, { force: true });
		// Node names the path only where a file is opened.
		throw Object.assign(error as Error, { path: draft });
	}
}

/**
 * Returns a random name for a temporary file in a folder. It must be created exclusively, so it need not be a secret:
 * `crypto` takes two milliseconds to load.
 */
export function draftName(folder: string): string {
	return join(folder, `.hub-${process.pid}-${Math.random().toString(36).slice(2)}.part`);
}

/** Writes a file that only its owner may read, and makes the folders above it. */
export function replacePrivateFile(path: string, content: string): void {
	makeFolder(dirname(path), 0o700);
	replaceFile(path, content, 0o600);
}

/**
 * Creates a folder and its parents, with `mode` for the new ones.
 *
 * Node's own `recursive` never returns if the file system rejects folders with ENOENT, as `/proc` does.
 * @throws the error of the system if a folder cannot be created, or something else has its name.
 */
export function makeFolder(path: string, mode?: number): void {
	try {
		mkdirSync(path, { mode });
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
		const parent = dirname(path);
		if (code !== "ENOENT" || parent === path || statSync(parent, { throwIfNoEntry: false })) throw error;
		makeFolder(parent, mode);
		makeFolder(path, mode);
	}
}

/** Returns a path itself, or the nearest of the folders above it that exists. */
export function nearestExisting(path: string): string {
	const parent = dirname(path);
	return parent === path || statSync(path, { throwIfNoEntry: false }) ? path : nearestExisting(parent);
}

/** Moves a draft to its place. It takes owner and mode of the file that it replaces, unless `mode` is given. */
export function moveOver(draft: string, place: string, mode?: number): void {
	const old = statSync(place, { throwIfNoEntry: false });
	if (old) {
		try {
			chownSync(draft, old.uid, old.gid);
		} catch {
			// Only root may change the owner of files.
		}
		chmodSync(draft, mode ?? old.mode & 0o7777);
	}
	renameOver(draft, place);
}

/** Retries on Windows: less than two seconds in total. */
const RETRIES = 7;

/**
 * Renames a file, over another one too. On Windows that fails while another program has the other one open, often for
 * moments only, as virus scanners do.
 */
export function renameOver(
	draft: string,
	place: string,
	platform: NodeJS.Platform = process.platform,
	rename: typeof renameSync = renameSync,
): void {
	for (let failures = 1; platform === "win32" && failures <= RETRIES; failures++) {
		try {
			rename(draft, place);
			return;
		} catch (error) {
			if (!/^(?:EPERM|EACCES|EBUSY)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, backoff("file", failures));
		}
	}
	rename(draft, place);
}

/** Maximum consecutive links, as on Linux. */
const MAX_LINKS = 40;

/** Returns the file that a path resolves to, whether it exists or not: a link to a missing file resolves to its target. */
export function endOfLinks(path: string): string {
	let current = path;
	for (let count = 0; count < MAX_LINKS; count++) {
		let next: string;
		try {
			next = readlinkSync(current);
		} catch {
			return current;
		}
		current = resolve(realpathSync(dirname(current)), next);
	}
	throw Object.assign(new Error("Too many links"), { code: "ELOOP", syscall: "readlink", path });
}
