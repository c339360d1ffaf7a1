import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { compiledName, PACK } from "../src/cli/pack.ts";
import { createHome } from "./helpers/session.ts";
import { openTerminal } from "./helpers/terminal.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hub-build-"));
const compiled = join(folder, "dist/cli", compiledName());
for (const name of ["bin", "dist/cli"]) cpSync(join(root, name), join(folder, name), { recursive: true });
const intact = readFileSync(compiled);

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
const CASES = LINES.map((line, index) => ({ line: line.join(" "), index }));

interface RunOptions {
	flags?: readonly string[] | undefined;
	home?: string;
	node?: string;
	cache?: string;
}

function run(
	index: number,
	{ flags = [], home = folder, node = process.execPath, cache = folder }: RunOptions = {},
): unknown {
	const env = { PATH: process.env["PATH"], HOME: folder, HUB_CONFIG_DIR: folder, HUB_CACHE_DIR: cache };
	const line = [...flags, join(home, "bin/hub.js"), ...(LINES[index] ?? [])];
	const { status, stdout, stderr } = spawnSync(node, line, { env, input: "", encoding: "utf8" });
	// Later Nodes name themselves in the header.
	return { status, stdout: stdout.replace(/ Node\.js\/\d+/, ""), stderr };
}

/** What may be wrong with the compiled pack, or with what V8 thinks of it. */
const FAULTS: Record<string, { bytes: Buffer | undefined; flags?: string[] }> = {
	"is missing": { bytes: undefined },
	"is empty": { bytes: Buffer.alloc(0) },
	"holds nothing": { bytes: Buffer.alloc(40) },
	"was cut off": { bytes: intact.subarray(0, intact.length / 2) },
	"lost its beginning": { bytes: intact.subarray(100) },
	"was compiled by another V8": { bytes: Buffer.concat([Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), intact.subarray(8)]) },
	"was compiled under other flags": { bytes: intact, flags: ["--no-opt"] },
};

describe("the compiled pack of the command", () => {
	rmSync(compiled);
	const expected = LINES.map((_, index) => run(index, { flags: ["--no-opt"] }));

	it.each(CASES)("changes nothing of hub $line", ({ index }) => {
		writeFileSync(compiled, intact);
		expect(run(index)).toEqual(expected[index]);
	});

	it.each([1, 3])("is all that the usual starts load: case %i", (index) => {
		const alone = join(folder, "alone");
		for (const name of ["bin/hub.js", "bin/package.json", "dist/cli/bin.cjs", join("dist/cli", PACK)]) {
			cpSync(join(folder, name), join(alone, name));
		}
		// Of the text V8 looks at the length alone: what runs is what was compiled.
		const text = readFileSync(join(alone, "dist/cli", PACK), "utf8");
		writeFileSync(join(alone, "dist/cli", PACK), text.replace("module.exports=", "module.exports?"));
		writeFileSync(join(alone, "dist/cli", compiledName()), intact);
		expect(run(index, { home: alone })).toEqual(expected[index]);
	});

	it("opens the pickers, which are ES modules and cannot be in it", async () => {
		writeFileSync(compiled, intact);
		const home = createHome();
		onTestFinished(() => home.remove());
		const terminal = openTerminal(process.execPath, [join(folder, "bin/hub.js"), "infer"], home);
		await terminal.waitFor("What is to be done?");
		terminal.type("\x03");
		// The code of an interrupt, if both sides mean the same class by it.
		expect(await terminal.end()).toMatchObject({ code: 130 });
	});

	it.each(Object.keys(FAULTS))("is left aside when it %s", (name) => {
		const { bytes, flags } = FAULTS[name] ?? {};
		rmSync(compiled, { force: true });
		if (bytes) writeFileSync(compiled, bytes);
		expect(run(1, { flags })).toEqual(expected[1]);
	});

	for (const variable of ["HUB_TEST_NODE22", "HUB_TEST_NODE24"]) {
		const node = process.env[variable];
		it.skipIf(!node).each(CASES)(
			`is made by another Node in the user's cache (${variable}): hub $line`,
			({ index }) => {
				const cache = join(folder, `cache-${variable}`);
				const runs = ["first", "second"].map(() => run(index, { node: node ?? "", cache }));
				expect(runs).toEqual([expected[index], expected[index]]);
				if (index > 0) expect(existsSync(join(cache, "compiled"))).toBe(true);
			},
		);
	}
});
