import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { UPDATE_STEPS } from "../scripts/update.ts";
import { maskRecorded, refuseCrash } from "./helpers/recorded.ts";

/** `npm run update` refreshes everything that is recorded, and records nothing that it should not. */

const root = fileURLToPath(new URL("..", import.meta.url));
const steps = Object.entries(UPDATE_STEPS);

/** The files under `test` and `scripts` that write recordings when told so. */
const recorders = ["test", "scripts"]
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
	)
	.filter((name) => /\.tsx?$/.test(name) && !name.includes("node_modules"))
	.map((name) => name.replaceAll("\\", "/"))
	.filter((name) => /env\["UPDATE_|toMatch(?:File)?Snapshot\(/.test(readFileSync(join(root, name), "utf8")))
	.filter((name) => name !== "test/update.test.ts");

describe("npm run update", () => {
	it("is one command", () => {
		expect(manifest.scripts.update).toBe("tsx scripts/update.ts");
	});

	it.each(steps)("%s runs a file that exists, and writes what exists", (_, { command, writes }) => {
		const files = command.filter((word) => word.includes("/"));
		expect([...files, ...writes].filter((path) => !existsSync(join(root, path)))).toEqual([]);
		expect(files).not.toEqual([]);
	});

	it("has a step for each test that records", () => {
		expect(recorders.length).toBeGreaterThan(2);
		expect(recorders.filter((name) => !steps.some(([, { command }]) => command.includes(name)))).toEqual([]);
	});

	it("sets the variables that these tests read", () => {
		const read = recorders.flatMap((name) => [
			...readFileSync(join(root, name), "utf8").matchAll(/env\["(UPDATE_\w+)"\]/g),
		]);
		const set = steps.flatMap(([, { env = {} }]) => Object.keys(env));
		expect(read.map(([, name]) => name).sort()).toEqual(set.sort());
	});

	it("refuses crashes wherever it records what a program printed", () => {
		const printed = [...recorders, "scripts/screens.ts", "test/bench/agent/record.ts"];
		expect(printed.filter((name) => !/refuseCrash\(\w/.test(readFileSync(join(root, name), "utf8")))).toEqual([]);
	});
});

describe("a recording", () => {
	it.each([
		"! This is a bug in hub. Please report it.",
		"a\n    at run (/work/src/x.ts:12:3)\nb",
		"! TypeError: Cannot read properties of undefined (reading 'x')",
		"node:internal/process/promises:288",
		"[UnhandledPromiseRejection: …] Unhandled promise rejection",
	])("of a crash is refused: %s", (text) => {
		expect(() => refuseCrash(text, "a session")).toThrow(/a session shows a crash/);
	});

	it.each([
		"! Error: There is no task chta. Did you mean chat?",
		"except TypeError:\n    pass",
		"Look at 12:30:15",
		'! "x.json" is not JSON: SyntaxError at 1:2',
	])("of an ordinary message is not: %s", (text) => {
		expect(() => refuseCrash(text, "a session")).not.toThrow();
	});

	it.each([
		[`saved ${root}dist/a.png`, "saved [..]/dist/a.png"],
		[`${homedir()}/.cache`, "[..]/.cache"],
		["/tmp/hub-Ab/x of /tmp/hub-Ab", "[..]/x of [..]"],
		["took 0.34 s, 12 ms", "took [..], [..]"],
		["at 2026-03-04T05:06:07.890Z", "at [..]"],
		["http://127.0.0.1:43127/v1", "http://127.0.0.1:[..]/v1"],
		["stops after 30 s, 20 rows", "stops after 30 s, 20 rows"],
	])("has no paths or times: %s", (text, expected) => {
		expect(maskRecorded(text, ["/tmp/hub-Ab"])).toBe(expected);
	});
});
