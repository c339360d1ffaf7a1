import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { builtFile } from "./helpers/built.ts";
import { runHub } from "./helpers/in-process.ts";
import { runProcess } from "./helpers/run-process.ts";

const hub = builtFile("bin/hub.js");
const cwd = mkdtempSync(join(tmpdir(), "hub-texts-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const RECORDS = {
	"unknown.json": { id: "a/b", library_name: "transformers", tags: [] },
	"table.json": { id: "a/b", library_name: "sap-rpt-1-oss", tags: ["tabular-regression"] },
};
for (const [name, record] of Object.entries(RECORDS)) writeFileSync(join(cwd, name), JSON.stringify(record));

/** Command lines that print texts of the catalogue, and a text that is not ASCII, where one is certain. */
const LINES: [line: string, text?: string][] = [
	["snippet --model-file unknown.json", "⚠️"],
	["snippet --model-file table.json --json", "R²"],
	["tasks"],
	["tasks --json"],
	["tasks translation"],
	["tasks text-to-image --json"],
	["libraries"],
	["libraries --json"],
	["providers"],
	["infer --help"],
	["infer -t chat -m openai/gpt-oss-120b --dry-run Привет", "Привет"],
];

/** Reading built code under another encoding than it was written in breaks such texts; the sources would not show it. */
describe("the built command prints the same texts as the sources", () => {
	it.each(LINES)("hub %s", async (line, text = "") => {
		const env = { PATH: process.env["PATH"] ?? "", HOME: cwd, HUB_CONFIG_DIR: cwd, HUB_CACHE_DIR: cwd };
		const expected = await runHub(line.split(" "), { cwd, env, stdin: { kind: "none" } });
		expect(expected.code).toBe(0);
		expect(expected.stdout.toString()).toContain(text);
		const built = await runProcess(process.execPath, [hub, ...line.split(" ")], { cwd, env });
		expect(built.stdout.toString()).toBe(expected.stdout.toString());
		expect(built.code).toBe(0);
	});
});
