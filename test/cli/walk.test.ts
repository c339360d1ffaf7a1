import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Files of the command on the way of a plain, unattended chat, and functions in them; see docs/architecture.md. */
const MOST = { files: 20, functions: 55 };

it("a plain chat runs no more files and functions of the command", () => {
	const root = fileURLToPath(new URL("../..", import.meta.url));
	const chat = ["infer", "-t", "chat", "-p", "together", "--sandbox", "hello"];
	const tsx = ["--import", "tsx", "scripts/count-walk.ts", ...chat];
	const walk = execFileSync(process.execPath, tsx, {
		cwd: root,
		encoding: "utf8",
		env: { ...process.env, CI: "true" },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const [, files, functions] = /(\d+) files, (\d+) functions\s*$/.exec(walk) ?? [];
	expect(Number(files), walk).toBeLessThanOrEqual(MOST.files);
	expect(Number(functions), walk).toBeLessThanOrEqual(MOST.functions);
});
