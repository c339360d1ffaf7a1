import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Writes to a file that takes the place of another when it is whole. */
export interface AtomicFile {
	write(bytes: string | Uint8Array): void;
	/** Puts the file in its place. */
	commit(): void;
	/** Leaves the old one as it is. */
	discard(): void;
}

const BUFFER = 256 * 1024;

/** Opens a file that replaces `path` at its end, with the same mode. */
export function openAtomic(path: string): AtomicFile {
	const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.part`);
	const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o666;
	const file = openSync(temporary, "wx", mode);
	let chunks: Buffer[] = [];
	let size = 0;
	const flush = (): void => {
		const bytes = Buffer.concat(chunks);
		chunks = [];
		size = 0;
		for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
	};
	return {
		write: (bytes) => {
			const chunk = typeof bytes === "string" ? Buffer.from(bytes) : Buffer.from(bytes);
			chunks.push(chunk);
			size += chunk.length;
			if (size >= BUFFER) flush();
		},
		commit: () => {
			flush();
			fsyncSync(file);
			closeSync(file);
			renameSync(temporary, path);
		},
		discard: () => {
			closeSync(file);
			rmSync(temporary, { force: true });
		},
	};
}

/** Replaces a file by a text, as a whole. */
export function writeWhole(path: string, text: string): void {
	const file = openAtomic(path);
	try {
		file.write(text);
		file.commit();
	} catch (error) {
		file.discard();
		throw error;
	}
}
