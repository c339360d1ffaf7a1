import { setTimeout } from "node:timers/promises";
import { Locked, takeLock } from "../../src/node-journal.ts";

const PAUSE_MS = 100;

/** Runs work while no other process does so under the same path; waits for one that does. A process that died does not block. */
export async function withLock(path: string, work: () => Promise<void>): Promise<void> {
	const release = await waitForLock(path);
	try {
		await work();
	} finally {
		release();
	}
}

async function waitForLock(path: string): Promise<() => void> {
	for (;;) {
		try {
			return takeLock(path);
		} catch (error) {
			if (!(error instanceof Locked)) throw error;
		}
		await setTimeout(PAUSE_MS);
	}
}
