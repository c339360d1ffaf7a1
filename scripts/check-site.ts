/**
 * Checks the types of `site/`, a package of its own whose packages `npm ci` in the root does not install: here they are
 * installed on first use. Without a network the check is left out, and says so.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function run(command: string, ...args: string[]): boolean {
	return spawnSync(command, args, { cwd: root, stdio: "inherit" }).status === 0;
}

const isInstalled =
	existsSync(`${root}site/node_modules/typedoc`) ||
	run("npm", "ci", "--prefix", "site", "--ignore-scripts", "--silent");
if (isInstalled)
	process.exitCode = run("node", "node_modules/typescript/bin/tsc", "-p", "site/tsconfig.json", "--singleThreaded")
		? 0
		: 1;
else console.error("The types of site/ are not checked: its packages cannot be installed.");
