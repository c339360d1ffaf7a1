import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { Draft } from "./draft.ts";
import { isWrittenTo } from "./read-bounded.ts";
import { endOfLinks, nearestExisting } from "./replace-file.ts";

/** A disk without room for one block has no room for a result. */
const BLOCK = new Uint8Array(4096);

/**
 * Checks that a file, or a folder with its files, can be written at a path, before anything is paid for: a block is
 * written into the folder and removed. For a path that does not exist yet, the nearest existing parent is checked.
 * @throws the system's error: no permission, a read-only or full disk, a file in place of a folder
 */
export function checkWritable(path: string, kind: "file" | "folder"): void {
	if (kind === "file" && statSync(path, { throwIfNoEntry: false })) {
		accessSync(path, constants.W_OK);
		if (isWrittenTo(path)) return;
	}
	const folder = nearestExisting(kind === "folder" ? path : dirname(endOfLinks(path)));
	const draft = new Draft(folder);
	try {
		draft.write(BLOCK);
	} finally {
		draft.discard();
	}
}
