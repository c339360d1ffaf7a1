import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { textWidth } from "../../src/cli/terminal/width.ts";
import { builtFile } from "../helpers/built.ts";
import { runProcess } from "../helpers/run-process.ts";
import { serve } from "../helpers/server.ts";

const hub = builtFile("bin/hub.js");
const folder = mkdtempSync(join(tmpdir(), "hub-startup-"));
/** The smallest PNG. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env = { PATH: process.env["PATH"] ?? "", HOME: folder };

describe("long outputs", () => {
	it("are written to a file whole", async () => {
		const path = join(folder, "tasks.json");
		const file = openSync(path, "w");
		spawnSync(process.execPath, [hub, "tasks", "--json"], { env, stdio: ["ignore", file, "inherit"] });
		closeSync(file);
		const { stdout } = await runProcess(process.execPath, [hub, "tasks", "--json"], { cwd: folder, env });
		expect(readFileSync(path, "utf8")).toBe(stdout.toString());
		expect(JSON.parse(stdout.toString()).length).toBeGreaterThan(20);
	});

	it.each(["--help", "tasks --json"])("end quietly when the reader stops: hub %s", async (line) => {
		const child = spawn(process.execPath, [hub, ...line.split(" ")], { env, stdio: ["ignore", "pipe", "pipe"] });
		child.stdout.destroy();
		let errors = "";
		child.stderr.on("data", (data) => {
			errors += data;
		});
		const code = await new Promise((resolve) => child.on("close", resolve));
		expect({ code, errors }).toEqual({ code: 0, errors: "" });
	});
});

it.each([
	["日本", 4],
	// Wide since Unicode 16: hexagrams of the Tai Xuan Jing, counting rods, Tangut.
	["\u{1D300}", 2],
	["\u{1D372}", 2],
	["\u{18D10}", 2],
	["a\u00adb", 2],
	["e\u0301", 1],
])("text widths are those of Unicode: %s", (text, width) => {
	expect(textWidth(text)).toBe(width);
});

it("text widths computed without tables match the tables", () => {
	// The joiners and marks that lose their width to what stands before them are none of ours.
	const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((letter) =>
		/^[\x20-\u02ff\u2010-\u205e\u2190-\u21ff\u2500-\u28ff]$/.test(letter),
	);
	expect(letters.length).toBeGreaterThan(1500);
	// Beside a wide character every width comes from the tables.
	const wrong = letters.filter((letter) => textWidth(letter) === letter.length && textWidth(`一${letter}一`) !== 5);
	expect(wrong).toEqual([]);
});

it("the built library can be bundled whole, with its data", async () => {
	const { build } = await import("esbuild");
	const { outputFiles } = await build({
		stdin: {
			contents: `export * from "./dist/lib/index.js"; export { loadTaskSchemas } from "./dist/lib/tasks.js";`,
			resolveDir: fileURLToPath(new URL("../..", import.meta.url)),
		},
		bundle: true,
		format: "esm",
		platform: "browser",
		write: false,
		outdir: folder,
		splitting: true,
	});
	const path = join(folder, "bundle.mjs");
	writeFileSync(path, outputFiles.find((file) => file.path.endsWith("stdin.js"))?.text ?? "");
	for (const file of outputFiles) writeFileSync(join(folder, basename(file.path)), file.contents);
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	const { loadTaskSchemas } = (await import(path)) as { loadTaskSchemas(): Promise<{ tasks: object }> };
	expect(Object.keys((await loadTaskSchemas()).tasks)).toContain("chat-completion");
});

describe("the fetch of Node, which takes 25 to 40 ms to load", () => {
	const photo = join(folder, "photo.png");
	writeFileSync(photo, Buffer.from(PIXEL, "base64"));
	const chunk = { id: "1", choices: [{ index: 0, delta: { content: "hello" }, finish_reason: "stop" }] };
	const stream = {
		headers: { "content-type": "text/event-stream" },
		body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
	};
	const labels = { body: [{ label: "lighthouse", score: 0.9 }] };

	/** Runs a command; what it loads of Node goes into a file. */
	async function listModules(args: readonly string[], variables = {}): Promise<{ stdout: string; modules: string[] }> {
		const [hook, list] = [join(folder, "hook.cjs"), join(folder, "modules.txt")];
		const write = `require("node:fs").writeFileSync(${JSON.stringify(list)}, process.moduleLoadList.join("\\n"))`;
		writeFileSync(hook, `process.on("exit", () => ${write});`);
		const options = { cwd: folder, env: { ...env, ...variables } };
		const { stdout } = await runProcess(process.execPath, ["-r", hook, hub, ...args], options);
		return { stdout: stdout.toString(), modules: readFileSync(list, "utf8").split("\n") };
	}

	it.each([
		["a chat with the sandbox", ["-t", "chat", "-p", "sandbox", "What is 12 * 7?"], "12 * 7 = 84\n"],
		["a chat with an endpoint", ["-t", "chat", "-m", "m", "--endpoint", "ENDPOINT/v1", "hi"], "hello\n"],
		["a file", ["-t", "image-classification", "-m", "m", "--endpoint", "ENDPOINT", photo], "lighthouse"],
	])("is not loaded by %s, with a token or without", async (_, args, output) => {
		const { url } = await serve(args.includes(photo) ? labels : stream);
		const line = ["infer", ...args.map((arg) => arg.replace("ENDPOINT", url))];
		for (const variables of [{}, { HF_TOKEN: "hf_token" }]) {
			const { stdout, modules } = await listModules(line, variables);
			expect(stdout).toContain(output);
			expect(modules).toContain("NativeModule fs");
			expect(modules.filter((name) => name.includes("undici"))).toEqual([]);
		}
	});
});

/** Names of the built files that a command loads, without their hashes. */
async function listFiles(line: string): Promise<string[]> {
	const [hook, list] = [join(folder, "files.cjs"), join(folder, "files.txt")];
	const write = `require("node:fs").writeFileSync(${JSON.stringify(list)}, Object.keys(require.cache).join("\\n"))`;
	writeFileSync(hook, `process.on("exit", () => ${write});`);
	await runProcess(process.execPath, ["-r", hook, hub, ...line.split(" ")], { cwd: folder, env });
	const files = readFileSync(list, "utf8")
		.split("\n")
		.filter((path) => path.includes("dist"));
	return files.map((path) => basename(path, ".js").replace(/-.{8}$/, ""));
}

describe("few files are loaded", () => {
	it.each([
		["--version", 2],
		["--help", 4],
		["infer --task chat --model openai/gpt-oss-120b --dry-run Hello", 9],
		["tasks --json", 12],
	])("hub %s: at most %i", async (line, most) => {
		const files = await listFiles(line);
		expect(files).toContain("bin");
		expect(files.length, files.join(" ")).toBeLessThanOrEqual(most);
	});

	it("a dry run loads no help and the help no inference", async () => {
		const dryRun = "infer --task chat --model openai/gpt-oss-120b --dry-run Hello";
		expect(await listFiles(dryRun)).toContain("infer");
		expect(await listFiles(dryRun)).not.toContain("help");
		expect(await listFiles("--help")).not.toContain("inference");
	});
});
