import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** A file system in memory: thousands of small files cost a tenth of the system time they take on a disk. */
const MEMORY = "/dev/shm";
const NEEDED_BYTES = 2 ** 30;

/**
 * Gives the tests, and the programs they start, a folder for temporary files, in memory where the machine has room,
 * and a `python3` without a version manager in front, which starts some twenty shells each time.
 * @returns removes the folder with all that tests left in it
 */
export default function setup(): () => void {
	const folder = makeFolder();
	const before = process.env["TMPDIR"];
	// tsx keeps what it compiled there.
	const compiled = `tsx-${process.getuid?.() ?? ""}`;
	mkdirSync(join(tmpdir(), compiled), { recursive: true });
	symlinkSync(join(tmpdir(), compiled), join(folder, compiled));
	process.env["TMPDIR"] = folder;
	const python = findPython();
	if (python) process.env["PATH"] = [dirname(python), process.env["PATH"]].join(delimiter);
	const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	// A run that is stopped tears nothing down.
	process.once("exit", remove);
	return () => {
		if (before === undefined) delete process.env["TMPDIR"];
		else process.env["TMPDIR"] = before;
		process.off("exit", remove);
		remove();
	};
}

function makeFolder(): string {
	try {
		const { bavail, bsize } = statfsSync(MEMORY);
		if (bavail * bsize >= NEEDED_BYTES) {
			const folder = mkdtempSync(join(MEMORY, "hub-tests-"));
			if (canExecute(folder)) return folder;
			rmSync(folder, { recursive: true });
		}
	} catch {
		// No such folder, or not ours to write: macOS, Windows, some containers.
	}
	return mkdtempSync(join(tmpdir(), "hub-tests-"));
}

/** Whether programs may run from the folder: containers often mount shared memory without. */
function canExecute(folder: string): boolean {
	const file = join(folder, "program");
	writeFileSync(file, "#!/bin/sh\n", { mode: 0o755 });
	try {
		execFileSync(file);
		return true;
	} catch {
		return false;
	} finally {
		rmSync(file);
	}
}

function findPython(): string | undefined {
	try {
		const args = ["-c", "import sys; print(sys.executable)"];
		return execFileSync("python3", args, { encoding: "utf8", stdio: "pipe" }).trim() || undefined;
	} catch {
		return undefined;
	}
}
