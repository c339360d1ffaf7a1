/**
 * Locks, for the command and for programs: which process may write an output, the configuration, or a file that several
 * share.
 *
 * The lock of PATH is a folder `PATH.lock` with one empty file, whose *name* identifies the holder. Nothing is read from that
 * file, and nothing is written to it. Each step is one rename or removal of that name, which fails if the name has
 * changed since it was read:
 *
 * - taking: a folder with the own name in it, prepared beside, is renamed to `PATH.lock`. That fails while there is a
 *   folder that is not empty.
 * - a heartbeat: the name is renamed to one with the present time.
 * - a takeover: the name of a dead holder is renamed to the process's own. Of several processes, or of a process and the last
 *   heartbeat of a holder that was thought dead, one succeeds.
 * - a release: the own name is removed, then the folder, if it is empty.
 *
 * So two processes never hold a lock, and no crash leaves half of a step behind. One risk remains: a process may be suspended
 * between its last check and a write: it completes that one write when it resumes, and fails at the next check.
 */
import { lstatSync, mkdirSync, opendirSync, renameSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { wait } from "./http/abort.ts";
import { backoff } from "./http/backoff.ts";
import { findFate, isNeighbor, ownProcess, type ProcessIdentity } from "./node-processes.ts";

const HEARTBEAT_MS = 5000;

/** A heartbeat that is younger is that of a live process: the next one is not overdue yet. */
const FRESH_MS = HEARTBEAT_MS + 2000;

/** A process that cannot be checked from here, such as one on another machine, is dead after this long without a heartbeat. */
const LOCK_TIMEOUT_MS = 30_000;

/**
 * A process must be watched for this long by this machine's clock, more than two heartbeats, however old its last
 * heartbeat looks: the clocks of two machines may differ.
 */
const WATCH_MS = 12_000;

/** Failures of the system in a row, such as a virus scanner that has a file open, after which taking a lock fails. */
const MAX_FAILURES = 20;

/** Maximum names to read from a folder: a lock has one, and a listing during a change may have several. */
const MAX_NAMES = 16;

/** Who holds a lock. */
interface Holder extends ProcessIdentity {
	/** When it took the lock, and its last heartbeat, in milliseconds since 1970. */
	since: number;
	beat: number;
	/** Distinguishes holders in the same process. */
	id: string;
}

/** A lock that this process holds. */
export interface Lock {
	/**
	 * To be called before each write to what is locked.
	 * @throws LockLost if another process has taken the lock over
	 */
	assertHeld(): void;
	/** Releases the lock, unless another process has taken it over. */
	release(): void;
}

export interface LockOptions {
	/** What is locked, for messages. Default: the path. */
	shown?: string | undefined;
	/** Milliseconds to wait for a live holder. Default 0. */
	patience?: number | undefined;
	signal?: AbortSignal | undefined;
	/** Called if it takes some seconds to see whether the holder is alive. */
	onWatch?: ((message: string) => void) | undefined;
}

/** A lock cannot be taken: another process holds it, or an unrelated file has its name. */
export class Locked extends Error {
	override readonly name = "Locked";
	/** What to do about it. */
	readonly hint: string;

	constructor(message: string, hint: string) {
		super(message);
		this.hint = hint;
	}
}

/** Another process has taken over a lock, since this one had not responded. */
export class LockLost extends Error {
	override readonly name = "LockLost";
	readonly hint = "Nothing was written to it since then. Run the same command again when that process has ended.";

	constructor(shown: string, silence: number, holder: Holder | undefined) {
		const seconds = Math.round(silence / 1000);
		super(
			holder
				? `${describeHolder(holder)} has taken over ${shown}: this one did not respond for ${seconds} s, as when a computer sleeps.`
				: `The lock of ${shown} is gone: another process took it over and has ended, or it was removed.`,
		);
	}
}

/**
 * Takes a lock. A dead holder's lock is taken over: at once if its process has ended on this machine, else after half a
 * minute without a heartbeat.
 * @throws Locked while another process holds it
 */
export async function takeLock(path: string, options: LockOptions = {}): Promise<Lock> {
	const { shown = path, patience = 0, signal, onWatch } = options;
	const folder = `${path}.lock`;
	const begun = performance.now();
	const watch = createWatch((holder) =>
		onWatch?.(`${describeUse(shown, holder)} Waiting up to ${LOCK_TIMEOUT_MS / 1000} s for a sign of life.`),
	);
	let failures = 0;
	for (let looks = 1; ; looks++) {
		signal?.throwIfAborted();
		try {
			const own = describeSelf();
			const holder = readHolder(folder);
			const state = holder && watch(holder);
			if (!holder ? createFolder(folder, own) : state === "dead" && renameHolder(folder, holder, own))
				return new HeldLock(folder, own, shown);
			if (holder && state === "alive" && performance.now() - begun >= patience) throw refusal(shown, holder);
			// Another process was faster, and may need the lock for a moment only.
			if (!holder || state === "dead") looks = 1;
		} catch (error) {
			if (!isTransient(error) || ++failures > MAX_FAILURES) throw error;
		}
		await wait(backoff("lock", looks), signal);
	}
}

/** Runs work while holding a lock. */
export async function withLock<Result>(
	path: string,
	options: LockOptions,
	work: (lock: Lock) => Result | Promise<Result>,
): Promise<Result> {
	const lock = await takeLock(path, options);
	try {
		return await work(lock);
	} finally {
		lock.release();
	}
}

/** Whether a process appears to hold the lock of a path, from a single check. */
export function isLocked(path: string): boolean {
	const holder = tryTo(() => readHolder(`${path}.lock`, false));
	if (!holder) return false;
	const state = stateOf(holder);
	return state === "unknown" ? ageOf(holder) < LOCK_TIMEOUT_MS : state === "alive";
}

/** The locks of this process, by their ids. */
const HELD = new Map<string, HeldLock>();

function releaseAll(): void {
	for (const lock of HELD.values()) lock.release();
}

class HeldLock implements Lock {
	private readonly folder: string;
	private readonly shown: string;
	private holder: Holder;
	private readonly timer: ReturnType<typeof setInterval>;
	private failure: LockLost | undefined;

	constructor(folder: string, holder: Holder, shown: string) {
		this.folder = folder;
		this.holder = holder;
		this.shown = shown;
		this.timer = setInterval(() => this.beat(), HEARTBEAT_MS);
		this.timer.unref();
		if (HELD.size === 0) process.on("exit", releaseAll);
		HELD.set(holder.id, this);
	}

	assertHeld(): void {
		// After a sleep the heartbeat comes first: it is a write, which the cache of a network file system cannot fake.
		if (Math.abs(Date.now() - this.holder.beat) >= HEARTBEAT_MS) this.beat();
		else if (!exists(join(this.folder, nameOf(this.holder)))) this.findAgain();
		if (this.failure) throw this.failure;
	}

	release(): void {
		clearInterval(this.timer);
		if (!HELD.delete(this.holder.id)) return;
		if (HELD.size === 0) process.off("exit", releaseAll);
		if (this.failure) return;
		tryTo(() => unlinkSync(join(this.folder, nameOf(this.holder))));
		tryTo(() => rmdirSync(this.folder));
	}

	private beat(): void {
		if (this.failure) return;
		const next = { ...this.holder, beat: Date.now() };
		try {
			if (renameHolder(this.folder, this.holder, next)) this.holder = next;
			else this.findAgain();
		} catch {
			// A full disk, or a network that is down: the next heartbeat retries.
		}
	}

	/** The name is gone: another process has it, or a file server repeated a rename and reports the second one as failed. */
	private findAgain(): void {
		const now = tryTo(() => readHolder(this.folder, false));
		if (now?.id === this.holder.id) this.holder = now;
		else this.failure = new LockLost(this.shown, Date.now() - this.holder.beat, now);
	}
}

/**
 * Creates the folder of a free lock, with its holder in it.
 * @returns whether it was free
 */
function createFolder(folder: string, own: Holder): boolean {
	const name = nameOf(own);
	const draft = join(dirname(folder), `.hub-${process.pid}-${own.id}.part`);
	try {
		mkdirSync(draft, { mode: 0o700 });
		writeFileSync(join(draft, name), "", { flag: "wx", mode: 0o600 });
		renameSync(draft, folder);
		return true;
	} catch (error) {
		tryTo(() => rmSync(draft, { recursive: true, force: true }));
		if (exists(join(folder, name))) return true;
		// Messages name the lock, not its draft.
		if (!exists(folder)) throw Object.assign(error as Error, { path: folder });
		// Windows and some file servers do not rename a folder onto an empty one. One that is not empty stays.
		tryTo(() => rmdirSync(folder));
		return false;
	}
}

/**
 * Renames a holder to another one: a takeover, or a heartbeat.
 * @returns whether the holder was still there
 */
function renameHolder(folder: string, from: Holder, to: Holder): boolean {
	const target = join(folder, nameOf(to));
	try {
		renameSync(join(folder, nameOf(from)), target);
		return true;
	} catch (error) {
		if (!isMissing(error)) throw error;
		return exists(target);
	}
}

/**
 * The holder of a lock; undefined if it is free.
 * @param clears removes what is not a lock and has no content
 * @throws Locked for an unrelated folder or file
 */
function readHolder(folder: string, clears = true): Holder | undefined {
	const stats = lstatSync(folder, { throwIfNoEntry: false });
	if (!stats) return undefined;
	if (!stats.isDirectory()) {
		if (stats.isFile() && stats.size > 0) throw foreign(folder);
		// A planted link is not followed, and a pipe is not opened. A folder, which may be a lock by now, is not removed.
		if (clears) tryTo(() => unlinkSync(folder));
		return undefined;
	}
	const names = readNames(folder);
	const holders = names.flatMap((name) => parseName(name) ?? []);
	if (names.length === MAX_NAMES || holders.length < names.length) throw foreign(folder);
	// The old and the new name may both be listed at the moment of a rename. If this is the old one, the next step fails.
	return holders.sort((a, b) => b.beat - a.beat)[0];
}

/** The first names in a folder, which may have any number of them. */
function readNames(path: string): string[] {
	const names: string[] = [];
	try {
		const folder = opendirSync(path);
		try {
			for (let entry = folder.readSync(); entry && names.length < MAX_NAMES; entry = folder.readSync())
				names.push(entry.name);
		} finally {
			folder.closeSync();
		}
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
	return names;
}

const NAME =
	/^([1-9]\d{0,9})@([\w.-]{1,40}),([0-9a-f]{0,16}),(\d{0,20}),(\d{0,20}),([0-9a-z]{1,9}),([0-9a-f]{16}),([0-9a-z]{1,9})$/;

function nameOf({ pid, host, boot, namespace, started, since, id, beat }: Holder): string {
	return `${pid}@${host},${boot},${namespace},${started},${since.toString(36)},${id},${beat.toString(36)}`;
}

function parseName(name: string): Holder | undefined {
	const match = NAME.exec(name);
	if (!match) return undefined;
	const [, pid = "", host = "", boot = "", namespace = "", started = "", since = "", id = "", beat = ""] = match;
	const times = { since: Number.parseInt(since, 36), beat: Number.parseInt(beat, 36) };
	const holder = { pid: Number(pid), host, boot, namespace, started, id, ...times };
	// A name that hub did not write could never be renamed.
	return nameOf(holder) === name ? holder : undefined;
}

type HolderState = "alive" | "dead" | "unknown";

/** The state of a holder, from a single check. */
function stateOf(holder: Holder): HolderState {
	return HELD.has(holder.id) ? "alive" : findFate(holder);
}

/** Apparent age of the last heartbeat; a clock that is ahead makes it look old too. */
const ageOf = ({ beat }: Holder): number => Math.abs(Date.now() - beat);

/** Watches the state of a holder over time: one that cannot be checked sends a heartbeat, or counts as dead in the end. */
function createWatch(onStart: (holder: Holder) => void): (holder: Holder) => HolderState {
	/** The last heartbeat, when it was first seen, and whether it is a sign of life. */
	let last: { holder: Holder; at: number; hasHeartbeat: boolean } | undefined;
	return (holder) => {
		const state = stateOf(holder);
		if (state !== "unknown") return state;
		const isKnown = last?.holder.id === holder.id;
		if (!last || !isKnown || last.holder.beat !== holder.beat) {
			last = { holder, at: performance.now(), hasHeartbeat: isKnown || ageOf(holder) < FRESH_MS };
			if (!last.hasHeartbeat) onStart(holder);
		}
		const isOld = ageOf(holder) >= LOCK_TIMEOUT_MS;
		if (performance.now() - last.at >= (isOld ? WATCH_MS : LOCK_TIMEOUT_MS)) return "dead";
		return last.hasHeartbeat ? "alive" : "unknown";
	};
}

function describeSelf(): Holder {
	const now = Date.now();
	const id = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
	return { ...ownProcess(), since: now, beat: now, id };
}

const describeHolder = ({ pid, host }: Holder): string => `Process ${pid} on ${host}`;

function describeUse(shown: string, holder: Holder): string {
	const since = new Date(holder.since).toISOString().slice(0, 19).replace("T", " ");
	return `Another process uses ${shown}: process ${holder.pid} on ${holder.host}, since ${since} UTC.`;
}

function refusal(shown: string, holder: Holder): Locked {
	const hint = isNeighbor(holder)
		? `Wait until it ends, or end process ${holder.pid}, and run the command again.`
		: `Wait until it ends, or end it there. If it was killed, its lock is free ${LOCK_TIMEOUT_MS / 1000} s after its last heartbeat.`;
	return new Locked(describeUse(shown, holder), hint);
}

function foreign(path: string): Locked {
	return new Locked(
		`${path} is not a lock of hub, but has the name of one.`,
		"Move it away if it is yours, else remove it; or name another output.",
	);
}

function exists(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** For steps that another process may have done already; for any other failure, the next step reports it. */
function tryTo<Result>(work: () => Result): Result | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}

function codeOf(error: unknown): string | undefined {
	return (error as NodeJS.ErrnoException).code;
}

const isMissing = (error: unknown): boolean => /^(?:ENOENT|ENOTDIR)$/.test(codeOf(error) ?? "");

/** Whether another process interfered; on Windows a name cannot change while a program has it open. */
function isTransient(error: unknown): boolean {
	const code = codeOf(error) ?? "";
	return (
		/^(?:ENOTEMPTY|EEXIST|ENOTDIR|EISDIR)$/.test(code) ||
		(process.platform === "win32" && /^(?:EPERM|EACCES|EBUSY)$/.test(code))
	);
}
