import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRandom } from "../fuzz/random.ts";
import { type BatchService, startBatchService } from "../helpers/batch-service.ts";
import { runHub } from "../helpers/in-process.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { findControl, HOSTILE, poison } from "./hostile-lines.ts";

const KEY = "sk-proj-hostileJobs0123456789abcdefghij";
/** As a service that repeats what it was sent. */
const EVIL = `x${HOSTILE} Bearer ${KEY} y`;
/** Requests whose responses are hostile; then the service is itself, so that every run ends. */
const MOST = 8;

let service: BatchService;
beforeAll(async () => {
	service = await startBatchService();
});
afterAll(() => service.close());

/** What a service sends in place of its response. */
const BODIES: readonly ((random: () => number, text: string) => string)[] = [
	(random, text) => poison(text, random, 0.15, false, EVIL),
	(random, text) => poison(text, random, 0.5, true, EVIL),
	() => JSON.stringify({ error: { message: EVIL, code: EVIL, type: EVIL } }),
	() => JSON.stringify({ error: { message: { toString: 1 }, code: ["\0"] } }),
	() => JSON.stringify({ id: EVIL, status: EVIL, errors: { data: [{ message: EVIL, line: 1e308 }] } }),
	() => JSON.stringify({ id: "a/../../x", status: { toString: null }, request_counts: { total: "\0", failed: {} } }),
	() => JSON.stringify({ data: [null, 1, { id: EVIL, metadata: EVIL }] }),
	() => `<html><title>${EVIL}</title></html>`,
	() => EVIL,
	() => "",
	() => "null",
	() => `${"[".repeat(2000)}`,
];
const STATUSES = [200, 200, 200, 400, 401, 404, 409, 413, 429, 500, 503, 599];

async function runHostile(seed: number): Promise<{ problems: string[]; reached: boolean }> {
	const random = makeRandom(seed);
	const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value;
	let left = MOST;
	service.intercept = async (_asked, answer) => {
		if (left-- <= 0 || random() < 0.5) return undefined;
		const response = await answer();
		const status = pick(STATUSES);
		const text = status === 200 ? await response.text() : "{}";
		return new Response(pick(BODIES)(random, text), { status, headers: { "content-type": "application/json" } });
	};
	const home = createHome({ "in.jsonl": '{"text":"a"}\n{"text":"b"}\n{"text":"c"}\n' });
	const call = ["--endpoint", service.url, "--token", KEY, ...(seed % 3 === 0 ? ["--debug"] : [])];
	const run = ["batch", "in.jsonl", "-o", "out.jsonl", "-t", "chat", "-m", "sandbox/x", "--via", "endpoint"];
	const problems: string[] = [];
	let reached = false;
	try {
		for (const argv of [
			[...run, "--poll", "0", "--progress", "none", "--retries", "0", "--deadline", "20", ...call],
			["batch", "status", "out.jsonl", "--token", KEY],
			["batch", "cancel", "out.jsonl", "--token", KEY],
		]) {
			const env = { ...home.env, FORCE_COLOR: "1" };
			const stdin = { kind: "none" } as const;
			const { stdout, stderr } = await runHub(argv, { cwd: home.folder, env, stdin, columns: 100 });
			const shown = `${stdout}\n${stderr}`;
			reached ||= shown.includes("EVIL");
			const found = findControl(shown);
			if (found !== undefined) problems.push(`${argv[1]}: a control character: ${found}`);
			if (shown.includes("a bug in hub")) problems.push(`${argv[1]}: ${shown}`);
			if (shown.includes(KEY)) problems.push(`${argv[1]}: the key: ${shown}`);
		}
		problems.push(...findKeys(home));
	} finally {
		home.remove();
	}
	return { problems: problems.map((problem) => `seed ${seed}, ${problem}`), reached };
}

/** The files in which the key is, besides answers of the model. */
function findKeys(home: Home): string[] {
	const read = (name: string): string => {
		const path = join(home.folder, name);
		return existsSync(path) ? readFileSync(path, "utf8") : "";
	};
	const failed = read("out.jsonl")
		.split("\n")
		.filter((line) => line.includes('"error":'));
	return [read("out.jsonl.batch.json"), ...failed]
		.filter((text) => text.includes(KEY))
		.map((text) => `a file: ${text}`);
}

it("brings no control character, no crash and no key from a batch service", async () => {
	const problems: string[] = [];
	let reached = 0;
	for (let seed = 1; seed <= 80; seed++) {
		const ran = await runHostile(seed);
		problems.push(...ran.problems);
		if (ran.reached) reached++;
	}
	expect(problems).toEqual([]);
	// A fuzz that nothing hostile reaches proves nothing.
	expect(reached).toBeGreaterThan(15);
}, 120_000);
