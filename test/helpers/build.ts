import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isBuilt } from "../../scripts/build/inputs.ts";

/**
 * Tests that start the real command must meet the present sources, not yesterday's build. `HUB_TEST_UNBUILT` spares the
 * build for tests that run the sources.
 */
export default async function setup(): Promise<void> {
	const root = fileURLToPath(new URL("../..", import.meta.url));
	if (process.env["HUB_TEST_UNBUILT"] || (await isBuilt(root))) return;
	execFileSync(process.execPath, ["--import", "tsx", "scripts/build.ts"], { cwd: root, stdio: "inherit" });
}
