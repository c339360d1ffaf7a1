import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { hasFields, isCount, isNumber, isText } from "../../../../base/check-fields.ts";
import { parseJson } from "../../../../base/json.ts";
import { UsageError } from "../../../errors/usage.ts";
import { draftName } from "../../../files/replace-file.ts";
import {
	adviseRepair,
	findDifference,
	findInputChange,
	type Manifest,
	manifestPath,
	readManifest,
	writeManifest,
} from "./manifest.ts";
import { type JournalState, scanJournal } from "./scan.ts";
import type { RowWriter } from "./write.ts";

/** Takes the lines of an output that is a folder. */
interface PartSink {
	/** Starts to take lines. `onFailure` is called if they cannot be written. */
	open(onFailure: (error: Error) => void): RowWriter;
	/** Writes the last part. Rejects if a part could not be written. */
	finish(): Promise<void>;
	save(manifest: Manifest): Promise<void>;
}

/** An output that is ready to be written to. */
export interface OpenOutput {
	/** File with one line per row. */
	journal: string;
	manifest: Manifest;
	/** Results of earlier runs; undefined for a new output. */
	state: JournalState | undefined;
	release(): void;
	/** How the input differs from that of the earlier runs. */
	inputChange?: string | undefined;
	/** Set if the output is a folder: the journal is what is in none of its parts yet. */
	parts?: PartSink;
}

/** Returns the journal of an output: the output itself or, for a table, the file next to it. */
export function journalPath(output: string, isTable: boolean): string {
	return isTable ? `${output}.jsonl` : output;
}

/**
 * Locks the output for this process, and reads the results of earlier runs.
 * @throws UsageError if it belongs to another run or was not written by hub; Locked while another process uses it
 */
export function openOutput(output: string, isTable: boolean, now: Manifest, isForced: boolean): OpenOutput {
	const journal = journalPath(output, isTable);
	const folder = dirname(output);
	if (!existsSync(folder))
		throw new UsageError(`The folder ${folder} does not exist.`, "Create it, or name another file with -o.");
	const release = takeLock(output);
	try {
		if (isForced) setAside([output, journal, manifestPath(output)]);
		const before = readManifest(output);
		const isThere = existsSync(journal) && statSync(journal).size > 0;
		if (!before) {
			if (isThere && hasResults(journal)) throw lacksManifest(output);
			if (isThere || (isTable && existsSync(output))) throw notOurs(isThere ? journal : output);
			writeManifest(output, now);
			return { journal, manifest: now, state: undefined, release };
		}
		const isRestored = before.isRestored ?? false;
		const difference = isRestored ? undefined : findDifference({ ...before, inputs: now.inputs }, now);
		if (difference !== undefined) {
			throw new UsageError(
				`${output} belongs to another run: ${difference}.`,
				"Name another file with -o, or start over with --force.",
			);
		}
		const state = isThere ? scanJournal(journal) : undefined;
		if (state?.foreignLine !== undefined) throw damaged(journal, state.foreignLine, output);
		const inputChange = findInputChange(before, now);
		if (!isRestored) return { journal, manifest: { ...before, ended: null }, state, release, inputChange };
		const manifest = { ...now, counts: before.counts };
		writeManifest(output, manifest);
		return { journal, manifest, state, release };
	} catch (error) {
		release();
		throw error;
	}
}

/** A line of an output is not as hub wrote it. */
export function damaged(journal: string, line: number, output: string): UsageError {
	return new UsageError(`Line ${line} of ${journal} is damaged.`, adviseRepair(output), "invalid-file");
}

/** An output has results, but no manifest that identifies their run. */
export function lacksManifest(output: string): UsageError {
	return new UsageError(`${manifestPath(output)} is missing.`, adviseRepair(output), "invalid-file");
}

/** Whether a file has lines that hub wrote. */
export function hasResults(journal: string): boolean {
	if (!statSync(journal, { throwIfNoEntry: false })?.isFile()) return false;
	const { done, failed } = scanJournal(journal);
	return done.count + failed.count > 0;
}

/** The file is not one that hub wrote. */
export function notOurs(what: string): UsageError {
	return new UsageError(
		`${what} is not an output of hub batch.`,
		"Name another file with -o, or start over with --force, which keeps this one as .old.",
	);
}

/** Files are kept as `.old`, `.old.2` …, never overwritten. */
function setAside(paths: readonly string[]): void {
	const present = [...new Set(paths)].filter((path) => existsSync(path));
	const ending = freeEnding(present);
	for (const path of present) renameSync(path, path + ending);
}

/** A suffix (`.old`, `.old.2` …) that is free for all of the files. */
export function freeEnding(paths: readonly string[]): string {
	for (let number = 1; ; number++) {
		const ending = number === 1 ? ".old" : `.old.${number}`;
		if (!paths.some((path) => existsSync(path + ending))) return ending;
	}
}

const HEARTBEAT_MS = 5000;
/** A holder on another host counts as dead this long after its last heartbeat. */
const LOCK_TIMEOUT_MS = 30_000;

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
 * @param shown what is locked, for the message
 * @returns releases it
 * @throws Locked while another process holds it
 */
export function takeLock(path: string, shown = path): () => void {
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
		if (holder && isAlive(holder)) throw new Locked(shown, holder);
		remove(file, holder);
	}
	const timer = setInterval(() => {
		try {
			beat(file, text());
		} catch {
			// A full disk: the journal reports it.
		}
	}, HEARTBEAT_MS);
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
		// Another process has removed it.
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
	if (host !== hostname()) return Date.now() - beat < LOCK_TIMEOUT_MS;
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
