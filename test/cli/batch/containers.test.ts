import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startChatService } from "../../helpers/chat-service.ts";
import { findObstacle, openRows, readIds, runInContainer } from "./containers.ts";

const ROWS = 60;
const obstacle = findObstacle();

describe(`two containers with one host name${obstacle === undefined ? "" : ` (skipped: ${obstacle})`}`, () => {
	it.skipIf(obstacle !== undefined).each([
		["a file", "out.jsonl"],
		["a folder of parts", "parts/"],
	])("do not both write %s: the second is refused, and each row is asked once", async (_name, output) => {
		const { folder, remove } = openRows(ROWS);
		onTestFinished(remove);
		let goOn = (): void => undefined;
		const isOver = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		// The first one works as long as the second one takes.
		const service = await startChatService({ intercept: () => isOver.then(() => false) });
		onTestFinished(() => service.close());
		const first = runInContainer(folder, service, output);
		await vi.waitFor(() => expect(service.asked.size).toBeGreaterThan(0), { timeout: 30_000 });
		const second = runInContainer(folder, service, output);
		expect(await second.ended).toBe(1);
		expect(second.stderr()).toMatch(/^Error: Another process uses .+: process \d+ on box, since .+ UTC\.$/m);
		expect(second.stderr()).toMatch(
			/^Hint: Wait until it ends, or end it there\. If it was killed, its lock is free 30 s/m,
		);
		expect(first.child.exitCode).toBe(null);
		goOn();
		expect(await first.ended, first.stderr()).toBe(0);
		expect([...service.asked.values()]).toEqual(Array.from({ length: ROWS }, () => 1));
		if (output === "out.jsonl") expect(new Set(readIds(folder)).size).toBe(ROWS);
		const left = readdirSync(folder, { recursive: true, encoding: "utf8" });
		expect(left.filter((name) => /\.lock|\.part$|work-/.test(name))).toEqual([]);
		expect(existsSync(join(folder, output))).toBe(true);
	});

	it.skipIf(obstacle !== undefined)("that start at the same moment: one of them runs", async () => {
		const { folder, remove } = openRows(ROWS);
		onTestFinished(remove);
		const service = await startChatService({ delay: 100 });
		onTestFinished(() => service.close());
		const runs = Array.from({ length: 3 }, () => runInContainer(folder, service));
		const codes = await Promise.all(runs.map(({ ended }) => ended));
		expect(codes.sort()).toEqual([0, 1, 1]);
		expect([...service.asked.values()]).toEqual(Array.from({ length: ROWS }, () => 1));
		expect(new Set(readIds(folder)).size).toBe(ROWS);
	});
});
