/**
 * Counts the files and functions that one call runs: a command line, or `library METHOD` for a call of the library.
 *
 *     npx tsx scripts/count-walk.ts infer -t chat -p together --sandbox hello
 *     npx tsx scripts/count-walk.ts library textToImage
 *
 * The sources run under V8's precise coverage. Counted are the files in which a named function runs, and these functions:
 * for a command those of `src/cli`, for the library all. The sandbox that answers the library is another process. Code of
 * modules, getters of imports and callbacks without a name do not count.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startSandbox } from "../src/sandbox-server.ts";

interface Coverage {
	result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

/** Calls of the library: a job that is polled and whose result is downloaded, a chat, and the stream of one. */
const CALLS: Readonly<Record<string, string>> = {
	textToImage: `await client.textToImage({ provider: "fal-ai", model: "black-forest-labs/FLUX.1-dev", inputs: "a lighthouse" })`,
	chatCompletion: `await client.chatCompletion(chat)`,
	chatCompletionStream: `for await (const _ of client.chatCompletionStream(chat)) continue`,
};
const CHAT = `{
	provider: "together",
	model: "meta-llama/Llama-3.1-8B-Instruct",
	messages: [{ role: "user", content: "Hello" }],
}`;

const root = fileURLToPath(new URL("..", import.meta.url));
const source = (file: string): string => JSON.stringify(join(root, "src", file));

/** The files on the way of a call, with the functions in them. */
export interface Walk {
	files: number;
	functions: number;
	/** A line for each file, and a last one with the sums. */
	text: string;
}

/** Walks a command line. With `CI` set, the run is unattended and keeps nothing for the next command. */
export async function walkCommand(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Walk> {
	const command = `import(${source("cli/start.ts")}).then(({ start }) => start(process.argv.slice(1)))`;
	return sumUp(await cover(command, /\/src\/cli\/(.*\.tsx?)/, args, env));
}

/** Walks a call of the library. What runs while it is loaded does not count. */
export async function walkLibrary(name: string): Promise<Walk> {
	const call = CALLS[name];
	if (call === undefined) throw new Error(`Expected one of ${Object.keys(CALLS).join(", ")}, got "${name}".`);
	const sandbox = await startSandbox();
	const options = JSON.stringify({ hubUrl: sandbox.url, routerUrl: sandbox.url });
	const script = `Promise.all([import(${source("index.ts")}), import("node:v8")]).then(
		async ([{ InferenceClient }, { takeCoverage }]) => {
			takeCoverage();
			const client = new InferenceClient("hf_sandbox", ${options});
			const chat = ${CHAT};
			${call};
		},
	)`;
	const walked = await cover(script, /\/src\/((?!lazy-pattern).*\.ts)/);
	await sandbox.close();
	return sumUp(walked);
}

function sumUp(walk: ReadonlyMap<string, string[]>): Walk {
	const lines = [...walk].sort().map(([file, names]) => `${file}: ${names.join(", ")}\n`);
	const functions = [...walk.values()].reduce((sum, names) => sum + names.length, 0);
	const text = `${lines.join("")}${walk.size} files, ${functions} functions\n`;
	return { files: walk.size, functions, text };
}

/** Runs a script, and returns the named functions that ran in it since its coverage was last taken: file → names. */
async function cover(
	script: string,
	counted: RegExp,
	args: readonly string[] = [],
	{ PATH, CI }: NodeJS.ProcessEnv = process.env,
): Promise<Map<string, string[]>> {
	const folder = mkdtempSync(join(tmpdir(), "hub-walk-"));
	const coverage = join(folder, "coverage");
	const tsx = join(root, "node_modules/tsx/dist/loader.mjs");
	const child = spawn(process.execPath, ["--import", tsx, "--eval", script, "--", ...args], {
		// No settings of the user apply, and nothing is kept.
		env: {
			PATH,
			HOME: folder,
			NODE_V8_COVERAGE: coverage,
			HUB_CONFIG_DIR: folder,
			HUB_CACHE_DIR: folder,
			HUB_DATA_DIR: folder,
			CI,
		},
		stdio: ["ignore", "ignore", "inherit"],
	});
	const [code] = (await once(child, "exit")) as [number | null];
	if (code !== 0) throw new Error(`The call ended with status ${code}.`);
	// Names end with the number of the report.
	const reports = readdirSync(coverage).sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
	const { result } = JSON.parse(readFileSync(join(coverage, reports.at(-1) ?? ""), "utf8")) as Coverage;
	rmSync(folder, { recursive: true });
	const walked = new Map<string, string[]>();
	for (const { url, functions } of result) {
		const file = counted.exec(url)?.[1];
		const ran = functions.filter(({ functionName, ranges }) => isNamed(functionName) && (ranges[0]?.count ?? 0) > 0);
		if (file !== undefined && ran.length > 0) walked.set(file, [...new Set(ran.map((one) => one.functionName))]);
	}
	return walked;
}

/** Excludes getters of exports, helpers of the loader and initializers of classes. */
function isNamed(name: string): boolean {
	return name !== "" && !/^(get|__\w+)( |$)|^</.test(name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [first, method = ""] = process.argv.slice(2);
	const { text } = await (first === "library" ? walkLibrary(method) : walkCommand(process.argv.slice(2)));
	process.stdout.write(text);
}
