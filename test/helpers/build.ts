import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Tests that start the real command must meet the present sources, not yesterday's build. */
export default function setup(): void {
	const root = fileURLToPath(new URL("../..", import.meta.url));
	execFileSync(process.execPath, ["--import", "tsx", "scripts/build.ts"], {
		cwd: root,
		stdio: "inherit",
	});
}
