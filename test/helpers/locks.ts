import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Lock, takeLock } from "../../src/node-lock.ts";

/** For what is written without other processes around. */
export const FREE_LOCK: Lock = { assertHeld: () => undefined, release: () => undefined };

/** The parts of a holder's name in the folder of a lock. */
export interface HolderName {
	pid: string;
	host: string;
	boot: string;
	namespace: string;
	started: string;
	since: string;
	id: string;
	beat: string;
}

const FIELDS = ["pid", "host", "boot", "namespace", "started", "since", "id", "beat"] as const;

function parseName(name: string): HolderName {
	const parts = name.replace("@", ",").split(",");
	return Object.fromEntries(FIELDS.map((field, index) => [field, parts[index] ?? ""])) as unknown as HolderName;
}

function formatName({ pid, ...rest }: HolderName): string {
	return `${pid}@${FIELDS.slice(1)
		.map((field) => ({ pid, ...rest })[field])
		.join(",")}`;
}

/** The name that the holder of a lock has there. */
export function readHolder(path: string): HolderName {
	const [name = ""] = readdirSync(`${path}.lock`);
	return parseName(name);
}

/** Makes the holder of a lock another one, as if that had taken it over. */
export function changeHolder(path: string, change: Partial<HolderName>): void {
	const [name = ""] = readdirSync(`${path}.lock`);
	renameSync(join(`${path}.lock`, name), join(`${path}.lock`, formatName({ ...parseName(name), ...change })));
}

/** Leaves a lock behind, as another process would: this one, but for what is given. */
export async function plantLock(path: string, change: Partial<HolderName>): Promise<void> {
	const lock = await takeLock(path);
	const own = readHolder(path);
	lock.release();
	mkdirSync(`${path}.lock`);
	writeFileSync(join(`${path}.lock`, formatName({ ...own, ...change })), "");
}

/** Removes a lock, as its holder would. */
export function removeLock(path: string): void {
	rmSync(`${path}.lock`, { recursive: true });
}

/** A time as it is written there. */
export const writeTime = (time: number): string => time.toString(36);
