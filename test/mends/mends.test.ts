import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LIBRARY } from "./library.ts";
import { locateTest, type Proof, sourceOf } from "./proof.ts";
import { TEMPLATES } from "./templates.ts";
import { TERMINAL } from "./terminal.ts";

/**
 * Each line of the three pages of mends has a test, and each test a fault of the source that makes it fail, which
 * `mends.long.ts` shows. Here: that no line and no test is lost, and that each fault can still be brought back.
 */

const root = fileURLToPath(new URL("../..", import.meta.url));

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

describe.each([
	["terminal", TERMINAL, 22, []],
	["library", LIBRARY, 14, [12]],
	["templates", TEMPLATES, 11, [10]],
] as const)("mend-%s.md", (_, proofs: readonly Proof[], last, measured: readonly number[]) => {
	it("has a proof for each line", () => {
		const lines = Array.from({ length: last }, (_line, index) => index + 1).filter((line) => !measured.includes(line));
		expect(proofs.map(({ line }) => line)).toEqual(expect.arrayContaining(lines));
	});

	it.each(proofs)("$line: $test exists", (proof) => {
		const { file, title } = locateTest(proof);
		const session = /^sessions (.*)/.exec(title)?.[1];
		if (session !== undefined) expect(existsSync(`${root}test/fixtures/sessions/${session}.txt`)).toBe(true);
		else expect(readFileSync(`${root}test/${file}`, "utf8")).toMatch(new RegExp(`["\`]${escapePattern(title)}`));
	});

	it.each(proofs)("$line: the fault for $test matches the source", (proof) => {
		const source = readFileSync(root + sourceOf(proof), "utf8");
		expect(source.split(proof.fault.find), sourceOf(proof)).toHaveLength(2);
	});
});
