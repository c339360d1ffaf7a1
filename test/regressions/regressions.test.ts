import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LIBRARY } from "./library.ts";
import { locateTest, type Proof, sourceOf } from "./proof.ts";
import { SURVIVORS } from "./survivors.ts";
import { TEMPLATES } from "./templates.ts";
import { TERMINAL } from "./terminal.ts";

/**
 * Each fault that was mended has a test, and a change of the source that brings it back and makes the test fail, which
 * `regressions.long.ts` shows. Here: that no behaviour and no test is lost, and that each fault can still be brought back.
 */

const root = fileURLToPath(new URL("../..", import.meta.url));

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

describe.each([
	["terminal", TERMINAL, 25],
	["library", LIBRARY, 13],
	["templates", TEMPLATES, 10],
	["tests that missed a fault", SURVIVORS, 8],
] as const)("regressions of %s", (_, proofs: readonly Proof[], behaviours) => {
	it("has a proof for each behaviour", () => {
		expect(new Set(proofs.map(({ behaviour }) => behaviour)).size).toBe(behaviours);
	});

	it.each(proofs)("$behaviour: $test exists", (proof) => {
		const { file, title } = locateTest(proof);
		const session = /^sessions (.*)/.exec(title)?.[1];
		if (session !== undefined) expect(existsSync(`${root}test/fixtures/sessions/${session}.txt`)).toBe(true);
		else expect(readFileSync(`${root}test/${file}`, "utf8")).toMatch(new RegExp(`["\`]${escapePattern(title)}`));
	});

	it.each(proofs)("$behaviour: the fault for $test matches the source", (proof) => {
		const source = readFileSync(root + sourceOf(proof), "utf8");
		expect(source.split(proof.fault.find), sourceOf(proof)).toHaveLength(2);
	});
});
