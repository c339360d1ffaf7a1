import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findErrorLine } from "../../../src/cli/mcp/server-error.ts";
import { createHome } from "../../helpers/session.ts";

/** What programs print when they fail, and the line of it that says why. */
const TEXTS: readonly [program: string, text: string, reason: string][] = [
	[
		"node",
		`node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module '/srv/server.mjs'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2
`,
		"Error: Cannot find module '/srv/server.mjs'",
	],
	[
		"node with the line of code",
		`/srv/server.cjs:3
throw new TypeError("DATABASE_URL is not set");
^

TypeError: DATABASE_URL is not set
    at Object.<anonymous> (/srv/server.cjs:3:7)

Node.js v22.1.0`,
		"TypeError: DATABASE_URL is not set",
	],
	[
		"python",
		`Traceback (most recent call last):
  File "/srv/server.py", line 3, in <module>
    raise RuntimeError("no " + missing)
RuntimeError: no configuration
`,
		"RuntimeError: no configuration",
	],
	[
		"npx",
		`npm error code E404
npm error 404 Not Found - GET https://registry.npmjs.org/@scope%2fserver - Not found
npm error 404
npm error 404  The requested resource could not be found or you do not have permission to access it.
npm error A complete log of this run can be found in: /home/me/.npm/_logs/debug-0.log
`,
		"npm error 404 Not Found - GET https://registry.npmjs.org/@scope%2fserver - Not found",
	],
	[
		"go",
		`panic: open config.yaml: no such file or directory

goroutine 1 [running]:
exit status 2
`,
		"panic: open config.yaml: no such file or directory",
	],
	["a program that says it first", "Starting on port 0\nFatal: the port is taken\nBye.\n", "Fatal: the port is taken"],
	["a program in its own words", "Reading the settings\nPlease sign in first.\n", "Please sign in first."],
	["a silent program", "", ""],
];

describe("a server that fails at its start", () => {
	it.each(TEXTS)("shows the error of %s", (_, text, reason) => expect(findErrorLine(text)).toBe(reason));

	it("is named with it, and with how it ended", async () => {
		const home = createHome();
		onTestFinished(() => home.remove());
		writeFileSync(join(home.folder, "server.cjs"), 'throw new TypeError("DATABASE_URL is not set");');
		const node = process.execPath;
		const run = async (server: string) =>
			(await home.run(`hub infer -t chat --sandbox --mcp "${server}" hi`)).stderr.split("\n")[0];
		expect(await run(`${node} server.cjs`)).toMatch(
			/^The server \S+ has no tools for this run: it ended with exit code 1: TypeError: DATABASE_URL is not set$/,
		);
		expect(await run(`${node} missing.mjs`)).toMatch(/exit code 1: Error: Cannot find module '.*missing.mjs'$/);
		expect(await run(`${node} -e 'process.exit(3)'`)).toMatch(/for this run: it ended with exit code 3$/);
	});
});
