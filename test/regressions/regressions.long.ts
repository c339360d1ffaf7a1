import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIBRARY } from "./library.ts";
import { locateTest, type Proof, sourceOf } from "./proof.ts";
import { SURVIVORS } from "./survivors.ts";
import { TEMPLATES } from "./templates.ts";
import { TERMINAL } from "./terminal.ts";

/**
 * Brings each fault back, in a copy of the checkout, and sees its test fail.
 * `npm run test:long -- test/regressions -t 'template/'` does so for the tests under one folder.
 */

const root = fileURLToPath(new URL("../..", import.meta.url));
const COPIED = [
	...["bin", "docs", "examples", "scripts", "src", "test"],
	...["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json", "tsconfig.core.json"],
	...["vitest.config.ts", "README.md", "COMPATIBILITY.md", "CHANGELOG.md"],
];

const copy = mkdtempSync(join(tmpdir(), "hub-regressions-"));
const run = promisify(execFile);

beforeAll(() => {
	const isOurs = (path: string): boolean => !/\/(?:node_modules|test\/clients)$/.test(path);
	for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true, filter: isOurs });
	symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs the test of a proof in the copy and returns how many tests passed and failed. */
async function runTest(proof: Proof): Promise<{ passed: number; failed: number }> {
	const { file, title } = locateTest(proof);
	const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
	// Written by the configuration's own reporter.
	const report = join(copy, "test-results.json");
	rmSync(report, { force: true });
	const args = ["vitest", "run", `test/${file}`, "-t", pattern];
	const output = await run("npx", args, { cwd: copy, maxBuffer: 1e8 }).catch((error: unknown) => error);
	try {
		const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(readFileSync(report, "utf8")) as Record<
			string,
			number
		>;
		if (numPassedTests + numFailedTests > 0) return { passed: numPassedTests, failed: numFailedTests };
	} catch {}
	// A fault that cannot be built proves nothing.
	throw new Error(`The tests did not run: ${JSON.stringify(output)}`);
}

async function withFault<Result>(proof: Proof, work: () => Promise<Result>): Promise<Result> {
	const path = join(copy, sourceOf(proof));
	const source = readFileSync(path, "utf8");
	expect(source.split(proof.fault.find), `places of the fault in ${sourceOf(proof)}`).toHaveLength(2);
	writeFileSync(
		path,
		source.replace(proof.fault.find, () => proof.fault.put),
	);
	try {
		return await work();
	} finally {
		writeFileSync(path, source);
	}
}

const ALL = [...TERMINAL, ...LIBRARY, ...TEMPLATES, ...SURVIVORS];
const tests = [...new Map(ALL.map((proof) => [proof.test, proof] as const))];
const faults = ALL.map(
	(proof) => [`${proof.test} fails: ${proof.fault.file} without "${proof.fault.find}"`, proof] as const,
);

describe("without the fault", () => {
	it.each(tests)("%s passes", async (_, proof) => {
		const { passed, failed } = await runTest(proof);
		expect({ failed, hasRun: passed > 0 }).toEqual({ failed: 0, hasRun: true });
	});
});

describe("with the fault", () => {
	it.each(faults)("%s", async (_, proof) => {
		expect((await withFault(proof, () => runTest(proof))).failed).toBeGreaterThan(0);
	});
});
