import { statSync } from "node:fs";
import { Draft } from "./draft.ts";

/** A lock that this process must hold while it writes. */
interface Held {
	/** @throws if another process holds it by now */
	assertHeld(): void;
}

/** Writes to a file that replaces another when it is complete. */
interface AtomicFile {
	write(bytes: string | Uint8Array): void;
	/** Puts the file in its place. */
	commit(): void;
	/** Keeps the old file, unless the new one is in its place. */
	discard(): void;
}

const BUFFER = 256 * 1024;

/**
 * Opens a file that replaces `path` at its end; a link keeps its target, and the file its mode.
 * @param lock that of the output, without which nothing is replaced; undefined for what belongs to one row
 */
export function openAtomic(path: string, lock: Held | undefined, draft: Draft = replacing(path)): AtomicFile {
	let chunks: Buffer[] = [];
	let size = 0;
	const flush = (): void => {
		draft.write(Buffer.concat(chunks));
		chunks = [];
		size = 0;
	};
	return {
		write: (bytes) => {
			const chunk = Buffer.from(bytes as Uint8Array);
			chunks.push(chunk);
			size += chunk.length;
			if (size >= BUFFER) flush();
		},
		commit: () => {
			flush();
			draft.sync();
			lock?.assertHeld();
			draft.publish(path, true);
		},
		discard: () => draft.discard(),
	};
}

/** A file that only its owner may read is private from the beginning, not only in its place. */
function replacing(path: string): Draft {
	const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o666;
	return Draft.replacing(path, (mode & 0o077) === 0 ? mode & 0o777 : undefined);
}

/** Replaces a file by what is written; if the work fails, the old one stays. */
export function replaceWhole<Result>(
	path: string,
	lock: Held | undefined,
	work: (write: AtomicFile["write"]) => Result,
	draft?: Draft,
): Result {
	const file = openAtomic(path, lock, draft);
	try {
		const result = work(file.write);
		file.commit();
		return result;
	} finally {
		file.discard();
	}
}
