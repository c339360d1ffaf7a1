import { execFileSync, spawn } from "node:child_process";
import {
	chmodSync,
	closeSync,
	existsSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Context } from "../../src/cli/context.ts";
import { EXIT } from "../../src/cli/errors/exit-codes.ts";
import { Draft } from "../../src/cli/files/draft.ts";
import { readBounded, TooLarge } from "../../src/cli/files/read-bounded.ts";
import { readPipedStdin } from "../../src/cli/input/stdin.ts";
import { serve } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function openHome(files: Record<string, string> = {}): Home {
	const home = createHome(files);
	onTestFinished(() => home.remove());
	return home;
}

const left = (folder: string): string[] => readdirSync(folder).filter((name) => /part|lock|\.\d+$/.test(name));
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const IMAGE = "hub infer -t t2i --sandbox --param width=16 --param height=16 x";

describe("written files", () => {
	it("get an unpredictable temporary name and do not follow a planted link", async () => {
		const home = openHome({ victim: "mine" });
		// The name that earlier versions used; the command runs in this process.
		symlinkSync(join(home.folder, "victim"), join(home.folder, `.x.png.${process.pid}.part`));
		expect((await home.run(`${IMAGE} -o x.png`)).code).toBe(0);
		expect(readFileSync(join(home.folder, "victim"), "utf8")).toBe("mine");
		const names = [new Draft(home.folder), new Draft(home.folder)].map((draft) => {
			draft.discard();
			return draft.path;
		});
		expect(new Set(names).size).toBe(2);
	});

	it("keep the mode of the file they replace, and the link to it", async () => {
		const home = openHome({ "real/x.png": "old" });
		chmodSync(join(home.folder, "real/x.png"), 0o640);
		symlinkSync("real/x.png", join(home.folder, "x.png"));
		expect((await home.run(`${IMAGE} -o x.png --force`)).code).toBe(0);
		expect(lstatSync(join(home.folder, "x.png")).isSymbolicLink()).toBe(true);
		expect(readFileSync(join(home.folder, "real/x.png")).subarray(1, 4).toString()).toBe("PNG");
		expect(modeOf(join(home.folder, "real/x.png"))).toBe(0o640);
		expect([...left(home.folder), ...left(join(home.folder, "real"))]).toEqual([]);
	});

	it("are not replaced without --force, even behind a dangling link", async () => {
		const home = openHome({ "x.png": "old" });
		symlinkSync("nowhere.png", join(home.folder, "y.png"));
		expect((await home.run(`${IMAGE} -o x.png`)).code).toBe(2);
		expect((await home.run(`${IMAGE} -o y.png`)).code).toBe(2);
		expect(readFileSync(join(home.folder, "x.png"), "utf8")).toBe("old");
		expect(left(home.folder)).toEqual([]);
	});

	it("never replace a device", async () => {
		const home = openHome();
		const before = lstatSync("/dev/null");
		const { code } = await home.run(`${IMAGE} -o /dev/null --force`);
		expect(code).toBe(0);
		expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
		expect(lstatSync("/dev/null").ino).toBe(before.ino);
	});

	it("reach the reader of a FIFO", async () => {
		const home = openHome();
		const fifo = join(home.folder, "pipe");
		execFileSync("mkfifo", [fifo]);
		const line = `${IMAGE} -o pipe --force & head -c 4 pipe | tail -c 3; wait`;
		expect(await home.run(line)).toMatchObject({ code: 0, stdout: "PNG" });
		expect(lstatSync(fifo).isFIFO()).toBe(true);
	});

	it("keep mode and link when a template is formatted", async () => {
		const home = openHome({ "real.jinja": "{% if a %}{{ a }}{% endif %}" });
		chmodSync(join(home.folder, "real.jinja"), 0o600);
		symlinkSync("real.jinja", join(home.folder, "a.jinja"));
		expect((await home.run("hub template format a.jinja --write")).code).toBe(0);
		expect(modeOf(join(home.folder, "real.jinja"))).toBe(0o600);
		expect(lstatSync(join(home.folder, "a.jinja")).isSymbolicLink()).toBe(true);
		expect(readFileSync(join(home.folder, "real.jinja"), "utf8")).toContain("\n\t");
	});

	it("are readable only by their owner if they contain settings or requests", async () => {
		const home = openHome();
		const line = "umask 000; hub config set timeout 30; hub models llama --sandbox";
		await home.run(line);
		const folders = [join(home.folder, ".config/hub"), join(home.folder, ".cache/hub")];
		const files = folders.flatMap((folder) =>
			existsSync(folder)
				? readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))
				: [],
		);
		expect(files.length).toBeGreaterThan(1);
		expect([...folders, ...files].filter((path) => existsSync(path) && (modeOf(path) & 0o077) !== 0)).toEqual([]);
	});
});

/** A disk of 64 kB; undefined where this user may not mount one. */
function mountTinyDisk(home: Home): string | undefined {
	const folder = join(home.folder, "tiny");
	mkdirSync(folder);
	try {
		execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], { stdio: "ignore" });
	} catch {
		return undefined;
	}
	onTestFinished(() => {
		execFileSync("umount", ["-l", folder]);
	});
	return folder;
}

function fill(folder: string, keep: number): void {
	writeFileSync(join(folder, "filler"), Buffer.alloc(64 * 1024 - keep));
}

describe("a full disk", () => {
	it("is reported with code 1 and leaves nothing behind", async ({ skip }) => {
		const home = openHome({ "a.jinja": "{% if a %}{{ a }}{% endif %}".repeat(400) });
		const disk = mountTinyDisk(home);
		if (disk === undefined) return skip("needs the right to mount a disk");
		const config = { HUB_CONFIG_DIR: join(disk, "config") };
		await home.run("hub config set timeout 30", { env: config });
		const stored = readFileSync(join(disk, "config/config.json"), "utf8");
		writeFileSync(join(disk, "a.jinja"), readFileSync(join(home.folder, "a.jinja")));
		fill(disk, 20 * 1024);
		const lines = [
			`${"hub infer -t t2i --sandbox --param width=256 --param height=256 x"} -o tiny/x.png`,
			"hub template format tiny/a.jinja --write",
		];
		for (const line of lines) {
			const { code, stderr } = await home.run(line);
			expect({ line, code, stderr }).toEqual({ line, code: 1, stderr: expect.stringContaining("the disk is full") });
			expect(stderr).not.toContain("bug in hub");
		}
		execFileSync("sh", ["-c", "cat /dev/zero > more 2>/dev/null; true"], { cwd: disk });
		const { code, stderr } = await home.run("hub config set timeout 31", { env: config });
		expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("the disk is full") });
		expect(readdirSync(disk).sort()).toEqual(["a.jinja", "config", "filler", "more"]);
		expect(readdirSync(join(disk, "config"))).toEqual(["config.json"]);
		expect(readFileSync(join(disk, "config/config.json"), "utf8")).toBe(stored);
	});
});

describe("input files", () => {
	const classify = "hub infer -t image-classification --sandbox";

	it.each([
		["a folder", "mkdir dir; ", `${classify} dir`, "dir is a folder, not a file."],
		["a folder as text", "mkdir dir; ", "hub infer -t chat --sandbox @dir", "dir is a folder, not a file."],
		["a file of 5 GB", "truncate -s 5G big.png; ", `${classify} big.png`, "big.png is larger than 1.0 GB"],
		["a file above --max-input", "truncate -s 3M a.png; ", `${classify} a.png --max-input 2MB`, "larger than 2.0 MB"],
		["standard input above --max-input", "", `head -c 3000000 /dev/zero | ${classify} - --max-input 2000000`, "2.0 MB"],
		["an endless device", "", `${classify} /dev/zero --max-input 20MB`, "/dev/zero is larger than 20.0 MB"],
		["a socket", "", `${classify} "$SOCKET"`, "Cannot use"],
		["a name that is too long", "", `${classify} ${"x".repeat(300)}.png`, "the name is too long"],
		["an invalid size", "", `${classify} a.png --max-input lots`, "a size such as 2MB"],
		["JSON that is nested too deeply", "", `hub infer -t chat --sandbox hi --params deep.json`, "nested too deeply"],
		[
			"a prompt that is nested too deeply",
			"",
			"hub infer -t chat --sandbox hi -T ./deep.yaml",
			"it is nested too deeply.\n",
		],
	])("%s is a usage error", async (_, prepare, line, says) => {
		const home = openHome({
			"deep.json": `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
			"deep.yaml": `prompt: ${"[".repeat(50_000)}`,
		});
		const { createServer } = await import("node:net");
		const socket = join(home.folder, "s");
		const server = createServer().listen(socket);
		onTestFinished(() => void server.close());
		const { code, stderr } = await home.run(prepare + line, { env: { SOCKET: socket } });
		expect(stderr).toMatch(says);
		expect({ code, isFault: stderr.includes("bug in hub") }).toEqual({ code: 2, isFault: false });
	});

	it("are never read beyond the limit", async () => {
		const signal = new AbortController().signal;
		await expect(readBounded("/dev/zero", 5_000_000, signal)).rejects.toThrow(TooLarge);
	});

	it("are read to the end from a FIFO, whenever it is written", async () => {
		const home = openHome();
		execFileSync("mkfifo", [join(home.folder, "pipe")]);
		const writer = spawn("bash", ["-c", "sleep 0.2; exec > pipe; echo -n a; sleep 0.1; echo -n b"], {
			cwd: home.folder,
		});
		const bytes = await readBounded(join(home.folder, "pipe"), 100, new AbortController().signal);
		expect(Buffer.from(bytes).toString()).toBe("ab");
		writer.kill();
	});

	it("are abandoned on abort if a FIFO has no writer", async () => {
		const home = openHome();
		execFileSync("mkfifo", [join(home.folder, "pipe")]);
		const controller = new AbortController();
		const reading = readBounded(join(home.folder, "pipe"), 100, controller.signal);
		controller.abort(new Error("enough"));
		await expect(reading).rejects.toThrow("enough");
	});

	it.each([
		[
			"a FIFO, with a note",
			true,
			["Nothing arrived on standard input within 2 s; continuing without it. Use - to wait for it."],
		],
		["a socket, without one", false, []],
	])("are not awaited beside other input from %s, if nothing comes", async (_, isFifo, notes) => {
		const home = openHome();
		const pipe = join(home.folder, "pipe");
		execFileSync("mkfifo", [pipe]);
		// Open for both, or opening would wait for a writer.
		const descriptor = openSync(pipe, "r+");
		const stdin = new PassThrough();
		vi.useFakeTimers();
		onTestFinished(() => {
			closeSync(descriptor);
			vi.useRealTimers();
		});
		const noted: string[] = [];
		const reading = readPipedStdin({
			flags: {},
			stdin,
			stdinDescriptor: isFifo ? descriptor : undefined,
			signal: new AbortController().signal,
			note: (text: string) => noted.push(text),
		} as unknown as Context);
		await vi.advanceTimersByTimeAsync(2000);
		expect(await reading).toBeUndefined();
		expect(noted).toEqual(notes);
		expect(stdin.isPaused()).toBe(true);
	});

	it("report too many open files as a system error, not wrong usage", async () => {
		const home = openHome({ "a.json": "{}" });
		// Every lazy part of the command is a file too: here all is loaded before the limit is reached.
		const contents = `
			import { openSync } from "node:fs";
			import { describeError } from "./src/cli/errors/report.ts";
			import { EXIT } from "../../src/cli/errors/exit-codes.ts";
import { Draft } from "./src/cli/files/draft.ts";
			import { readBounded } from "./src/cli/files/read-bounded.ts";
			const tell = (error) => console.log(JSON.stringify(describeError(error, { cwd: process.cwd() })));
			try { for (;;) openSync("/dev/null", "r"); } catch {}
			await readBounded("a.json", 100, new AbortController().signal).catch(tell);
			try { new Draft(process.cwd()); } catch (error) { tell(error); }`;
		await build({
			stdin: { contents, resolveDir: root, loader: "ts" },
			bundle: true,
			platform: "node",
			format: "esm",
			outfile: join(home.folder, "hog.mjs"),
		});
		const { stdout } = await home.run(`ulimit -n 64; "${process.execPath}" hog.mjs`);
		const reports = stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as object);
		const report = { code: "out-of-resources", exit: EXIT.failure };
		const message = expect.stringContaining("this process has too many files open");
		expect(reports).toEqual([
			expect.objectContaining({ ...report, message }),
			expect.objectContaining({ ...report, message }),
		]);
	});
});

describe("outside failures", () => {
	it.each([
		["a status above 599", { status: 999, body: { error: "odd" } }, [4, 4, 4]],
		[
			"endlessly nested JSON in an error",
			{
				status: 400,
				headers: { "content-type": "application/json" },
				body: `{"error":${"[".repeat(300_000)}${"]".repeat(300_000)}}`,
			},
			[4, 4, 4],
		],
		[
			"endlessly nested JSON",
			{ headers: { "content-type": "application/json" }, body: `${"[".repeat(300_000)}${"]".repeat(300_000)}` },
			// Where a stream is expected, JSON is the provider's refusal.
			[4, 5, 5],
		],
		[
			"an endlessly nested event",
			{
				headers: { "content-type": "text/event-stream" },
				body: `data: {"choices":${"[".repeat(300_000)}${"]".repeat(300_000)}}\n\n`,
			},
			[5, 5, 5],
		],
	])("%s is not reported as a fault of hub", async (_, answer, codes) => {
		const server = await serve(answer);
		for (const [index, flags] of ["", "--no-stream", "--json"].entries()) {
			const { code, stderr } = await openHome().run(
				`hub infer -t chat -m m --endpoint ${server.url} --retries 0 ${flags} hi`,
			);
			expect(stderr).not.toContain("bug in hub");
			expect(code, stderr).toBe(codes[index]);
		}
	});
});
