import { getAsset } from "node:sea";
import { compileFunction } from "node:vm";
import { version } from "../../src/base/version.ts";

/**
 * The main file of a single executable (`executable.ts` builds it): it answers `--version` at once, and compiles the
 * command, another file of the executable, for everything else.
 */
const [, , first, second] = process.argv;
if (second === undefined && (first === "--version" || first === "-V")) process.stdout.write(`${version}\n`);
else {
	const filename = process.execPath;
	const names = ["require", "__filename", "__dirname"];
	const run = compileFunction(getAsset("hub.cjs", "utf8"), names, { filename });
	// Node gives the main file a `require` for its own modules, which is all that the command needs.
	run(require, filename, filename);
}
