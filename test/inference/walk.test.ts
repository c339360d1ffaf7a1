import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Files of the library on the way of an image, and functions in them; see docs/architecture.md. */
const MOST = { files: 20, functions: 64 };

it("an image runs no more files and functions of the library", () => {
	const tsx = ["--import", "tsx", "scripts/count-walk.ts", "library", "textToImage"];
	const walk = execFileSync(process.execPath, tsx, {
		cwd: fileURLToPath(new URL("../..", import.meta.url)),
		encoding: "utf8",
		stdio: ["ignore", "pipe", "inherit"],
	});
	const [, files, functions] = /(\d+) files, (\d+) functions\s*$/.exec(walk) ?? [];
	expect(Number(files), walk).toBeLessThanOrEqual(MOST.files);
	expect(Number(functions), walk).toBeLessThanOrEqual(MOST.functions);
});
