import { closeSync, constants, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { Draft } from "./draft.ts";
import type { HeldFolder } from "./held-folder.ts";
import { isWrittenTo } from "./read-bounded.ts";

/** Drafts that already contain the bytes of a Blob. */
const DRAFTS = new WeakMap<Blob, Draft>();

/** Records which draft holds the bytes of a Blob, so that saving it needs no copy. */
export function keepDraft(blob: Blob, draft: Draft): void {
	DRAFTS.set(blob, draft);
}

/** Whether the bytes of a Blob are on the disk, and move when it is saved. */
export function isOnDisk(blob: Blob): boolean {
	return DRAFTS.has(blob);
}

/**
 * Saves a file atomically; writes to devices and FIFOs.
 * @param force replaces an existing file
 * @throws EEXIST if the name is taken, without `force`
 */
export async function saveBlob(blob: Blob, target: string, force: boolean, signal: AbortSignal): Promise<void> {
	if (isWrittenTo(target)) return await writeThrough(target, readChunks(blob), signal);
	const kept = DRAFTS.get(blob);
	if (kept && isOnSameDisk(() => kept.publish(target, force))) return;
	const draft = force ? Draft.replacing(target) : new Draft(dirname(target));
	await fill(draft, blob, () => draft.publish(target, force), signal);
}

/**
 * Saves a file atomically in a folder that is held open, under a new name.
 * @throws FolderReplaced if a link or another folder has taken its place
 */
export async function saveInFolder(blob: Blob, folder: HeldFolder, name: string, signal: AbortSignal): Promise<void> {
	const kept = DRAFTS.get(blob);
	if (kept && isOnSameDisk(() => folder.publish(kept, name))) return;
	const draft = folder.draft();
	await fill(draft, blob, () => folder.publish(draft, name), signal);
}

async function fill(draft: Draft, blob: Blob, publish: () => void, signal: AbortSignal): Promise<void> {
	try {
		for await (const chunk of readChunks(blob)) {
			signal.throwIfAborted();
			draft.write(chunk);
		}
		publish();
	} finally {
		draft.discard();
	}
}

/** Returns the bytes of a Blob, piece by piece. */
export function readChunks(blob: Blob): AsyncIterable<Uint8Array> {
	return blob.stream() as unknown as AsyncIterable<Uint8Array>;
}

/** Moves a draft to its place; false if that is on another disk. */
function isOnSameDisk(publish: () => void): boolean {
	try {
		publish();
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EXDEV") return false;
		throw error;
	}
}

/** Milliseconds between two attempts to write if the reader is not ready. */
const PAUSE = 10;

/** Writes to a device or a FIFO, which waits for its reader until the signal is aborted. */
async function writeThrough(path: string, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
	const descriptor = await waitFor(() => openSync(path, FLAGS), "ENXIO", signal);
	try {
		for await (const chunk of chunks) {
			for (let at = 0; at < chunk.length; ) {
				at += await waitFor(() => writeSync(descriptor, chunk, at), "EAGAIN", signal);
			}
			await setImmediate();
		}
	} catch (error) {
		throw error instanceof Error && "syscall" in error ? Object.assign(error, { path }) : error;
	} finally {
		closeSync(descriptor);
	}
}

const FLAGS = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Retries until it succeeds, or fails for another reason than a reader that is not ready. */
async function waitFor<Result>(attempt: () => Result, notReady: string, signal: AbortSignal): Promise<Result> {
	for (;;) {
		signal.throwIfAborted();
		try {
			return attempt();
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== notReady) throw error;
		}
		await sleep(PAUSE, undefined, { signal }).catch(() => undefined);
	}
}
