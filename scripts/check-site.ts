/**
 * Checks the types of `site/`, a package of its own: where its packages are installed. Its build checks them too, so a
 * test of this package needs neither them nor a network.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

if (existsSync(`${root}site/node_modules/typedoc`)) {
	const args = ["node_modules/typescript/bin/tsc", "-p", "site/tsconfig.json", "--singleThreaded"];
	process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
} else {
	console.error("The types of site/ are checked by its build: its packages are not installed here.");
}
