/**
 * Counts the files and functions that one call runs: a command line, or `library TASK` for a function of the library.
 *
 *     npx tsx scripts/count-walk.ts infer -t chat -p together --sandbox hello
 *     npx tsx scripts/count-walk.ts library textToImage
 *
 * The sources run under V8's precise coverage. Counted are the files in which a named function runs, and these functions:
 * for a command those of `src/cli`, for the library all but the sandbox that answers and its responses. Code of modules,
 * getters of imports and callbacks without a name do not count.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

interface Coverage {
	result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hub-walk-"));
const tsx = join(root, "node_modules/tsx/dist/loader.mjs");
const source = (file: string): string => JSON.stringify(join(root, "src", file));
const [first, task = ""] = process.argv.slice(2);
const isLibrary = first === "library";
const counted = isLibrary ? /\/src\/((?!sandbox\/|http\/light-|lazy-pattern).*\.ts)/ : /\/src\/cli\/(.*\.tsx?)/;
const COMMAND = `import(${source("cli/start.ts")}).then(({ start }) => start(process.argv.slice(1)))`;
const LOAD = `Promise.all([import(${source("index.ts")}), import(${source("sandbox/index.ts")})])`;
const CALL = `${LOAD}.then(([{ InferenceClient }, { createSandbox }]) => new InferenceClient("hf_sandbox", { fetch: createSandbox() })
	[${JSON.stringify(task)}]({ provider: "fal-ai", model: "black-forest-labs/FLUX.1-dev", inputs: "a lighthouse" }))`;

// Functions that run while the library is loaded do not count.
const before = isLibrary ? countCalls(LOAD) : new Map<string, number>();
const calls = new Map<string, string[]>();
for (const [called, count] of countCalls(isLibrary ? CALL : COMMAND)) {
	const [file = "", name = ""] = called.split("\t");
	if (count > (before.get(called) ?? 0)) calls.set(file, [...(calls.get(file) ?? []), name]);
}
rmSync(folder, { recursive: true });
for (const [file, names] of [...calls].sort()) process.stdout.write(`${file}: ${names.join(", ")}\n`);
const total = [...calls.values()].reduce((sum, names) => sum + names.length, 0);
process.stdout.write(`${calls.size} files, ${total} functions\n`);

/** Runs a script, and returns how often each named function of the counted files ran: "file<tab>name" → times. */
function countCalls(script: string): Map<string, number> {
	const coverage = mkdtempSync(join(folder, "coverage-"));
	execFileSync(process.execPath, ["--import", tsx, "--eval", script, "--", ...process.argv.slice(2)], {
		// No settings of the user apply, and nothing is kept.
		env: {
			PATH: process.env["PATH"],
			HOME: folder,
			NODE_V8_COVERAGE: coverage,
			HUB_CONFIG_DIR: folder,
			HUB_CACHE_DIR: folder,
			HUB_DATA_DIR: folder,
			// Unattended runs keep nothing for the next command.
			CI: process.env["CI"],
		},
		stdio: ["ignore", "ignore", "inherit"],
	});
	const counts = new Map<string, number>();
	for (const name of readdirSync(coverage)) {
		const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as Coverage;
		for (const { url, functions } of result) {
			const file = counted.exec(url)?.[1];
			if (file === undefined) continue;
			for (const { functionName, ranges } of functions) {
				const times = ranges[0]?.count ?? 0;
				const key = `${file}\t${functionName}`;
				if (isNamed(functionName) && times > 0) counts.set(key, (counts.get(key) ?? 0) + times);
			}
		}
	}
	return counts;
}

/** Excludes getters of exports, helpers of the loader and initializers of classes. */
function isNamed(name: string): boolean {
	return name !== "" && !/^(get|__\w+)( |$)|^</.test(name);
}
