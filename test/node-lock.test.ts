import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs, {
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
import { syncBuiltinESMExports } from "node:module";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { JournalWriter } from "../src/node-journal.ts";
import { isLocked, Locked, LockLost, takeLock, withLock } from "../src/node-lock.ts";
import { changeHolder, plantLock, readHolder, removeLock, writeTime } from "./helpers/locks.ts";
import { raceForTakeovers } from "./lock-race.ts";

function openFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "hub-lock-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

const newPath = (): string => join(openFolder(), "out.jsonl");

/** Only Linux tells when a process started. */
const hasProc = existsSync("/proc/self/stat");
const ELSEWHERE = { host: "elsewhere", boot: "abc" };
const MINUTE = 60_000;
const ago = (milliseconds: number): string => writeTime(Date.now() - milliseconds);
const endedProcess = (): string => String(spawnSync(process.execPath, ["-e", ""]).pid);

/** Times pass at once, so that no test waits for a heartbeat. */
function fakeTimes(): void {
	vi.useFakeTimers({
		toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "Date", "performance"],
	});
	onTestFinished(() => void vi.useRealTimers());
}

describe("a lock", () => {
	it("has one holder, and is free after that", async () => {
		const path = newPath();
		const lock = await takeLock(path);
		await expect(takeLock(path)).rejects.toThrow(Locked);
		expect(isLocked(path)).toBe(true);
		lock.release();
		expect(isLocked(path)).toBe(false);
		expect(existsSync(`${path}.lock`)).toBe(false);
		(await takeLock(path)).release();
		expect(readdirSync(join(path, ".."))).toEqual([]);
	});

	it("says who holds it, since when, and what to do", async () => {
		const path = newPath();
		const lock = await takeLock(path);
		onTestFinished(() => lock.release());
		const error = await takeLock(path, { shown: "my results" }).catch((problem: unknown) => problem);
		const host = hostname()
			.replace(/[^\w.-]/g, "_")
			.slice(0, 40);
		const today = new Date().toISOString().slice(0, 10);
		expect(error).toMatchObject({
			message: expect.stringMatching(
				new RegExp(
					`^Another process uses my results: process ${process.pid} on ${host}, since ${today} [0-9:]{8} UTC\\.$`,
				),
			),
			hint: expect.stringContaining("Wait until it ends"),
		});
	});

	it.runIf(hasProc)("names host, start of the machine, PID namespace, process and its start", async () => {
		const path = newPath();
		const lock = await takeLock(path);
		onTestFinished(() => lock.release());
		const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
		expect(readHolder(path)).toMatchObject({
			pid: String(process.pid),
			started: fields[19],
			boot: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").replace(/\W/g, "").slice(0, 16),
			namespace: /\d+/.exec(execFileSync("readlink", ["/proc/self/ns/pid"], { encoding: "utf8" }))?.[0],
		});
	});

	it("is waited for as long as the caller has patience", async () => {
		const path = newPath();
		const first = await takeLock(path);
		let isReleased = false;
		setTimeout(() => {
			isReleased = true;
			first.release();
		}, 50);
		expect(await withLock(path, { patience: MINUTE }, () => isReleased)).toBe(true);
	});

	it("is not waited for after the signal", async () => {
		const path = newPath();
		const lock = await takeLock(path);
		onTestFinished(() => lock.release());
		const stop = new AbortController();
		const taking = takeLock(path, { patience: MINUTE, signal: stop.signal });
		stop.abort(new Error("stopped"));
		await expect(taking).rejects.toThrow("stopped");
	});

	it("is released when the process ends, also by process.exit", () => {
		const path = newPath();
		const url = new URL("../src/node-lock.ts", import.meta.url).href;
		const program = `const { takeLock } = await import(${JSON.stringify(url)});
			await takeLock(${JSON.stringify(path)}); process.exit(3);`;
		const { status } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
		expect(status).toBe(3);
		expect(existsSync(`${path}.lock`)).toBe(false);
	});

	it("is taken where a folder cannot be renamed to one that is there, as on Windows", async () => {
		const { renameSync } = fs;
		onTestFinished(() => {
			fs.renameSync = renameSync;
			syncBuiltinESMExports();
		});
		fs.renameSync = (from, to) => {
			if (statSync(from).isDirectory() && existsSync(to))
				throw Object.assign(new Error("operation not permitted"), { code: "EPERM", syscall: "rename" });
			renameSync(from, to);
		};
		syncBuiltinESMExports();
		const path = newPath();
		// A crash left an empty folder.
		mkdirSync(`${path}.lock`);
		const lock = await takeLock(path);
		await expect(takeLock(path)).rejects.toThrow(Locked);
		lock.release();
		expect(readdirSync(join(path, ".."))).toEqual([]);
	});

	it("cannot be taken in a folder that nothing can be written to", async () => {
		const error = await takeLock(join(openFolder(), "missing", "out.jsonl")).catch((problem: unknown) => problem);
		expect(error).toMatchObject({ code: "ENOENT", path: expect.stringMatching(/out\.jsonl\.lock$/) });
	});
});

/** What a process finds, and whether it may take the lock: at once, after it has watched it, or not at all. */
const LEFT: readonly [string, () => Record<string, string>, "at once" | "after 12 s" | "after 20 s" | "never"][] = [
	["of a process that was killed on this machine", () => ({ pid: endedProcess() }), "at once"],
	[
		"of a process that was killed a moment before its heartbeat",
		() => ({ pid: endedProcess(), beat: ago(0) }),
		"at once",
	],
	["of this process, from before", () => ({}), "never"],
	["of this process, which has slept", () => ({ beat: ago(MINUTE) }), "never"],
	["of an ended process elsewhere, with a fresh heartbeat", () => ({ ...ELSEWHERE, pid: endedProcess() }), "never"],
	["of an ended process elsewhere, whose clock is ahead", () => ({ ...ELSEWHERE, beat: ago(-MINUTE) }), "after 12 s"],
	["of a process elsewhere that is silent", () => ({ ...ELSEWHERE, beat: ago(MINUTE) }), "after 12 s"],
	[
		"of a process elsewhere, ten seconds after its last heartbeat",
		() => ({ ...ELSEWHERE, beat: ago(10_000) }),
		"after 20 s",
	],
	[
		"of another container with this host, boot and process id",
		() => ({ namespace: "7", pid: endedProcess() }),
		"never",
	],
	["of another container that is silent", () => ({ namespace: "7", beat: ago(MINUTE) }), "after 12 s"],
	["of this host before it was started again", () => ({ boot: "abc", beat: ago(MINUTE) }), "after 12 s"],
	["of a machine that tells nothing", () => ({ boot: "", namespace: "", started: "", beat: ago(4000) }), "never"],
];

describe.runIf(hasProc)("a lock that is there", () => {
	it.each(LEFT)("%s", async (_name, change, outcome) => {
		fakeTimes();
		const path = newPath();
		await plantLock(path, change());
		const before = readHolder(path);
		const watched: string[] = [];
		const taking = takeLock(path, { onWatch: (message) => watched.push(message) }).catch((error: unknown) => error);
		const [seconds = "0"] = /\d+/.exec(outcome) ?? [];
		if (seconds !== "0") {
			await vi.advanceTimersByTimeAsync(Number(seconds) * 1000 - 500);
			expect(readHolder(path)).toEqual(before);
			expect(watched).toEqual([expect.stringContaining("Waiting up to 30 s for a sign of life.")]);
		}
		await vi.advanceTimersByTimeAsync(1000);
		if (seconds === "0") expect(watched).toEqual([]);
		const taken = await taking;
		expect(taken instanceof Locked).toBe(outcome === "never");
		expect(readHolder(path).id === before.id).toBe(outcome === "never");
		if (outcome !== "never") (taken as { release(): void }).release();
	});

	it("of a process whose start differs is free: its number was used again", async () => {
		const path = newPath();
		await plantLock(path, { started: "1" });
		(await takeLock(path)).release();
	});

	it("of a process that its parent has not seen end is free", async () => {
		const path = newPath();
		// The shell becomes a program that never asks for its child, and the child ends only after that.
		const untilSleeping = 'until grep -q sleep "/proc/$$/comm"; do :; done';
		const program = spawn("sh", ["-c", `(${untilSleeping}) & echo $! > "$1"; exec sleep 60`, "sh", `${path}.pid`]);
		onTestFinished(() => void program.kill("SIGKILL"));
		const read = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
		await vi.waitFor(() => {
			expect(read(`/proc/${read(`${path}.pid`).trim()}/stat`)).toContain(") Z ");
		}, 20_000);
		const pid = read(`${path}.pid`).trim();
		const [, started = ""] = /\) Z (?:\S+ ){18}(\d+)/.exec(read(`/proc/${pid}/stat`)) ?? [];
		await plantLock(path, { pid, started });
		(await takeLock(path)).release();
	});

	it.each([
		["is right", 8000],
		["is ahead", -10 * MINUTE],
		["is behind", 10 * MINUTE],
	])("and gets a heartbeat while it is watched stays, if the clock of its holder %s", async (_clock, behind) => {
		fakeTimes();
		const path = newPath();
		await plantLock(path, { ...ELSEWHERE, beat: ago(behind) });
		const taking = takeLock(path).catch((error: unknown) => error);
		await vi.advanceTimersByTimeAsync(5000);
		changeHolder(path, { beat: ago(behind) });
		await vi.advanceTimersByTimeAsync(1000);
		expect(await taking).toMatchObject({ name: "Locked", hint: expect.stringContaining("or end it there") });
	});

	it("and gets no more heartbeats while it is waited for is free in the end", async () => {
		fakeTimes();
		const path = newPath();
		await plantLock(path, { ...ELSEWHERE, beat: ago(10 * MINUTE) });
		const taking = takeLock(path, { patience: Number.POSITIVE_INFINITY });
		await vi.advanceTimersByTimeAsync(5000);
		changeHolder(path, { beat: ago(9 * MINUTE) });
		await vi.advanceTimersByTimeAsync(11_000);
		expect(readHolder(path).host).toBe("elsewhere");
		await vi.advanceTimersByTimeAsync(2000);
		(await taking).release();
	});
});

function fill(folder: string, names: readonly string[]): void {
	mkdirSync(folder);
	for (const name of names) writeFileSync(join(folder, name), "");
}

/** What may have the name of a lock without being one. */
const STRANGE: readonly [string, (path: string) => void, "free" | "refused"][] = [
	["an empty folder, of a crash", (path) => mkdirSync(path), "free"],
	["an empty file", (path) => writeFileSync(path, ""), "free"],
	["a planted link to a file", (path) => symlinkSync(join(path, "../victim"), path), "free"],
	["a planted link to a folder", (path) => symlinkSync(join(path, "../others"), path), "free"],
	["a link to nothing", (path) => symlinkSync("/nowhere", path), "free"],
	["a FIFO", (path) => void execFileSync("mkfifo", [path]), "free"],
	["a file of the user's", (path) => writeFileSync(path, '{"lockfileVersion":3}'), "refused"],
	["a file of a gigabyte", (path) => void execFileSync("truncate", ["-s", "1G", path]), "refused"],
	["a folder of the user's", (path) => fill(path, ["notes.txt"]), "refused"],
	[
		"a folder with many names",
		(path) =>
			fill(
				path,
				Array.from({ length: 200 }, (_, index) => `${index}`),
			),
		"refused",
	],
	[
		"a folder with a name that hub does not write so",
		(path) => fill(path, ["7@box,,,,0a,0123456789abcdef,0a"]),
		"refused",
	],
	["a folder with a long name", (path) => fill(path, ["1@".repeat(90)]), "refused"],
];

describe.skipIf(process.platform === "win32")("where a lock should be there is", () => {
	it.each(STRANGE)("%s", async (_name, make, outcome) => {
		const path = newPath();
		const folder = join(path, "..");
		writeFileSync(join(folder, "victim"), "unread");
		mkdirSync(join(folder, "others"));
		writeFileSync(join(folder, "others/notes.txt"), "");
		make(`${path}.lock`);
		const outcomeOf = takeLock(path).then(
			(lock) => {
				expect(statSync(`${path}.lock`).isDirectory()).toBe(true);
				lock.release();
				return "free";
			},
			(error: unknown) => {
				expect(error).toMatchObject({ name: "Locked", message: expect.stringContaining("is not a lock of hub") });
				return "refused";
			},
		);
		expect(await outcomeOf).toBe(outcome);
		expect(existsSync(`${path}.lock`)).toBe(outcome === "refused");
		expect(readFileSync(join(folder, "victim"), "utf8")).toBe("unread");
		expect(readdirSync(join(folder, "others"))).toEqual(["notes.txt"]);
	});
});

describe("a holder", () => {
	it("gives a sign of life every five seconds", async () => {
		fakeTimes();
		const path = newPath();
		const lock = await takeLock(path);
		const first = readHolder(path);
		await vi.advanceTimersByTimeAsync(5000);
		const second = readHolder(path);
		expect(Number.parseInt(second.beat, 36) - Number.parseInt(first.beat, 36)).toBe(5000);
		expect({ ...second, beat: first.beat }).toEqual(first);
		lock.assertHeld();
		lock.release();
		await vi.advanceTimersByTimeAsync(MINUTE);
		expect(existsSync(`${path}.lock`)).toBe(false);
	});

	it.each<[string, (path: string) => void, RegExp]>([
		[
			"was taken over",
			(path) => changeHolder(path, { id: "0123456789abcdef", pid: "77" }),
			/Process 77 on .* has taken over/,
		],
		["was taken over, and released since", (path) => removeLock(path), /lock of .* is gone/],
	])("that slept and %s notices before it writes, and releases nothing", async (_name, takeOver, message) => {
		const path = newPath();
		const lock = await takeLock(path);
		takeOver(path);
		const left = readdirSync(join(path, ".."), { recursive: true });
		expect(() => lock.assertHeld()).toThrow(LockLost);
		expect(() => lock.assertHeld()).toThrow(message);
		lock.release();
		expect(readdirSync(join(path, ".."), { recursive: true })).toEqual(left);
	});

	it("that was taken over does not come back by a heartbeat", async () => {
		fakeTimes();
		const path = newPath();
		const lock = await takeLock(path);
		changeHolder(path, { id: "0123456789abcdef" });
		const other = readHolder(path);
		await vi.advanceTimersByTimeAsync(20_000);
		expect(readHolder(path)).toEqual(other);
		expect(() => lock.assertHeld()).toThrow(LockLost);
		lock.release();
	});

	it("writes nothing more to a journal that is another's, and cuts nothing off from it", async () => {
		const path = newPath();
		const lock = await takeLock(path);
		const failures: Error[] = [];
		const writer = new JournalWriter(path, 0, false, lock, (error) => failures.push(error));
		writer.append('{"id":"0"}\n');
		writer.flush();
		changeHolder(path, { id: "0123456789abcdef" });
		writeFileSync(path, '{"id":"1"}\n', { flag: "a" });
		writer.append('{"id":"2"}\n');
		writer.flush();
		expect(failures).toEqual([expect.any(LockLost)]);
		expect(() => writer.close()).toThrow(LockLost);
		lock.release();
		expect(readFileSync(path, "utf8")).toBe('{"id":"0"}\n{"id":"1"}\n');
	});

	it("learns it within a second also if it has nothing to write", async () => {
		fakeTimes();
		const path = newPath();
		const lock = await takeLock(path);
		const failures: Error[] = [];
		const writer = new JournalWriter(path, 0, false, lock, (error) => failures.push(error));
		changeHolder(path, { id: "0123456789abcdef" });
		await vi.advanceTimersByTimeAsync(1000);
		expect(failures).toEqual([expect.any(LockLost)]);
		expect(() => writer.close()).toThrow(LockLost);
	});
});

it("of six processes that take a lock over from each other, one has it at a time", { timeout: 120_000 }, async () => {
	const { takeovers, doubles, refusals } = await raceForTakeovers(6, 150);
	expect({ takeovers, doubles }).toEqual({ takeovers: 900, doubles: 0 });
	expect(refusals).toBeGreaterThan(0);
});
