import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Most files and functions that a plain call runs; see docs/architecture.md. */
it.each([
	["a chat through the command", ["infer", "-t", "chat", "-p", "together", "--sandbox", "hello"], 26, 82],
	["an image through the library", ["library", "textToImage"], 20, 64],
])("%s takes no longer a walk", (_, call, mostFiles, mostFunctions) => {
	const root = fileURLToPath(new URL("../..", import.meta.url));
	const walk = execFileSync(process.execPath, ["--import", "tsx", "scripts/count-walk.ts", ...call], {
		cwd: root,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "inherit"],
	});
	const [, files, functions] = /(\d+) files, (\d+) functions\s*$/.exec(walk) ?? [];
	expect(Number(files), walk).toBeLessThanOrEqual(mostFiles);
	expect(Number(functions), walk).toBeLessThanOrEqual(mostFunctions);
});
