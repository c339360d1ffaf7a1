import { openAsBlob } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import type { StoreFile } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { Draft } from "../files/draft.ts";
import { FolderReplaced, HeldFolder } from "../files/held-folder.ts";
import { isWrittenTo } from "../files/read-bounded.ts";
import { nearestExisting } from "../files/replace-file.ts";
import { keepDraft } from "../files/save-blob.ts";

/** Bytes that stay in memory; larger files go to disk as they arrive. */
const IN_MEMORY = 32 * 2 ** 20;

/**
 * Stores the files of a response: small ones in memory, large ones in a draft in the output folder, or in a temporary
 * file if they are printed. Unsaved drafts are removed.
 * @param output of `-o`, or the folder that the files are saved in
 */
export function createFileStore(output: HeldFolder | string | undefined, context: Context): StoreFile {
	return async (body, { type }) => {
		let chunks: Uint8Array<ArrayBuffer>[] = [];
		let total = 0;
		let draft: Draft | undefined;
		/** Writes bytes to the disk; if the output folder is full, all of them move to the temporary folder. */
		const store = (bytes: Uint8Array, before: number): void => {
			try {
				draft?.write(bytes);
			} catch (error) {
				if (!draft || dirname(draft.path) === tmpdir()) throw error;
				const full = draft;
				draft = new Draft(tmpdir());
				draft.copyFrom(full, before);
				full.discard();
				draft.write(bytes);
			}
		};
		try {
			for await (const chunk of body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
				const before = total;
				total += chunk.length;
				if (draft === undefined && total > IN_MEMORY) {
					if (output instanceof HeldFolder) draft = openIn(output);
					else draft = new Draft(findFolder(output, context));
					context.defer(() => draft?.discard());
					let written = 0;
					for (const earlier of chunks) {
						store(earlier, written);
						written += earlier.length;
					}
					chunks = [];
				}
				if (draft) store(chunk, before);
				else chunks.push(chunk);
			}
		} catch (error) {
			draft?.discard();
			throw error;
		}
		if (!draft) return new Blob(chunks, { type });
		draft.close();
		const blob = await openAsBlob(draft.path, { type });
		keepDraft(blob, draft);
		return blob;
	};
}

/** If a link has taken the folder's place, the file goes to the temporary folder. */
function openIn(folder: HeldFolder): Draft {
	try {
		return folder.draft();
	} catch (error) {
		if (error instanceof FolderReplaced) return new Draft(tmpdir());
		throw error;
	}
}

/** Returns the folder of the file, or its nearest existing parent. */
function findFolder(output: string | undefined, { cwd, stdout, flags }: Context): string {
	if (output === "-" || (output === undefined && (!stdout.isTTY || flags.json))) return tmpdir();
	const path = resolve(cwd, output ?? "file");
	if (isWrittenTo(path)) return tmpdir();
	return nearestExisting(dirname(path));
}
