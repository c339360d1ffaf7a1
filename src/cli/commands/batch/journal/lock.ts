import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { hasFields, isCount, isNumber, isText } from "../../../../base/check-fields.ts";
import { parseJson } from "../../../../base/json.ts";
import { draftName } from "../../../files/replace-file.ts";

const BEAT_MS = 5000;
/** A holder on another host counts as dead this long after its last heartbeat. */
const PATIENCE_MS = 30_000;

interface Holder {
	pid: number;
	host: string;
	/** Start time of the process in the system's units: process ids are reused. */
	started: string;
	beat: number;
}

/** Another process is using the output. */
export class Locked extends Error {
	readonly holder: { pid: number; host: string };

	constructor(path: string, holder: Holder) {
		super(`Another hub batch (process ${holder.pid} on ${holder.host}) is writing ${path}.`);
		this.name = "Locked";
		this.holder = holder;
	}
}

/** Whether a process is using an output. */
export function isLocked(path: string): boolean {
	const holder = read(`${path}.lock`);
	return holder !== undefined && isAlive(holder);
}

/**
 * Takes the lock of an output.
 * @returns releases it
 * @throws Locked while another process holds it
 */
export function takeLock(path: string): () => void {
	const file = `${path}.lock`;
	const own = (): Holder => ({ pid: process.pid, host: hostname(), started: startOf(process.pid), beat: Date.now() });
	const text = (): string => `${JSON.stringify(own())}\n`;
	for (;;) {
		try {
			writeFileSync(file, text(), { flag: "wx", mode: 0o600 });
			break;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		}
		const holder = read(file);
		if (holder && isAlive(holder)) throw new Locked(path, holder);
		remove(file, holder);
	}
	const timer = setInterval(() => {
		try {
			beat(file, text());
		} catch {
			// A full disk: the journal reports it.
		}
	}, BEAT_MS);
	timer.unref();
	return () => {
		clearInterval(timer);
		rmSync(file, { force: true });
	};
}

/** Replaces the lock itself: a link that was put in its place is not followed. */
function beat(file: string, text: string): void {
	const draft = draftName(dirname(file));
	try {
		writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
		renameSync(draft, file);
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}

/** Moved away first, so that only one of several processes takes over an abandoned lock. */
function remove(file: string, seen: Holder | undefined): void {
	const aside = draftName(dirname(file));
	try {
		renameSync(file, aside);
		const moved = read(aside);
		rmSync(aside, { force: true });
		if (moved && seen && moved.pid !== seen.pid)
			writeFileSync(file, `${JSON.stringify(moved)}\n`, { flag: "wx", mode: 0o600 });
	} catch {
		// Gone already.
	}
}

function read(file: string): Holder | undefined {
	try {
		return parseHolder(readFileSync(file, "utf8"));
	} catch {
		return undefined;
	}
}

// Process ids from 0 down name groups of processes.
const isPid = (value: unknown): boolean => isCount(value) && value !== 0;
const isHolder = hasFields({ pid: isPid, host: isText, started: isText, beat: isNumber }) as (
	value: unknown,
) => value is Holder;

/** Undefined for a lock that is cut off, or that hub did not write: nobody holds it. */
function parseHolder(text: string): Holder | undefined {
	const value = parseJson(text);
	return isHolder(value) ? value : undefined;
}

function isAlive({ pid, host, started, beat }: Holder): boolean {
	if (host !== hostname()) return Date.now() - beat < PATIENCE_MS;
	try {
		process.kill(pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
	}
	return startOf(pid) === started;
}

/** When a process started, in the system's ticks; empty if unknown. */
function startOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
	} catch {
		return "";
	}
}
