import fs, { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { takeLock } from "../../../src/node-journal.ts";

/** Lets another process act while a file is created and nothing is written to it yet. */
function whileEmpty(act: () => void): void {
	const { writeFileSync } = fs;
	const restore = (): void => {
		fs.writeFileSync = writeFileSync;
		syncBuiltinESMExports();
	};
	fs.writeFileSync = (path, text) => {
		restore();
		writeFileSync(path, "", { flag: "wx" });
		act();
		writeFileSync(path, text, { flag: "r+" });
	};
	syncBuiltinESMExports();
	onTestFinished(restore);
}

it("of two processes that take a lock at one moment, one has it", () => {
	const folder = mkdtempSync(join(tmpdir(), "hub-lock-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const path = join(folder, "out.jsonl");
	const releases: (() => void)[] = [];
	whileEmpty(() => releases.push(takeLock(path)));
	expect(() => releases.push(takeLock(path))).toThrow(`(process ${process.pid} on`);
	expect(releases).toHaveLength(1);
	expect(JSON.parse(readFileSync(`${path}.lock`, "utf8"))).toMatchObject({ pid: process.pid });
	releases[0]?.();
	expect(existsSync(`${path}.lock`)).toBe(false);
});
