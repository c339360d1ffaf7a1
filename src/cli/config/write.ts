import { chmodSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wait } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { makeFolder, replaceFile } from "../files/replace-file.ts";
import { hubFolder } from "./folders.ts";
import { readConfig, type StoredConfig } from "./settings.ts";

/**
 * Changes the configuration. The file is read, changed and replaced as a whole under a lock, so that concurrent
 * commands never undo each other's changes, and a reader never sees a partial file.
 * @param change modifies the stored configuration
 * @returns the path of the file
 */
export async function updateConfig(context: Context, change: (stored: StoredConfig) => void): Promise<string> {
	const folder = hubFolder("config", context.env);
	makeFolder(folder, 0o700);
	// A folder chosen by the user may contain other files, so its mode is not changed; `hub doctor` checks it.
	if (!context.env["HUB_CONFIG_DIR"]) chmodSync(folder, 0o700);
	return await withLock(join(folder, "config.lock"), context.signal, () => {
		const { path, ...stored } = readConfig(context);
		change(stored);
		replaceFile(path, `${JSON.stringify(stored, undefined, "\t")}\n`, 0o600);
		return path;
	});
}

/** In milliseconds. The work takes a few milliseconds; an older lock was left behind. */
const OLD = { ofDeadProcess: 1_000, ofAnyProcess: 10_000 };
const LOCK_TIMEOUT_MS = 15_000;
const PAUSE = 15;

/**
 * Runs work while holding a lock.
 * @param path file that exists while the lock is held; it names the process
 * @throws UsageError if another process holds the lock and does not release it
 */
export async function withLock<Result>(path: string, signal: AbortSignal, work: () => Result): Promise<Result> {
	const mark = `${process.pid} ${crypto.randomUUID()}\n`;
	const end = Date.now() + LOCK_TIMEOUT_MS;
	while (!take(path, mark)) {
		const holder = read(path);
		if (holder !== undefined && isAbandoned(path, holder)) remove(path, holder);
		else if (Date.now() > end) {
			throw new UsageError(
				`Another hub process has locked the configuration and does not finish: ${path}`,
				"Stop it, or remove that file.",
				"config-locked",
			);
		} else await wait(PAUSE * (0.5 + Math.random()), signal);
	}
	try {
		return work();
	} finally {
		if (read(path) === mark) unlinkSync(path);
	}
}

function take(path: string, mark: string): boolean {
	try {
		writeFileSync(path, mark, { flag: "wx", mode: 0o600 });
		return true;
	} catch (error) {
		const { code, syscall } = error as NodeJS.ErrnoException;
		if (code === "EEXIST") return false;
		// The disk is full: the lock was created but is empty.
		if (syscall === "write" && read(path) !== mark) rmSync(path, { force: true });
		throw Object.assign(error as Error, { path });
	}
}

function isAbandoned(path: string, holder: string): boolean {
	try {
		const age = Date.now() - statSync(path).mtimeMs;
		return age > (isAlive(Number.parseInt(holder, 10)) ? OLD.ofAnyProcess : OLD.ofDeadProcess);
	} catch {
		return false;
	}
}

function isAlive(pid: number): boolean {
	if (Number.isNaN(pid)) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== "ESRCH";
	}
}

/** Moved away first: only one of several processes that find an abandoned lock succeeds. */
function remove(path: string, holder: string): void {
	const aside = `${path}.${crypto.randomUUID()}`;
	try {
		renameSync(path, aside);
		const moved = read(aside);
		unlinkSync(aside);
		// Another process was faster and holds the lock already: put it back.
		if (moved !== undefined && moved !== holder) take(path, moved);
	} catch {
		// Gone already.
	}
}

function read(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return undefined;
	}
}
