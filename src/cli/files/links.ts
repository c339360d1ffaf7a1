import { statSync } from "node:fs";

/** Whether a path names an open descriptor of this process, such as `/dev/fd/63` of a shell's `<(…)`. */
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
