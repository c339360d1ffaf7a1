import { createHash } from "node:crypto";
import { dirname, join, relative } from "node:path";
import { findExtension } from "../../../../base/media-type.ts";
import { makeFolder } from "../../../files/replace-file.ts";
import { replaceWhole } from "../journal/atomic.ts";

const MAX_BYTES = 200;

/**
 * A file name for an id: safe on every system, and no other id's, even if case is ignored. Ids that are such names
 * already stay as they are.
 */
function safeName(id: string, extension: string): string {
	const safe = id
		.toLowerCase()
		.replace(/[^a-z0-9._-]+/g, "_")
		.replace(/^[.-]+/, "_");
	const ending = `.${extension}`;
	const isItself = safe === id && safe.length + ending.length <= MAX_BYTES && !/[._]$/.test(safe) && safe !== "";
	const hash = createHash("sha256").update(id).digest("hex").slice(0, 12);
	const name = isItself ? safe : `${safe.slice(0, MAX_BYTES - ending.length - 13)}-${hash}`;
	return `${name}${ending}`;
}

/** Saves an output that is a file, and returns the value for its line. */
export async function saveBlob(
	blob: Blob,
	id: string,
	folder: string,
	output: string | undefined,
): Promise<{ file: string; type: string; size: number }> {
	makeFolder(folder);
	const path = join(folder, safeName(id, findExtension(blob.type)));
	const bytes = new Uint8Array(await blob.arrayBuffer());
	replaceWhole(path, (write) => write(bytes));
	const shown = output === undefined ? path : relative(dirname(output), path);
	return { file: shown.replaceAll("\\", "/"), type: blob.type, size: blob.size };
}
