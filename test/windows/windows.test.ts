import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hubFolder } from "../../src/cli/config/folders.ts";
import { createContext } from "../../src/cli/context.ts";
import { findProgram, programStart } from "../../src/cli/files/programs.ts";
import { renameOver } from "../../src/cli/files/replace-file.ts";
import { nameProblem } from "../../src/cli/files/writable.ts";
import { readTypedPath } from "../../src/cli/input/typed-path.ts";
import { main } from "../../src/cli/main.ts";
import { checkOutput } from "../../src/cli/output/save.ts";
import type { ProcessIO } from "../../src/cli/terminal/process-io.ts";
import { SHELLS, usualShell } from "../../src/cli/terminal/shells.ts";

/** What differs on Windows, with the platform as a value. `windows.release.ts` runs the command under Wine. */

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "hub-windows-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(argv: readonly string[]): Promise<{ stdout: string; stderr: string; code: number }> {
	const written = { stdout: "", stderr: "" };
	const output = (name: "stdout" | "stderr") => ({
		write: (text: string | Uint8Array, done?: () => void) => {
			written[name] += Buffer.from(text as string).toString();
			done?.();
			return true;
		},
	});
	const { Readable } = await import("node:stream");
	const env = { APPDATA: join(folder, "Roaming"), LOCALAPPDATA: join(folder, "Local"), HOME: folder };
	const io: ProcessIO = {
		stdin: Readable.from([]),
		stdout: output("stdout"),
		stderr: output("stderr"),
		env,
		cwd: folder,
		signal: new AbortController().signal,
		platform: "win32",
	};
	return { code: await main(argv, io), ...written };
}

describe("folders", () => {
	const env = {
		APPDATA: "C:\\Users\\ada\\AppData\\Roaming",
		LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local",
		HOME: "/home/ada",
	};

	it.each([
		["config", /^C:\\Users\\ada\\AppData\\Roaming.hub$/],
		["data", /^C:\\Users\\ada\\AppData\\Local.data.hub$/],
		["cache", /^C:\\Users\\ada\\AppData\\Local.cache.hub$/],
	] as const)("are those of Windows: %s", (kind, path) => {
		expect(hubFolder(kind, env)).toMatch(path);
	});

	it("can be set by the variables of hub and of XDG", () => {
		expect(hubFolder("config", { ...env, HUB_CONFIG_DIR: "D:\\hub" })).toBe("D:\\hub");
		expect(hubFolder("cache", { ...env, XDG_CACHE_HOME: "/x" })).toBe("/x/hub");
	});

	it("hold what the command stores", async () => {
		expect((await run(["config", "set", "timeout", "30"])).stderr).toContain(join(folder, "Roaming", "hub"));
	});
});

describe("names of files", () => {
	it.each([
		"CON",
		"con.txt",
		"a/PRN",
		"aux.tar.gz",
		"COM1",
		"lpt9.jsonl",
		"NUL.txt",
		"what?.png",
		"a|b",
		"end.",
		"end ",
	])("that Windows cannot have are refused: %s", (name) => {
		expect(nameProblem(name, "win32")).toBeTypeOf("string");
		expect(nameProblem(name, "linux")).toBeUndefined();
	});

	it.each(["NUL", "nul", "console.txt", "C:\\out\\a.png", "com10", "a.b.c", ".hidden", "..", "C:\\"])(
		"of other kinds are not: %s",
		(name) => {
			expect(nameProblem(name, "win32")).toBeUndefined();
		},
	);

	it("are checked before anything is sent", async () => {
		const { code, stderr } = await run(["infer", "-t", "chat", "--sandbox", "-o", "CON", "Hi"]);
		expect(code).toBe(2);
		expect(stderr).toContain("name of a device on Windows");
	});

	it("are checked by the platform of the context", () => {
		const context = (platform: NodeJS.Platform) => {
			const io = {
				stdin: process.stdin,
				stdout: process.stdout,
				stderr: process.stderr,
				env: {},
				cwd: folder,
				signal: new AbortController().signal,
				platform,
			};
			return createContext(io as ProcessIO);
		};
		expect(() =>
			checkOutput({ output: "aux.txt", task: "conversational", model: undefined }, context("win32")),
		).toThrow(/device/);
		expect(() =>
			checkOutput({ output: "aux.txt", task: "conversational", model: undefined }, context("linux")),
		).not.toThrow();
	});

	it("are taken as they were typed, with backslashes", () => {
		const place = { cwd: folder, env: {}, platform: "win32" as const };
		expect(readTypedPath("C:\\new\\table.csv", place)).toBe("C:\\new\\table.csv");
	});
});

describe("programs", () => {
	const place = (name: string, text = ""): string => {
		const path = join(folder, name);
		writeFileSync(path, text);
		chmodSync(path, 0o755);
		return path;
	};
	// The paths of the file system here, with the rules of Windows for endings.
	let env: { Path: string };
	beforeEach(() => {
		env = { Path: folder };
	});

	it("are found by their endings, in Path", () => {
		place("tool.cmd");
		expect(findProgram("tool", { env, platform: "win32" })).toMatch(/tool\.cmd$/);
		place("tool.exe");
		expect(findProgram("tool", { env, platform: "win32" })).toMatch(/tool\.exe$/);
		expect(findProgram("tool.cmd", { env, platform: "win32" })).toMatch(/tool\.cmd$/);
		expect(findProgram("none", { env, platform: "win32" })).toBeUndefined();
	});

	it.each([
		["of a package", '@ECHO off\r\nSET dp0=%~dp0\r\n"%_prog%"  "%dp0%\\node_modules\\tool\\cli.js" %*\r\n'],
		["of npm itself", 'SET "NPX_CLI_JS=%~dp0\\node_modules\\tool\\cli.js"\r\n"%NODE_EXE%" "%NPX_CLI_JS%" %*\r\n'],
		["with an .mjs beside another name", 'IF EXIST "%~dp0\\node.exe" (\r\n"%~dp0\\node_modules\\tool\\cli.js" %*\r\n)'],
	])("that are scripts of cmd start without a shell: %s", (_, text) => {
		mkdirSync(join(folder, "node_modules/tool"), { recursive: true });
		writeFileSync(join(folder, "node_modules/tool/cli.js"), "");
		const path = place("npx.cmd", text);
		const start = programStart(path, ["-y", "a & b"], { env, platform: "win32" });
		expect(start.program).toBe(process.execPath);
		expect(start.args).toEqual([join(folder, "node_modules/tool/cli.js"), "-y", "a & b"]);
		expect(programStart(path, [], { env, platform: "linux" }).program).toBe(path);
	});

	it("that are other scripts are left to Windows, which refuses them", () => {
		const path = place("other.bat", "echo %*");
		expect(programStart(path, ["x"], { env, platform: "win32" })).toEqual({ program: path, args: ["x"] });
	});
});

describe("replacing a file that is open elsewhere", () => {
	const failing = (times: number, code: string) => {
		let calls = 0;
		const rename = (): void => {
			if (calls++ < times) throw Object.assign(new Error(code), { code });
		};
		return { rename, count: () => calls };
	};

	it.each(["EPERM", "EACCES", "EBUSY"])("is tried again: %s", (code) => {
		const { rename, count } = failing(3, code);
		renameOver("a", "b", "win32", rename);
		expect(count()).toBe(4);
	});

	it("ends with the error after a while, and at once elsewhere or for other errors", () => {
		expect(() => renameOver("a", "b", "win32", failing(99, "EBUSY").rename)).toThrow("EBUSY");
		const other = failing(99, "ENOENT");
		expect(() => renameOver("a", "b", "win32", other.rename)).toThrow("ENOENT");
		const posix = failing(99, "EPERM");
		expect(() => renameOver("a", "b", "linux", posix.rename)).toThrow("EPERM");
		expect([other.count(), posix.count()]).toEqual([1, 1]);
	});
});

describe("--shell", () => {
	it("is PowerShell on Windows by default", async () => {
		expect(usualShell("win32")).toBe("powershell");
		expect(usualShell("darwin")).toBe("sh");
		const { stdout } = await run(["infer", "-t", "chat", "--sandbox", "--curl", 'It\'s "me" – 5 % & more']);
		expect(stdout).toMatch(/^'\{.*It''s \\"me\\" \\u2013 5 % & more.*\}' \| curl\.exe '/s);
		expect(stdout).toContain('-H "Authorization: Bearer $env:HF_TOKEN" `\n');
		expect(stdout.trimEnd()).toMatch(/--data-binary '@-'$/);
	});

	it("quotes for cmd", async () => {
		const { stdout } = await run(["infer", "-t", "chat", "--sandbox", "--curl", "--shell", "cmd", 'say "100%" & go']);
		expect(stdout).toContain('"Authorization: Bearer %HF_TOKEN%" ^\n');
		expect(stdout).toMatch(/--data-raw \^"\{.*\^&.*\}\^"/);
		expect(stdout).not.toMatch(/[^^]&/);
	});

	it.each([
		["plain", '^"plain^"'],
		['a "b"', '^"a \\^"b\\^"^"'],
		["100%", '^"100^%^"'],
		["a\\", '^"a\\\\^"'],
		['\\"', '^"\\\\\\^"^"'],
		["a & b | c > d", '^"a ^& b ^| c ^> d^"'],
		["(!^)", '^"^(^!^^^)^"'],
	])("quotes a word for cmd: %s", (text, quoted) => {
		expect(SHELLS.cmd.quote(text)).toBe(quoted);
	});

	it("prints the same for sh on every platform", async () => {
		const { stdout } = await run(["infer", "-t", "chat", "--sandbox", "--curl", "--shell", "sh", "Hi"]);
		expect(stdout).toMatch(/^curl 'https:.* \\\n {2}-H "Authorization: Bearer \$HF_TOKEN" \\\n/);
	});
});

it("CRLF and a byte order mark are line ends and nothing else", async () => {
	writeFileSync(join(folder, "in.txt"), "\ufeffone\r\ntwo\r\n");
	const { code, stderr } = await run(["batch", "in.txt", "-t", "chat", "--sandbox", "-o", "out.jsonl"]);
	expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("2 of 2") });
});
