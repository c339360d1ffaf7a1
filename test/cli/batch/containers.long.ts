import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startChatService } from "../../helpers/chat-service.ts";
import { findObstacle, openRows, programOf, readIds, runInContainer } from "./containers.ts";

const obstacle = findObstacle();
const name = `a container${obstacle === undefined ? "" : ` (skipped: ${obstacle})`}`;

describe(name, () => {
	it.skipIf(obstacle !== undefined)("that was suspended and taken over writes nothing when it wakes", async () => {
		const { folder, remove } = openRows(400);
		onTestFinished(remove);
		const service = await startChatService({ delay: 100 });
		onTestFinished(() => service.close());
		const first = runInContainer(folder, service);
		await vi.waitFor(() => expect(readIds(folder).length).toBeGreaterThan(8), { timeout: 30_000 });
		const program = programOf(first);
		process.kill(program, "SIGSTOP");
		await new Promise((resolve) => setTimeout(resolve, 31_000));
		const size = statSync(join(folder, "out.jsonl")).size;
		const second = runInContainer(folder, service);
		await vi.waitFor(() => expect(statSync(join(folder, "out.jsonl")).size).toBeGreaterThan(size), { timeout: 60_000 });
		expect(second.stderr()).toContain("Waiting up to 30 s for a sign of life");
		process.kill(program, "SIGCONT");
		expect(await first.ended).toBe(1);
		expect(first.stderr()).toMatch(/Error: Process \d+ on box has taken over .*out\.jsonl: this one did not respond/);
		expect(await second.ended, second.stderr()).toBe(0);
		const ids = readIds(folder);
		expect([ids.length, new Set(ids).size]).toEqual([400, 400]);
		// Calls that were under way when it was suspended.
		const twice = [...service.asked.values()].filter((count) => count > 1);
		expect(twice.length).toBeLessThanOrEqual(8);
	});

	it.skipIf(obstacle !== undefined)("that was killed is taken over after half a minute", async () => {
		const { folder, remove } = openRows(60);
		onTestFinished(remove);
		const service = await startChatService({ delay: 100 });
		onTestFinished(() => service.close());
		const first = runInContainer(folder, service);
		await vi.waitFor(() => expect(readIds(folder).length).toBeGreaterThan(8), { timeout: 30_000 });
		const program = programOf(first);
		// While it is open, no other namespace gets its number, from which a new container would see that it is gone.
		const namespace = openSync(`/proc/${program}/ns/pid`, "r");
		onTestFinished(() => closeSync(namespace));
		process.kill(program, "SIGKILL");
		await first.ended;
		expect(existsSync(join(folder, "out.jsonl.lock"))).toBe(true);
		const killed = performance.now();
		// As a container that is started again after some seconds.
		await new Promise((resolve) => setTimeout(resolve, 10_000));
		const second = runInContainer(folder, service);
		expect(await second.ended, second.stderr()).toBe(0);
		// Its last heartbeat was at most five seconds before.
		expect(performance.now() - killed).toBeGreaterThan(24_000);
		expect(new Set(readIds(folder)).size).toBe(60);
		expect(existsSync(join(folder, "out.jsonl.lock"))).toBe(false);
	});
});
