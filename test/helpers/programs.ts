import { execFileSync } from "node:child_process";

/** Whether a program is installed here. */
export function isInstalled(program: string): boolean {
	try {
		execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}
