import { accessSync, constants, statSync } from "node:fs";
import { dirname, win32 } from "node:path";
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
	checkRoom(new Draft(folder));
}

/**
 * Checks that a block can be written to a new draft, which is removed.
 * @throws the system's error
 */
export function checkRoom(draft: Draft): void {
	try {
		draft.write(BLOCK);
	} finally {
		draft.discard();
	}
}

/** Names of devices on Windows: a file cannot have them, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])$/i;

/** Why a file cannot have a name on a platform; undefined if it can. `NUL` may be written to, like /dev/null. */
export function nameProblem(path: string, platform: NodeJS.Platform): string | undefined {
	if (platform !== "win32") return undefined;
	const name = win32.basename(path);
	const stem = (name.split(".")[0] ?? "").trimEnd();
	if (DEVICE.test(stem) && !/^nul$/i.test(name)) return `${stem.toUpperCase()} is the name of a device on Windows`;
	if (/[<>:"|?*]/.test(name)) return `a name on Windows cannot have ${/[<>:"|?*]/.exec(name)?.[0]}`;
	return /[ .]$/.test(name) && !/^\.{1,2}$/.test(name) ? "a name on Windows cannot end in a space or a dot" : undefined;
}
