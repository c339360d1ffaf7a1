import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { readChangelog, readReleaseNotes } from "../scripts/release/changelog.ts";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

describe("the changelog", () => {
	it("is a section of the changelog, or the next one is", () => {
		const sections = readChangelog(read("CHANGELOG.md"));
		expect(sections.length).toBeGreaterThan(0);
		expect([manifest.version, "Unreleased"]).toContain(sections[0]?.version);
		for (const section of sections.slice(sections[0]?.version === "Unreleased" ? 1 : 0)) {
			expect(section.version).toMatch(/^\d+\.\d+\.\d+$/);
			expect(section.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
		}
		expect(readReleaseNotes(read("CHANGELOG.md"), manifest.version).length).toBeGreaterThan(100);
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
