import { execFileSync, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, type TestContext } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { runProcess } from "../helpers/run-process.ts";
import { startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

const HUB = builtFile("bin/hub.js");
/** Milliseconds a signal may take here: far below every limit of time, and enough for a busy machine. */
const PROMPT = 4_000;
/** Milliseconds that are enough for a start on a busy machine. What has ended by then fails the test by its exit code. */
const START = 2_000;
/** Hundredths of a second of CPU time that no start takes. */
const AT_WORK = 40;

const NESTED = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}";
const SUMS = "{% for a in range(99999) %}{% set x = range(100000)|sum %}{% endfor %}";

function openHome(files: Record<string, string>, { onTestFinished }: Pick<TestContext, "onTestFinished">): Home {
	const home = createHome(files);
	onTestFinished(() => home.remove());
	execFileSync("mkfifo", [join(home.folder, "pipe")]);
	return home;
}

/** Waits until a process has begun its work, by its CPU time; for ever if it waits itself, or if the system does not tell. */
async function untilBusy(pid: number | undefined): Promise<void> {
	for (let used = 0; used < AT_WORK; await sleep(20)) {
		// The fields after the name, which may hold blanks: the twelfth and thirteenth are the time in user and system mode.
		const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
		const [user, system] = stat
			.replace(/^.*\) /s, "")
			.split(" ")
			.slice(11);
		used = Number(user ?? 0) + Number(system ?? 0);
		if (stat === "") return new Promise(() => undefined);
	}
}

/** Starts the built command, lets it come to its work, and ends it. */
async function interrupt(home: Home, args: readonly string[], signal: "SIGINT" | "SIGTERM") {
	const child = spawn(process.execPath, [HUB, ...args], {
		cwd: home.folder,
		env: home.env,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = new Promise<number>((resolve) => {
		child.on("close", (code, by) => resolve(code ?? (by === "SIGINT" ? 130 : 143)));
	});
	await Promise.race([untilBusy(child.pid), sleep(START)]);
	const start = performance.now();
	child.kill(signal);
	const code = await Promise.race([ended, sleep(20_000, -1)]);
	child.kill("SIGKILL");
	return { code, elapsed: performance.now() - start };
}

describe("Ctrl-C and SIGTERM end", () => {
	const image = ["infer", "-t", "image-classification", "--sandbox"];
	const check = async (args: readonly string[], test: Pick<TestContext, "onTestFinished" | "expect">) => {
		const home = openHome({ "nested.jinja": NESTED, "sums.jinja": SUMS }, test);
		const [int, term] = await Promise.all([interrupt(home, args, "SIGINT"), interrupt(home, args, "SIGTERM")]);
		test.expect([int.code, term.code]).toEqual([130, 143]);
		test.expect(Math.max(int.elapsed, term.elapsed)).toBeLessThan(PROMPT);
	};

	// One after the other: each of them keeps both cores busy.
	it.for([
		["a template of nested empty loops", ["template", "render", "nested.jinja"]],
		["a template that works inside filters", ["template", "render", "sums.jinja"]],
	] as const)("%s", async ([, args], test) => check(args, test));

	it.concurrent.for([
		["a FIFO as an image", [...image, "pipe"]],
		["an endless device as an image", [...image, "/dev/zero", "--max-input", "100GB"]],
		["a FIFO as a template", ["template", "format", "pipe"]],
		["a FIFO as parameters", ["infer", "-t", "chat", "--sandbox", "hi", "--params", "pipe"]],
		[
			"a FIFO without a reader as output",
			["infer", "-t", "t2i", "--sandbox", "--param", "width=16", "--param", "height=16", "x", "-o", "pipe", "--force"],
		],
	] as const)("%s", async ([, args], test) => check(args, test));

	it("a response that never ends", async ({ onTestFinished }) => {
		const server = await startServer(() => ({ ending: "silence" }));
		onTestFinished(() => server.close());
		const home = openHome({}, { onTestFinished });
		const { code, elapsed } = await interrupt(
			home,
			["infer", "-t", "chat", "-m", "m", "--endpoint", server.url, "hi"],
			"SIGINT",
		);
		expect(code).toBe(130);
		expect(elapsed).toBeLessThan(PROMPT);
	});
});

/** Code that the command runs first: it sends the signal itself, in the middle of work that does not pause. */
const SIGNALS = {
	"is loaded": `const { on } = process;
		process.on = (name, ...rest) => {
			on.call(process, name, ...rest);
			if (name === "SIGINT") process.kill(process.pid, name);
			return process;
		};`,
	"reads a file": `const fs = require("node:fs");
		const { openSync } = fs;
		fs.openSync = (path, ...rest) => {
			if (String(path).endsWith("large.json")) process.kill(process.pid, "SIGINT");
			return openSync(path, ...rest);
		};`,
};

it.each(Object.entries(SIGNALS))("Ctrl-C while a command %s ends it before its work", async (_, code) => {
	const names = Array.from({ length: 20_000 }, (__, index) => `p${index}`);
	const schema = { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) };
	const home = createHome({ "large.json": JSON.stringify(schema), "preload.cjs": code });
	onTestFinished(() => home.remove());
	const args = ["infer", "-t", "chat", "--sandbox", "--dry-run", "--schema", "@large.json", "hi"];
	const outcome = await runProcess(process.execPath, ["--require", "./preload.cjs", HUB, ...args], {
		cwd: home.folder,
		env: home.env,
	});
	expect({ code: outcome.code, stdout: outcome.stdout.toString() }).toEqual({ code: 130, stdout: "" });
});
