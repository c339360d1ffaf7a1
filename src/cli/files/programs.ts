import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { dirname, join, posix, win32 } from "node:path";
import type { Readable, Writable } from "node:stream";
import { tryReadSmallFile } from "./read-small.ts";

/** Returns the ids of all processes whose environment has a variable with a value; empty if the system does not show that. */
export function listProcesses(variable: string): number[] {
	if (process.platform !== "linux") {
		const { stdout } = spawnSync("ps", ["-axEww", "-o", "pid=,command="], { encoding: "utf8", maxBuffer: 2 ** 26 });
		const lines = (stdout ?? "").split("\n").filter((line) => line.includes(variable));
		return lines.map((line) => Number.parseInt(line, 10)).filter((id) => id > 0);
	}
	return (
		readdirSync("/proc")
			// It may have ended, or belong to another user.
			.filter((id) => /^\d+$/.test(id) && tryReadSmallFile(`/proc/${id}/environ`)?.split("\0").includes(variable))
			.map(Number)
	);
}

/** Returns the name of the program of a process, such as `zsh`; undefined if the system does not show that. */
export function nameOfProcess(id: number, platform: NodeJS.Platform): string | undefined {
	if (platform === "win32" || id <= 0) return undefined;
	if (platform !== "linux") {
		const { stdout } = spawnSync("ps", ["-o", "comm=", "-p", String(id)], { encoding: "utf8" });
		// The name of a login shell starts with a dash.
		return posix.basename((stdout ?? "").trim()).replace(/^-/, "") || undefined;
	}
	return tryReadSmallFile(`/proc/${id}/comm`)?.trim();
}

/** Kills a process; a negative id is a group. */
export function endProcess(id: number, signal: NodeJS.Signals = "SIGKILL"): void {
	try {
		process.kill(id, signal);
	} catch {
		// It has ended.
	}
}

function endGroup(id: number, signal: NodeJS.Signals, platform: NodeJS.Platform): void {
	// Windows has no groups; closing the input is the graceful way.
	if (platform !== "win32") endProcess(-id, signal);
	else if (signal === "SIGKILL")
		spawnSync("taskkill", ["/PID", String(id), "/T", "/F"], { stdio: "ignore", windowsHide: true });
}

/** The environment for the search of programs. */
interface Surroundings {
	env: Readonly<Record<string, string | undefined>>;
	platform?: NodeJS.Platform;
}

/** Returns the path of a program; undefined if it is not installed. */
export function findProgram(name: string, { env, platform = process.platform }: Surroundings): string | undefined {
	const isWindows = platform === "win32";
	const { delimiter } = isWindows ? win32 : posix;
	// Names of variables have no case on Windows.
	const folders = (env["PATH"] ?? (isWindows ? env["Path"] : undefined) ?? "").split(delimiter);
	const hasEnding = /\.(?:exe|cmd|bat|com)$/i.test(name);
	const endings = isWindows && !hasEnding ? [".exe", ".cmd", ".bat"] : [""];
	for (const folder of folders) {
		for (const ending of endings) {
			const path = join(folder || ".", name + ending);
			try {
				accessSync(path, constants.X_OK);
				return path;
			} catch {
				// Not in this folder.
			}
		}
	}
	return undefined;
}

/** The names of this program: the second is for machines where another program is called `hub`. */
export const OWN_NAMES = ["hub", "modelhub"] as const;

/** Returns a name by which other programs can start this one: `modelhub` if only that is on the path. */
export function findOwnName(surroundings: Surroundings): string {
	return OWN_NAMES.find((name) => findProgram(name, surroundings) !== undefined) ?? OWN_NAMES[0];
}

/**
 * Returns how to start a program without a shell. On Windows npm's commands are cmd scripts, which cannot be started this way:
 * the Node script that they name is started instead.
 */
export function programStart(
	command: string,
	args: readonly string[],
	{ env, platform = process.platform }: Surroundings,
): { program: string; args: readonly string[] } {
	const path = /[/\\]/.test(command) ? command : (findProgram(command, { env, platform }) ?? command);
	if (platform !== "win32" || !/\.(?:cmd|bat)$/i.test(path)) return { program: path, args };
	const script = findScript(path);
	return script === undefined ? { program: path, args } : { program: process.execPath, args: [script, ...args] };
}

/** The script in a file that npm wrote: `"%dp0%\..\tool\cli.js"`, or `SET "NPX_CLI_JS=%~dp0\node_modules\…"`. */
function findScript(path: string): string | undefined {
	const text = tryReadSmallFile(path) ?? "";
	const names = [...text.matchAll(/%~?dp0%?\\([^"%\r\n]+\.[cm]?js)/gi)].map(([, name = ""]) => name);
	const [named] = names.map((name) => join(dirname(path), ...name.split("\\"))).filter((script) => existsSync(script));
	return named;
}

/** Variables that every program gets which hub starts to serve it. */
const SHARED_VARIABLES = "PATH HOME LANG TERM TMPDIR TEMP TMP SystemRoot APPDATA LOCALAPPDATA".split(" ");

/** The variables without secrets that programs need to run at all. */
export function sharedVariables(env: Surroundings["env"]): Record<string, string> {
	return Object.fromEntries(SHARED_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** A program in its own process group, with pipes. */
export type GroupLeader = ChildProcessByStdio<Writable, Readable, Readable>;

interface ProgramLimits {
	signal: AbortSignal;
	platform: NodeJS.Platform;
}

/**
 * Starts a program without a shell, in its own process group, which ends with this process in any case.
 * @param env all variables that it gets
 */
export function startGroup(
	command: string,
	args: readonly string[],
	{ env, cwd, signal, platform }: ProgramLimits & { env: Record<string, string>; cwd: string | undefined },
): GroupLeader {
	const start = programStart(command, args, { env, platform });
	// First: if this process is killed now, none of its child processes remain.
	const guard = guardOf(signal);
	const child = spawn(start.program, start.args, {
		cwd,
		env,
		detached: platform !== "win32",
		stdio: ["pipe", "pipe", "pipe"],
		windowsHide: true,
	});
	// Before anything is awaited: a kill -9 may come at any time.
	const { pid } = child;
	if (pid !== undefined) guard((groups) => groups.add(pid));
	child.stdin.on("error", () => undefined);
	return child;
}

/**
 * Ends a program and its child processes: closes its input, then sends SIGTERM, then SIGKILL.
 * @param pauses milliseconds after the first and the second step
 */
export async function closeGroup(
	child: GroupLeader,
	pauses: readonly [number, number],
	{ signal, platform }: ProgramLimits,
): Promise<void> {
	const { pid } = child;
	if (pid === undefined) return;
	const ended = new Promise<true>((resolve) => {
		if (child.exitCode !== null || child.signalCode !== null) resolve(true);
		else child.once("exit", () => resolve(true));
	});
	const waits = (ms: number) =>
		Promise.race([ended, new Promise<false>((done) => setTimeout(done, ms, false).unref())]);
	child.stdin.end();
	if (!(await waits(pauses[0]))) {
		endGroup(pid, "SIGTERM", platform);
		await waits(pauses[1]);
	}
	// Its child processes may remain.
	endGroup(pid, "SIGKILL", platform);
	for (const stream of [child.stdout, child.stderr]) stream.destroy();
	guardOf(signal)((groups) => groups.delete(pid));
}

/** Ends process groups when this process has ended, in any way. It gets the new list with each change. */
type Guard = (change: (groups: Set<number>) => void) => void;

function startGuard(): Guard {
	if (process.platform === "win32") return () => undefined;
	// Its input ends with this process, by kill -9 too.
	const script = 'groups=; while read -r line; do groups=$line; done; [ -z "$groups" ] || kill -s KILL -- $groups';
	const guard = spawn("/bin/sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "ignore"], env: {} });
	guard.on("error", () => undefined);
	guard.stdin.on("error", () => undefined);
	guard.unref();
	(guard.stdin as Writable & { unref?(): void }).unref?.();
	const groups = new Set<number>();
	return (change) => {
		change(groups);
		guard.stdin.write(`${[...groups].map((group) => `-${group}`).join(" ")}\n`);
	};
}

const GUARDS = new WeakMap<AbortSignal, Guard>();

/** One for each run, which has one signal. */
function guardOf(signal: AbortSignal): Guard {
	const guard = GUARDS.get(signal) ?? startGuard();
	GUARDS.set(signal, guard);
	return guard;
}
