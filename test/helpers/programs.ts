import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Whether a program is installed here. */
export function isInstalled(program: string): boolean {
	try {
		execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

/** Returns the path of a program: what the environment variable names, else the first on `PATH`. */
export function findProgram(variable: string, command: string): string | undefined {
	const folders = (process.env["PATH"] ?? "").split(delimiter);
	return process.env[variable] || folders.map((folder) => join(folder, command)).find(existsSync);
}
