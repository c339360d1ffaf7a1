import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { swapIn } from "../scripts/build/swap-in.ts";
import {
	ANY_FORM,
	compiledName,
	decodeCompiled,
	encodeCompiled,
	findForm,
	packFile,
	readPrivateFile,
	removeOld,
	writePrivateFile,
} from "../src/cli/startup/pack.ts";

import { builtFile } from "./helpers/built.ts";
import { runProcess } from "./helpers/run-process.ts";
import { createHome } from "./helpers/session.ts";
import { openTerminal } from "./helpers/terminal.ts";

const root = builtFile();
const folder = mkdtempSync(join(tmpdir(), "hub-build-"));
const compiled = join(folder, "dist/cli", compiledName(ANY_FORM, "start"));
const installed = join(folder, "installed");
for (const name of ["bin", "dist/cli"]) {
	cpSync(join(root, name), join(folder, name), { recursive: true });
	// As npm installs it.
	cpSync(join(root, name), join(installed, name), { recursive: true, filter: (path) => !path.endsWith(".compiled") });
}
const intact = readFileSync(compiled);
const isCompiled = (name: string): boolean => name.endsWith(".compiled");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINES = [
	["--version"],
	["--help", "--no-color"],
	["tasks", "--json"],
	["infer", "--task", "chat", "--model", "openai/gpt-oss-120b", "--dry-run", "Hello"],
	// Answers only when packs share their modules.
	["infer", "--task", "chat", "--provider", "sandbox", "Hello"],
	["infer", "--task", "chta", "Hello"],
	// Files outside the packs that load packs, and throw an error that a pack has to recognize.
	["config", "get", "none"],
];
const CASES = LINES.map((line, index) => ({ line: line.join(" "), index }));

interface RunOptions {
	flags?: readonly string[] | undefined;
	home?: string;
	node?: string;
	cache?: string;
	variables?: Record<string, string>;
}

async function run(
	index: number,
	{ flags = [], home = folder, node = process.execPath, cache = folder, variables }: RunOptions = {},
): Promise<unknown> {
	const env = {
		PATH: process.env["PATH"] ?? "",
		HOME: folder,
		HUB_CONFIG_DIR: folder,
		HUB_CACHE_DIR: cache,
		...variables,
	};
	const line = [...flags, join(home, "bin/hub.js"), ...(LINES[index] ?? [])];
	const { code, stdout, stderr } = await runProcess(node, line, { cwd: root, env, input: new Uint8Array() });
	// Later Nodes name themselves in the header.
	return { code, stdout: stdout.toString().replace(/ Node\.js\/\d+/, ""), stderr: stderr.toString() };
}

function flip(bytes: Buffer, index: number): Buffer {
	const flipped = Buffer.from(bytes);
	flipped[index] = (flipped[index] ?? 0) ^ (1 << (index % 8));
	return flipped;
}

/** What may be wrong with the compiled pack, or with what V8 thinks of it. */
const FAULTS: Record<string, { bytes: Buffer | undefined; flags?: string[] }> = {
	"is missing": { bytes: undefined },
	"is empty": { bytes: Buffer.alloc(0) },
	"holds nothing": { bytes: Buffer.alloc(40) },
	"was cut off": { bytes: intact.subarray(0, intact.length / 2) },
	"lost its beginning": { bytes: intact.subarray(100) },
	"has a flipped bit": { bytes: flip(intact, intact.length >> 1) },
	"was compiled under other flags": { bytes: intact, flags: ["--no-opt"] },
};

describe("the files of the command", () => {
	const files = readdirSync(join(folder, "dist/cli")).filter((name) => name.endsWith(".cjs"));

	it("load only each other", () => {
		const missing = files.flatMap((file) => {
			const code = readFileSync(join(folder, "dist/cli", file), "utf8");
			return [...code.matchAll(/require\("\.\/([\w.-]+)"\)/g)]
				.map(([, name = ""]) => name)
				.filter((name) => !files.includes(name))
				.map((name) => `${file} loads ${name}`);
		});
		expect(files.length).toBeGreaterThan(50);
		expect(missing).toEqual([]);
	});
});

describe("the compiled pack of the command", () => {
	const none = { HUB_NO_COMPILE_CACHE: "1" };
	let expected: unknown[];
	beforeAll(async () => {
		expected = await Promise.all(LINES.map((_, index) => run(index, { home: installed, variables: none })));
	});

	it.each(CASES)("does not change the output of hub $line", async ({ index }) => {
		writeFileSync(compiled, intact);
		expect(await run(index)).toEqual(expected[index]);
	});

	it.each([1, 3])("is the only file that usual starts load: case %i", async (index) => {
		const alone = join(folder, "alone");
		const files = readdirSync(join(folder, "dist/cli")).filter((name) => /\.pack\.cjs$|\.compiled$/.test(name));
		for (const name of [
			"bin/hub.js",
			"bin/package.json",
			"dist/cli/bin.cjs",
			"dist/cli/open-packs.cjs",
			...files.map((file) => `dist/cli/${file}`),
		]) {
			cpSync(join(folder, name), join(alone, name));
		}
		expect(await run(index, { home: alone })).toEqual(expected[index]);
	});

	it("opens the pickers, which share modules with it", async () => {
		writeFileSync(compiled, intact);
		const home = createHome();
		onTestFinished(() => home.remove());
		const terminal = openTerminal(process.execPath, [join(folder, "bin/hub.js"), "infer"], home);
		await terminal.waitFor("Choose a task");
		terminal.type("\x03");
		// The code of an interrupt, if both sides mean the same class by it.
		expect(await terminal.end()).toMatchObject({ code: 130 });
	});

	it.each(Object.keys(FAULTS))("is ignored when it %s", async (name) => {
		const { bytes, flags } = FAULTS[name] ?? {};
		rmSync(compiled, { force: true });
		if (bytes) writeFileSync(compiled, bytes);
		expect(await run(1, { flags })).toEqual(expected[1]);
	});
});

describe("compiled code in the user's cache", () => {
	const source = readFileSync(join(folder, "dist/cli", packFile("start")));
	const code = decodeCompiled(source, intact) ?? Buffer.alloc(0);
	const line = LINES[1] ?? [];
	let cache: string;
	let kept: string;
	beforeEach(() => {
		cache = mkdtempSync(join(folder, "cache-"));
		kept = join(cache, "compiled", manifest.version);
	});
	const help = (options: RunOptions = {}): Promise<unknown> => run(1, { home: installed, cache, ...options });
	let plain: unknown;
	beforeAll(async () => {
		plain = await help({ cache: folder, variables: { HUB_NO_COMPILE_CACHE: "1" } });
	});

	it("is written by the first run, readable only by the user, and read by the next", async () => {
		const path = join(kept, compiledName(findForm(line), "start"));
		expect(await help()).toEqual(plain);
		const { mtimeMs, mode } = statSync(path);
		expect([mode & 0o777, statSync(kept).mode & 0o777]).toEqual([0o600, 0o700]);
		expect(await help()).toEqual(plain);
		expect(statSync(path).mtimeMs).toBe(mtimeMs);
		// One for what every start loads, one for the help.
		expect(readdirSync(kept).filter(isCompiled)).toHaveLength(2);
	});

	it("adds one listener for all packs: a cold hub batch in a terminal prints no warning", async () => {
		const home = createHome({ "in.jsonl": '{"inputs":"a"}\n' });
		onTestFinished(() => home.remove());
		const line = "batch in.jsonl -m m -t chat -o out.jsonl --endpoint http://127.0.0.1:9".split(" ");
		const env = { HUB_CACHE_DIR: cache, HF_TOKEN: "none" };
		const args = [join(installed, "bin/hub.js"), ...line];
		const terminal = openTerminal(process.execPath, args, home, { env, real: true });
		const { rest } = await terminal.end();
		expect(rest).toContain("network: fetch failed");
		expect(rest).not.toContain("Warning");
	});

	it("has one file per form of command line, regardless of values", () => {
		expect(findForm(["infer", "-t", "chat", "Hello"])).toBe(findForm(["infer", "-t", "embed", "--", "x"].slice(0, 3)));
		expect(findForm(["infer", "--dry-run"])).not.toBe(findForm(["infer"]));
		expect(findForm(["../x", "--a/../b"])).not.toContain("/");
	});

	it("is not used after any of 200 bytes is flipped, or for another source", () => {
		const file = encodeCompiled(source, code);
		expect(code.length).toBeGreaterThan(0);
		expect(decodeCompiled(source, file)).toEqual(code);
		const positions = Array.from({ length: 200 }, (_, index) => Math.floor((index * (file.length - 1)) / 199));
		for (const position of positions) expect(decodeCompiled(source, flip(file, position))).toBeUndefined();
		for (const position of positions.slice(0, 20)) {
			expect(decodeCompiled(flip(source, position), file)).toBeUndefined();
		}
	});

	it.each([0, 7, 8, 5000])("is replaced when byte %i is flipped", async (position) => {
		await help();
		const path = join(kept, compiledName(findForm(line), "start"));
		const good = readFileSync(path);
		writeFileSync(path, flip(good, position));
		expect(await help()).toEqual(plain);
		expect(decodeCompiled(source, readFileSync(path))).toBeDefined();
	});

	it("is ignored in a folder that others can write to", async () => {
		mkdirSync(kept, { recursive: true });
		chmodSync(kept, 0o777);
		expect(await help()).toEqual(plain);
		expect(readdirSync(kept)).toEqual([]);
	});

	it("is ignored in a file that others can write to, or behind a link", () => {
		const path = join(cache, "code");
		writeFileSync(path, "x", { mode: 0o600 });
		expect(readPrivateFile(path)?.toString()).toBe("x");
		symlinkSync(path, join(cache, "link"));
		expect(readPrivateFile(join(cache, "link"))).toBeUndefined();
		chmodSync(path, 0o666);
		expect(readPrivateFile(path)).toBeUndefined();
		expect(readPrivateFile(cache)).toBeUndefined();
	});

	it("is turned off by HUB_NO_COMPILE_CACHE", async () => {
		expect(await help({ variables: { HUB_NO_COMPILE_CACHE: "1" } })).toEqual(plain);
		expect(readdirSync(cache)).toEqual([]);
	});

	it("is skipped if its folder cannot be created", async () => {
		writeFileSync(join(cache, "compiled"), "");
		expect(await help()).toEqual(plain);
	});

	it("keeps a limited number of files", () => {
		for (let index = 0; index < 140; index++) writePrivateFile(cache, `file-${index}`, Buffer.from("x"));
		expect(readdirSync(cache).length).toBeLessThanOrEqual(128);
		expect(readdirSync(cache)).toContain("file-139");
		removeOld(cache, "none");
		expect(readdirSync(cache).length).toBeLessThanOrEqual(127);
	});

	for (const variable of ["HUB_TEST_NODE22", "HUB_TEST_NODE24"]) {
		const node = process.env[variable];
		it.skipIf(!node).each(CASES)(
			`is written to the user's cache by another Node (${variable}): hub $line`,
			async ({ line, index }) => {
				const again = (): Promise<unknown> => run(index, { node: node ?? "", home: installed, cache });
				const runs = [await again(), await again()];
				const expected = await run(index, { home: installed, variables: { HUB_NO_COMPILE_CACHE: "1" } });
				expect(runs).toEqual([expected, expected]);
				// The version and a list are printed without any code that could be kept.
				if (!/^--version$|^tasks --json$/.test(line)) expect(existsSync(kept)).toBe(true);
			},
		);
	}
});

describe("a new build", () => {
	it("replaces the old one", async () => {
		const folder = mkdtempSync(join(tmpdir(), "hub-swap-"));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const [built, dist] = [join(folder, "dist.1"), join(folder, "dist")];
		for (const path of [built, dist]) mkdirSync(path, { recursive: true });
		writeFileSync(join(built, "new.js"), "");
		writeFileSync(join(dist, "old.js"), "");
		await swapIn(built, dist);
		expect(readdirSync(folder)).toEqual(["dist"]);
		expect(readdirSync(dist, { recursive: true }).sort()).toEqual(["new.js"]);
	});
});
