import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Whether a program is installed here. */
export function isInstalled(program: string): boolean {
	return findOnPath(program) !== undefined;
}

/** Whether a Python has a package; found, not loaded, which takes up to half a second. */
export function hasPythonPackages(python: string, names: readonly string[]): boolean {
	const program = "import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))";
	return spawnSync(python, ["-c", program, ...names]).status === 0;
}

/** Returns the path of a program: what the environment variable names, else the first on `PATH`. */
export function findProgram(variable: string, command: string): string | undefined {
	return process.env[variable] || findOnPath(command);
}

function findOnPath(program: string): string | undefined {
	const folders = (process.env["PATH"] ?? "").split(delimiter);
	return folders.map((folder) => join(folder, program)).find(existsSync);
}

/** Whether npm reaches its registry, for tests that install packages into a folder of their own. */
export function isRegistryReached(): boolean {
	return (
		spawnSync("npm", ["ping"], { stdio: "ignore", timeout: 20_000, shell: process.platform === "win32" }).status === 0
	);
}
