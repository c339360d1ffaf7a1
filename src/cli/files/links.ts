import { readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40;

/** The file a path leads to, whether it is there or not: a link to a file that is missing leads to its place. */
export function endOfLinks(path: string): string {
	let current = path;
	for (let count = 0; count < MAX_LINKS; count++) {
		const next = readLink(current);
		if (next === undefined) return current;
		current = resolve(realpathSync(dirname(current)), next);
	}
	throw Object.assign(new Error("Too many links"), { code: "ELOOP", syscall: "readlink", path });
}

function readLink(path: string): string | undefined {
	try {
		return readlinkSync(path);
	} catch {
		return undefined;
	}
}

/** Whether a path names what this process has open, such as `/dev/fd/63` of a shell's `<(…)`. */
export function isDescriptor(path: string): boolean {
	return /^\/(dev\/(fd\/|std)|proc\/)/.test(path);
}

/**
 * Whether a path is written to and never replaced: a device, a FIFO, or a descriptor of this process such as
 * `/dev/stdout`.
 */
export function isWrittenTo(path: string): boolean {
	const stat = statSync(path, { throwIfNoEntry: false });
	if (stat === undefined || stat.isDirectory()) return false;
	return !stat.isFile() || isDescriptor(path);
}
