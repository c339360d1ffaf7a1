import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { renderManualPages } from "../scripts/build/man.ts";
import { VISIBLE_COMMANDS } from "../src/cli/commands.ts";
import { isInstalled } from "./helpers/programs.ts";

const folder = mkdtempSync(join(tmpdir(), "hub-man-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the manual pages", async () => {
	const pages = await renderManualPages();

	it("are one for hub, and one for each command, with its options and examples", () => {
		expect([...pages.keys()].sort()).toEqual(["hub.1", ...VISIBLE_COMMANDS.map(({ name }) => `hub-${name}.1`)].sort());
		expect(pages.get("hub-infer.1")).toContain("\\-\\-max\\-tokens");
		expect(pages.get("hub-login.1")).toContain("hub login \\-\\-token\\-stdin < token.txt");
		for (const [name, text] of pages) {
			expect(text.split("\n").filter((line) => /^\.(?:SH|TH)/.test(line)).length, name).toBeGreaterThan(3);
			expect(
				text.split("\n").filter((line) => /^[.'](?!TH|SH|TP|B|BR|I|br|nf|fi)/.test(line)),
				name,
			).toEqual([]);
		}
	});

	it.skipIf(!isInstalled("man"))("are read by man without a warning", () => {
		for (const [name, text] of pages) {
			writeFileSync(join(folder, name), text);
			const { stderr, stdout } = spawnSync("man", ["--warnings", "-l", join(folder, name)], {
				encoding: "utf8",
				env: { ...process.env, MANWIDTH: "100", MANPAGER: "cat" },
			});
			expect(stderr, name).toBe("");
			expect(stdout, name).toContain("SYNOPSIS");
		}
	});
});
