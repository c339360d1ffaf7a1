import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "../../scripts/build/inputs.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let failure: Error | undefined;
let isReady = false;

/**
 * Returns the path of a file of the build, such as `bin/hub.js` or `dist/lib/index.js`. Builds first if a source has
 * changed, so a test never meets yesterday's build, and a test that runs the sources waits for none. Workers that ask
 * at once build once. With `HUB_TEST_UNBUILT` the present build is used, whatever it was built from.
 * @param name from the root of the package; by default the package itself, for tests that import or pack it
 * @throws Error if the sources cannot be built
 */
export function builtFile(name = "."): string {
	if (failure) throw failure;
	if (!isReady) build();
	return join(root, name);
}

/** Waits: so it can be called where a test file names its paths, and is not part of the time a test may take. */
function build(): void {
	try {
		if (!process.env["HUB_TEST_UNBUILT"] && !isBuilt(root)) {
			const args = ["--import", "tsx", "scripts/build.ts", "--for-tests"];
			execFileSync(process.execPath, args, { cwd: root, stdio: "pipe", encoding: "utf8" });
		}
		isReady = true;
	} catch (error) {
		// One build that fails is enough for all files of a worker.
		const { message } = error as Error;
		failure = new Error(`The tests of the built command need a build (npm run build), which failed:\n${message}`);
		throw failure;
	}
}
