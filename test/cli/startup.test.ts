import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { READY_TEXTS } from "../../src/cli/startup/ready.ts";
import { textWidth } from "../../src/cli/terminal/width.ts";
import { builtFile } from "../helpers/built.ts";
import { runProcess } from "../helpers/run-process.ts";

const hub = builtFile("bin/hub.js");
const folder = mkdtempSync(join(tmpdir(), "hub-startup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env = { PATH: process.env["PATH"] ?? "", HOME: folder };

async function run(line: string, variables: Record<string, string> = {}) {
	const words = line.split(" ").filter(Boolean);
	const { code, stdout, stderr } = await runProcess(process.execPath, [hub, ...words], {
		cwd: folder,
		env: { ...env, ...variables },
	});
	return { code, stdout: stdout.toString(), stderr: stderr.toString() };
}

describe("prebuilt texts", () => {
	it.each(Object.keys(READY_TEXTS))("match the output of the command: hub %s", async (line) => {
		const ready = await run(line);
		expect(ready.stdout.length).toBeGreaterThan(800);
		expect(ready).toEqual(await run(line, { FORCE_COLOR: "0" }));
	});

	it("are not used if colors are requested", async () => {
		expect((await run("--help", { FORCE_COLOR: "1" })).stdout).toContain("\x1b[1mUsage:");
	});

	it("are written to a file whole", async () => {
		const path = join(folder, "tasks.json");
		const file = openSync(path, "w");
		spawnSync(process.execPath, [hub, "tasks", "--json"], { env, stdio: ["ignore", file, "inherit"] });
		closeSync(file);
		expect(JSON.parse(readFileSync(path, "utf8"))).toHaveLength(JSON.parse((await run("tasks --json")).stdout).length);
	});

	it.each(["--help", "--help --no-color"])("end quietly when the reader stops: hub %s", async (line) => {
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

describe("output before Node creates its streams", () => {
	/** Runs a script beside `openOutput`, bundled as the command is. */
	async function runOutput(script: string, read: (child: ReturnType<typeof spawn>) => Promise<void>): Promise<string> {
		const { build } = await import("esbuild");
		const { outputFiles } = await build({
			stdin: {
				contents: `import { openOutput } from "./src/cli/terminal/process-io.ts";\n${script}`,
				resolveDir: fileURLToPath(new URL("../..", import.meta.url)),
				loader: "ts",
			},
			bundle: true,
			platform: "node",
			write: false,
		});
		const child = spawn(process.execPath, ["-e", outputFiles[0]?.text ?? ""], { stdio: ["ignore", "pipe", "inherit"] });
		let output = "";
		child.stdout.on("data", (data) => {
			output += data;
		});
		const ended = new Promise((resolve) => child.on("close", resolve));
		await read(child);
		await ended;
		return output;
	}

	const OPEN = `let isMade = false;
		const out = openOutput(1, () => { isMade = true; return process.stdout; }, (error) => process.stderr.write(error.code));`;

	it("is written at once if short, and in order if long", async () => {
		const output = await runOutput(
			`${OPEN} out.write("short\\n"); const before = isMade;
			for (let index = 0; index < 3000; index++) out.write(index + " ".repeat(90) + "\\n");
			out.write(JSON.stringify({ before, isMade }) + "\\n");`,
			async () => undefined,
		);
		const lines = output.trimEnd().split("\n");
		expect(lines[0]).toBe("short");
		expect(lines.slice(1, -1).map(Number)).toEqual(Array.from({ length: 3000 }, (_, index) => index));
		expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ before: false, isMade: true });
	});

	it("waits for a slow reader", async () => {
		const output = await runOutput(
			`${OPEN} const isTaken = out.write("x".repeat(3_000_000));
			if (isTaken) throw new Error("nobody has read it yet");
			out.once("drain", () => out.write("drained"));`,
			async () => undefined,
		);
		expect(output).toHaveLength(3_000_007);
	});
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

describe("Node modules", () => {
	/** Runs a command; what it loads of Node goes into a file. */
	async function listModules(args: readonly string[]): Promise<{ stdout: string; modules: string[] }> {
		const [hook, list] = [join(folder, "hook.cjs"), join(folder, "modules.txt")];
		const write = `require("node:fs").writeFileSync(${JSON.stringify(list)}, process.moduleLoadList.join("\\n"))`;
		writeFileSync(hook, `process.on("exit", () => ${write});`);
		const { stdout } = await runProcess(process.execPath, ["-r", hook, hub, ...args], { cwd: folder, env });
		return { stdout: stdout.toString(), modules: readFileSync(list, "utf8").split("\n") };
	}

	it("not loaded by a chat with the sandbox: fetch", async () => {
		const { stdout, modules } = await listModules(["infer", "-t", "chat", "-p", "sandbox", "What is 12 * 7?"]);
		expect(stdout).toBe("12 * 7 = 84\n");
		expect(modules).toContain("NativeModule fs");
		expect(modules.filter((name) => name.includes("undici"))).toEqual([]);
	});

	it("not loaded by a dry run without stderr: streams, servers, fs/promises", async () => {
		const { stdout, modules } = await listModules(["infer", "-t", "chat", "-m", "a/b", "--dry-run", "Hello"]);
		expect(stdout).toContain("POST ");
		expect(modules).toContain("NativeModule fs");
		const names = ["stream", "net", "http", "os", "tty", "fs/promises", "timers/promises"];
		expect(modules.filter((name) => names.includes(name.replace("NativeModule ", "")))).toEqual([]);
	});
});
