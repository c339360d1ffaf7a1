import { expect } from "vitest";
import { createCaller, makeCalls, readStream } from "./load.ts";
import { sendMalformed } from "./malformed.ts";
import { startHub } from "./served-hub.ts";

/** Requests that are none: hub goes on, and never blames itself. */
export async function proveMalformed(count: number, seed: number, patience = 250): Promise<void> {
	const hub = await startHub();
	const caller = createCaller(hub.port);
	try {
		const { statuses, faults } = await sendMalformed(hub.port, count, seed, patience);
		expect(faults).toEqual([]);
		expect(Object.values(statuses).reduce((sum, number) => sum + number, 0)).toBe(count);
		expect(statuses[400]).toBeGreaterThan(count / 20);
		expect(hub.isRunning()).toBe(true);
		expect(JSON.parse(await caller.call(false))).toMatchObject({ object: "chat.completion" });
	} finally {
		caller.close();
		await hub.close();
	}
}

/** Streams at once: each arrives whole. Half of their clients leave in a second round: each call ends at the provider. */
export async function proveStreams(count: number): Promise<void> {
	const tokens = 20;
	const hub = await startHub(["--no-key"], { tokens, pause: 30 });
	const caller = createCaller(hub.port);
	const leaving = createCaller(hub.port);
	try {
		const all = await Promise.all(Array.from({ length: count }, () => caller.call(true)));
		expect(new Set(all.map(readStream))).toEqual(new Set(["word ".repeat(tokens)]));
		await expect.poll(() => hub.router).toEqual({ open: 0, answered: count, dropped: 0 });
		const half = Math.floor(count / 2);
		// All of them are open at once, however slow the machine is.
		const release = hub.holdStreams();
		const left = Array.from({ length: half }, () => leaving.call(true).catch(() => "left"));
		const stayed = Array.from({ length: half }, () => caller.call(true));
		while (hub.router.open < 2 * half) await new Promise((resolve) => setTimeout(resolve, 5));
		leaving.close();
		while (hub.router.dropped < half) await new Promise((resolve) => setTimeout(resolve, 5));
		release();
		expect(new Set(await Promise.all(left))).toEqual(new Set(["left"]));
		expect(new Set((await Promise.all(stayed)).map(readStream))).toEqual(new Set(["word ".repeat(tokens)]));
		await expect.poll(() => hub.router).toEqual({ open: 0, answered: count + half, dropped: half });
	} finally {
		caller.close();
		leaving.close();
		await hub.close();
	}
}

/**
 * Many calls: memory does not grow with them.
 * @returns megabytes resident after a tenth of the calls, and after all
 */
export async function proveFlatMemory(count: number, growth: number): Promise<[number, number]> {
	const hub = await startHub();
	const caller = createCaller(hub.port);
	try {
		await makeCalls(caller, count / 10, 32);
		const before = hub.memory();
		await makeCalls(caller, (count * 9) / 10, 32);
		const after = hub.memory();
		expect(after - before).toBeLessThan(growth);
		expect(hub.router.answered).toBe(count);
		expect(await hub.stop("SIGTERM")).toBe(143);
		return [before, after];
	} finally {
		caller.close();
		await hub.close();
	}
}
