import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startChatService } from "../../helpers/chat-service.ts";
import { changeHolder, readHolder, removeLock } from "../../helpers/locks.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const ROWS = 24;
const OTHER = "0123456789abcdef";

function openHome(): Home {
	const rows = Array.from({ length: ROWS }, (_, index) => `{"id":"r${index}","text":"n${index}"}\n`);
	const home = createHome({ "in.jsonl": rows.join("") });
	onTestFinished(() => home.remove());
	return home;
}

/** All files of an output, with what they hold. */
function readAll(folder: string): Record<string, string> {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return Object.fromEntries(files.sort().map((file) => [file, readFileSync(file, "latin1")]));
}

/** Outputs, and where their locks are. */
const OUTPUTS: readonly [string, string, string][] = [
	["lines", "-o out.jsonl", "out.jsonl"],
	["lines in order", "-o out.jsonl --ordered", "out.jsonl"],
	["a table", "-o out.csv", "out.csv"],
	["a Parquet file", "-o out.parquet", "out.parquet"],
	["a folder of parts", "-o out/", "out/_state/work-00000-of-00001"],
	["a shard of a folder of parts", "-o out/ --shard 0/1", "out/_state/work-00000-of-00001"],
];

describe.each(OUTPUTS)("a run that slept while another took its output over: %s", (_name, flags, locked) => {
	it.each([
		["in its midst", 9],
		["with its last row", ROWS],
	])("%s", async (_when, row) => {
		const home = openHome();
		let after: Record<string, string> = {};
		let count = 0;
		const service = await startChatService({
			intercept: () => {
				if (++count !== row) return false;
				changeHolder(join(home.folder, locked), { id: OTHER, pid: "77", host: "other" });
				after = readAll(home.folder);
				return false;
			},
		});
		onTestFinished(() => service.close());
		const line = `hub batch in.jsonl ${flags} -t chat -m m --endpoint ${service.url} --progress none`;
		const { code, stderr } = await home.run(`${line} --concurrency 1 --fixed`);
		expect({ code, stderr }).toEqual({
			code: 1,
			stderr: expect.stringMatching(
				/^Error: Process 77 on other has taken over .+: this one did not respond for \d+ s, as when a computer sleeps\.\nHint: .+/m,
			),
		});
		// One call may have been under way when it noticed.
		expect(service.asked.size).toBeLessThanOrEqual(row + 1);
		expect(readAll(home.folder)).toEqual(after);
		expect(readHolder(join(home.folder, locked)).id).toBe(OTHER);
	});
});

it("a run whose lock was removed by hand ends too, and says that it is gone", async () => {
	const home = openHome();
	const service = await startChatService({
		intercept: ({ prompt, count }) => {
			if (prompt === "n9" && count === 1) removeLock(join(home.folder, "out.jsonl"));
			return false;
		},
	});
	onTestFinished(() => service.close());
	const line = `hub batch in.jsonl -o out.jsonl -t chat -m m --endpoint ${service.url} --progress none`;
	const first = await home.run(`${line} --concurrency 1 --fixed`);
	expect(first).toMatchObject({ code: 1, stderr: expect.stringMatching(/Error: The lock of .+out\.jsonl is gone/) });
	expect(await home.run(line)).toMatchObject({ code: 0 });
	expect(existsSync(join(home.folder, "out.jsonl.lock"))).toBe(false);
	expect(new Set(readFileSync(join(home.folder, "out.jsonl"), "utf8").split("\n")).size).toBe(ROWS + 1);
});

it("merge takes the lock of its output, and does not replace one that a run is writing", async () => {
	const home = openHome();
	const service = await startChatService({});
	onTestFinished(() => service.close());
	const line = `hub batch in.jsonl -o out.jsonl -t chat -m m --endpoint ${service.url} --progress none --text`;
	for (const shard of ["0/2", "1/2"]) await home.run(`${line} --shard ${shard}`);
	const parts = readdirSync(home.folder).filter((name) => /-of-00002\.jsonl$/.test(name));
	let isMerged = false;
	const slow = await startChatService({
		intercept: async () => {
			if (isMerged) return false;
			isMerged = true;
			const merge = await home.run(`hub batch merge ${parts.join(" ")} -o all.jsonl --force`);
			expect(merge).toMatchObject({ code: 1, stderr: expect.stringContaining("Another process uses") });
			return false;
		},
	});
	onTestFinished(() => slow.close());
	const run = `hub batch in.jsonl -o all.jsonl -t chat -m m --endpoint ${slow.url} --progress none --text`;
	expect(await home.run(run)).toMatchObject({ code: 0 });
	expect(isMerged).toBe(true);
	expect(await home.run(`hub batch merge ${parts.join(" ")} -o all.jsonl --force`)).toMatchObject({ code: 0 });
});
