import { statSync } from "node:fs";
import { Draft } from "../../../files/draft.ts";

/** Writes to a file that replaces another when it is complete. */
export interface AtomicFile {
	write(bytes: string | Uint8Array): void;
	/** Puts the file in its place. */
	commit(): void;
	/** Keeps the old file unchanged. */
	discard(): void;
}

const BUFFER = 256 * 1024;

/** Opens a file that replaces `path` at its end; a link keeps its target, and the file its mode. */
export function openAtomic(path: string, draft: Draft = replacing(path)): AtomicFile {
	let chunks: Buffer[] = [];
	let size = 0;
	const flush = (): void => {
		draft.write(Buffer.concat(chunks));
		chunks = [];
		size = 0;
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
			draft.sync();
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
export function replaceWhole(path: string, work: (write: AtomicFile["write"]) => void, draft?: Draft): void {
	const file = openAtomic(path, draft);
	try {
		work((bytes) => file.write(bytes));
		file.commit();
	} catch (error) {
		file.discard();
		throw error;
	}
}
