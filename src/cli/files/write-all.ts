import { writeSync } from "node:fs";

/**
 * Writes all bytes to an open file. A nearly full disk accepts a part of them without an error, and refuses the rest.
 * @throws the error of the system, such as ENOSPC
 */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
	for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
