import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { updateProviders } from "../scripts/readme-providers.ts";
import { createHome } from "./helpers/session.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const readme = read("README.md");

describe("the README", () => {
	const home = createHome();
	afterAll(() => home.remove());
	const block = /```console\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
	const lines = block.split("\n").filter((line) => line.startsWith("$ "));

	// One after the other: some use the files others have written.
	it.each(lines.map((line) => line.slice(2)))("has a working example: %s", async (line) => {
		const outcome = await home.run(line);
		expect(outcome.code, outcome.stderr).toBe(0);
		expect(outcome.stdout + outcome.stderr).not.toBe("");
	});

	it("has examples", () => {
		expect(lines.length).toBeGreaterThan(3);
	});

	it("contains the two set-up commands", () => {
		expect(readme).toContain(
			'npm ci && node bin/hub.js infer --task chat --provider sandbox "Explain attention in one sentence"\n',
		);
		expect(readme).toContain("npm ci && npm test\n");
	});

	it("lists all providers (npx tsx scripts/readme-providers.ts)", () => {
		expect(readme).toMatch(/<!-- providers: [^>]* -->\nA Hugging Face token reaches \d+: /);
		expect(updateProviders(readme)).toBe(readme);
	});
});

describe("links", () => {
	it.each([
		"README.md",
		"CONTRIBUTING.md",
		"docs/architecture.md",
		"docs/decisions/README.md",
		"COMPATIBILITY.md",
		"CHANGELOG.md",
	])("in %s point to existing files", (name) => {
		const targets = [...read(name).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) => target);
		const missing = targets.filter(
			(target) => !/^https?:/.test(target) && !existsSync(join(root, dirname(name), target)),
		);
		expect(missing).toEqual([]);
	});
});
