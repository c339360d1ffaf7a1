import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatService, startChatService } from "../../helpers/chat-service.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const ROWS = 600;
const disk = join(mkdtempSync(join(tmpdir(), "full-")), "disk");
const mount = (size: string): boolean => {
	try {
		execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", disk], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
};

/** Needs the right to mount. */
describe("a full disk", () => {
	let service: ChatService;
	let home: Home;
	let isMounted = false;
	beforeAll(async () => {
		mkdirSync(disk);
		isMounted = mount("100k");
		service = await startChatService();
		home = createHome();
		const rows = Array.from({ length: ROWS }, (_, index) => `{"id":"r${index}","text":"n${index}"}\n`);
		writeFileSync(join(home.folder, "in.jsonl"), rows.join(""));
	});
	afterAll(async () => {
		if (isMounted) execFileSync("umount", [disk]);
		rmSync(join(disk, ".."), { recursive: true, force: true });
		await service.close();
		home.remove();
	});

	it("stops the run with code 1; after making space the same command continues", async ({ skip }) => {
		if (!isMounted) return skip("mounting a small file system is not permitted");
		const output = join(disk, "out.jsonl");
		const run = () =>
			home.run(`hub batch in.jsonl -o ${output} -t chat -m m --endpoint ${service.url} --progress none --json`, {
				real: true,
			});
		const lines = (): string[] => readFileSync(output, "utf8").split("\n").slice(0, -1);
		const first = await run();
		expect(first.code).toBe(1);
		expect(first.stderr).toContain("the disk is full");
		expect(first.stderr).toContain("Run the same command again to continue.");
		const kept = lines().map((line) => (JSON.parse(line) as { id: string }).id);
		// Only what is on the disk is told to be done.
		expect(JSON.parse(first.stdout)).toMatchObject({ done: kept.length, failed: 0 });
		expect(kept.length).toBeGreaterThan(50);
		expect(kept.length).toBeLessThan(ROWS);
		execFileSync("mount", ["-o", "remount,size=4m", disk]);
		service.asked.clear();
		const second = await run();
		expect(second.code).toBe(0);
		const ids = lines().map((line) => (JSON.parse(line) as { id: string }).id);
		expect(new Set(ids).size).toBe(ROWS);
		expect(ids).toHaveLength(ROWS);
		// What was kept is not asked again.
		expect(kept.filter((id) => service.asked.has(`n${id.slice(1)}`))).toEqual([]);
	});
});
