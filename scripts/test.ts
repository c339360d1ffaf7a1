/**
 * `npm test`: runs vitest, and beside it the checks of types and style, which use the time that tests wait for something.
 * Arguments go to vitest. Fails if one of them does; what a check says stands at the end.
 *
 * All tests together need the build, so it starts at once, beside those that do not; the others wait for it
 * (`test/helpers/built.ts`). Its failure is reported by them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import manifest from "../package.json" with { type: "json" };
import { COMPILER } from "./compiler.ts";

const CHECKS = ["check:types", "lint"] as const;

/** Runs the script of the manifest without npm, whose start takes as long as a small check. */
async function check(name: (typeof CHECKS)[number]): Promise<{ name: string; isGood: boolean; says: string }> {
	const child = spawn(manifest.scripts[name], {
		shell: true,
		env: { ...process.env, ...COMPILER },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const [stdout, stderr, isGood] = await Promise.all([text(child.stdout), text(child.stderr), succeeds(child)]);
	return { name, isGood, says: stdout + stderr };
}

async function succeeds(child: ChildProcess): Promise<boolean> {
	const [code] = (await once(child, "close")) as [number | null];
	return code === 0;
}

const args = process.argv.slice(2);
const build = succeeds(spawn("tsx", ["scripts/build.ts", "--for-tests"], { stdio: "ignore" }));
// The examples import the package by its name, so their types are those of the build.
const checks = Promise.all(
	CHECKS.map((name) => (name === "check:types" ? build.then(() => check(name)) : check(name))),
);
const tests = spawn("vitest", ["run", ...args], { stdio: "inherit" });
const isPassed = await succeeds(tests);
const failed = (await checks).filter(({ isGood }) => !isGood);
for (const { name, says } of failed) process.stdout.write(`\n${says.trim()}\n\nnpm run ${name} failed.\n`);
if (failed.length === 0) process.stdout.write(`\n${CHECKS.join(" and ")} found nothing.\n`);
process.exitCode = isPassed && failed.length === 0 ? 0 : 1;
