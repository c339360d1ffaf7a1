import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { packName } from "../src/cli/pack.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hub-build-"));
const command = join(folder, "dist/cli");
const pack = join(command, packName());
for (const name of ["bin", "dist/cli"]) cpSync(join(root, name), join(folder, name), { recursive: true });
const intact = readFileSync(pack);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINES = [
	["--version"],
	["--help"],
	["tasks", "--json"],
	["infer", "--task", "chat", "--model", "openai/gpt-oss-120b", "--dry-run", "Hello"],
	// Answers only when files of the pack and others share their modules: the sandbox is not in it.
	["infer", "--task", "chat", "--provider", "sandbox", "Hello"],
	["infer", "--task", "chta", "Hello"],
];

function run(args: readonly string[], { flags = [] as string[], home = folder } = {}): unknown {
	const env = { PATH: process.env["PATH"], HOME: folder, HUB_CONFIG_DIR: folder };
	const line = [...flags, join(home, "bin/hub.js"), ...args];
	const { status, stdout, stderr } = spawnSync(process.execPath, line, { env, input: "", encoding: "utf8" });
	return { status, stdout, stderr };
}

/** What may be wrong with a pack, or with what V8 thinks of it. */
const FAULTS: Record<string, { bytes: Buffer | undefined; flags?: string[] }> = {
	"is missing": { bytes: undefined },
	"is empty": { bytes: Buffer.alloc(0) },
	"holds nothing": { bytes: Buffer.alloc(4) },
	"was cut off": { bytes: intact.subarray(0, intact.length / 2) },
	"lost its beginning": { bytes: intact.subarray(100) },
	"was compiled by another V8": { bytes: Buffer.concat([Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), intact.subarray(8)]) },
	"was compiled under other flags": { bytes: intact, flags: ["--no-opt"] },
};

describe("the pack of the command", () => {
	const expected = LINES.map((line) => {
		rmSync(pack, { force: true });
		return run(line);
	});

	it.each(LINES.map((line, index) => ({ line: line.join(" "), index })))(
		"changes nothing of hub $line",
		({ index }) => {
			writeFileSync(pack, intact);
			expect(run(LINES[index] ?? [])).toEqual(expected[index]);
		},
	);

	// With nothing else there, an answer shows that V8 took what was compiled.
	it.each([1, 3])("is all that the usual starts load: case %i", (index) => {
		const alone = join(folder, "alone");
		for (const name of ["bin/hub.js", "bin/package.json", "dist/cli/bin.cjs"]) {
			cpSync(join(folder, name), join(alone, name));
		}
		writeFileSync(join(alone, "dist/cli", packName()), intact);
		expect(run(LINES[index] ?? [], { home: alone })).toEqual(expected[index]);
	});

	it.each(Object.keys(FAULTS))("is left aside when it %s", (name) => {
		const { bytes, flags } = FAULTS[name] ?? {};
		rmSync(pack, { force: true });
		if (bytes) writeFileSync(pack, bytes);
		expect(run(["--help"], { flags })).toEqual(expected[1]);
	});
});
