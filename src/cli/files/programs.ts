import { spawnSync } from "node:child_process";
import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the ids of all processes whose environment has a variable with a value; none where that cannot be seen. */
export function listProcesses(variable: string): number[] {
	if (process.platform !== "linux") {
		const { stdout } = spawnSync("ps", ["-axEww", "-o", "pid=,command="], { encoding: "utf8", maxBuffer: 2 ** 26 });
		const lines = (stdout ?? "").split("\n").filter((line) => line.includes(variable));
		return lines.map((line) => Number.parseInt(line, 10)).filter((id) => id > 0);
	}
	return readdirSync("/proc")
		.filter((id) => /^\d+$/.test(id) && readEnvironment(id).includes(variable))
		.map(Number);
}

function readEnvironment(id: string): string[] {
	try {
		return readFileSync(`/proc/${id}/environ`, "utf8").split("\0");
	} catch {
		// It has ended, or belongs to another user.
		return [];
	}
}

/** Ends a process at once; a negative id is a group. */
export function endProcess(id: number, signal: NodeJS.Signals = "SIGKILL"): void {
	try {
		process.kill(id, signal);
	} catch {
		// It has ended.
	}
}

/** Returns the path of a program; undefined if it is not installed. */
export function findProgram(
	name: string,
	{ env }: { env: Readonly<Record<string, string | undefined>> },
): string | undefined {
	const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
	for (const folder of (env["PATH"] ?? "").split(delimiter)) {
		for (const ending of endings) {
			const path = join(folder || ".", name + ending);
			try {
				accessSync(path, constants.X_OK);
				return path;
			} catch {
				// Not in this folder.
			}
		}
	}
	return undefined;
}
