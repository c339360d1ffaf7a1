/**
 * Counts what one command line calls: `npx tsx scripts/count-walk.ts infer -t chat -p sandbox hello`.
 * The command runs from its sources under V8's precise coverage. Counted are the files of `src/cli` in which a function
 * runs, and the named functions that run; module code, getters of imports and callbacks without a name are not.
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
const START = `import(${JSON.stringify(join(root, "src/cli/start.ts"))}).then(({ start }) => start(process.argv.slice(1)))`;
execFileSync(process.execPath, ["--import", tsx, "--eval", START, "--", ...process.argv.slice(2)], {
	// Nothing of the user's own counts, and nothing is kept.
	env: {
		PATH: process.env["PATH"],
		HOME: folder,
		NODE_V8_COVERAGE: folder,
		HUB_CONFIG_DIR: folder,
		HUB_CACHE_DIR: folder,
		HUB_DATA_DIR: folder,
	},
	stdio: ["ignore", "ignore", "inherit"],
});
const calls = new Map<string, Set<string>>();
for (const name of readdirSync(folder)) {
	if (!name.startsWith("coverage-")) continue;
	const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as Coverage;
	for (const { url, functions } of result) {
		const file = /\/src\/cli\/(.*\.tsx?)/.exec(url)?.[1];
		if (file === undefined) continue;
		const called = functions.filter(({ functionName, ranges }) => isNamed(functionName) && (ranges[0]?.count ?? 0) > 0);
		if (called.length > 0) calls.set(file, new Set(called.map(({ functionName }) => functionName)));
	}
}
rmSync(folder, { recursive: true });
for (const [file, names] of [...calls].sort()) process.stdout.write(`${file}: ${[...names].join(", ")}\n`);
const total = [...calls.values()].reduce((sum, names) => sum + names.size, 0);
process.stdout.write(`${calls.size} files, ${total} functions\n`);

/** Getters of exports and helpers of the loader are not the command's; initializers of classes are no functions. */
function isNamed(name: string): boolean {
	return name !== "" && !/^(get|__\w+)( |$)|^</.test(name);
}
