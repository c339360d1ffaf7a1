import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";

const ROWS = 100_000;
/** Row → status of its refusal. */
const REFUSED: ReadonlyMap<number, number> = new Map([
	[40_000, 401],
	[50_000, 402],
	[60_000, 403],
]);

let folder: string;
let server: Server;
let url: string;
let calls: number;
/** From this call on every call is refused with 401. */
let lastGood: number;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "hub-refused-"));
	calls = 0;
	lastGood = Number.POSITIVE_INFINITY;
	server = createServer((request, response) => {
		let body = "";
		request.on("data", (part: Buffer) => {
			body += part.toString();
		});
		request.on("end", () => {
			calls++;
			const row = Number(/row (\d+)/.exec(body)?.[1]);
			const status = calls > lastGood ? 401 : (REFUSED.get(row) ?? 200);
			response.writeHead(status, { "content-type": "application/json" });
			response.end(
				status === 200
					? `{"choices":[{"index":0,"message":{"role":"assistant","content":"${row}"},"finish_reason":"stop"}]}`
					: `{"error":{"message":"refused"}}`,
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
	server.close();
	server.closeAllConnections();
	rmSync(folder, { recursive: true, force: true });
});

async function run(
	rows: number,
	...more: string[]
): Promise<{ code: number | null; summary: Record<string, unknown>; stderr: string }> {
	const text = Array.from({ length: rows }, (_, row) => `{"text":"row ${row}"}\n`).join("");
	writeFileSync(join(folder, "in.jsonl"), text);
	const args = ["batch", "in.jsonl", "-o", "out.jsonl", "-t", "chat", "-m", "m", "--endpoint", url];
	const hub = spawn(
		process.execPath,
		[await builtFile("bin/hub.js"), ...args, ...more, "--json", "--progress", "none"],
		{
			cwd: folder,
			env: { PATH: process.env["PATH"], HOME: folder },
			stdio: ["ignore", "pipe", "pipe"],
		},
	);
	let [stdout, stderr] = ["", ""];
	hub.stdout.on("data", (part: Buffer) => {
		stdout += part.toString();
	});
	hub.stderr.on("data", (part: Buffer) => {
		stderr += part.toString();
	});
	const code = await new Promise<number | null>((resolve) => hub.on("close", resolve));
	const line = stdout.trim().split("\n").at(-1) ?? "";
	return { code, stderr, summary: line.startsWith("{") ? (JSON.parse(line) as Record<string, unknown>) : {} };
}

const readLines = (): { id: string; output?: unknown; error?: { message: string } }[] =>
	readFileSync(join(folder, "out.jsonl"), "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as { id: string });

it(`fails three refused rows of ${ROWS}, and does the rest`, async () => {
	const { code, stderr, summary } = await run(ROWS);
	expect(code, stderr).toBe(1);
	expect(summary).toMatchObject({ done: ROWS - 3, failed: 3 });
	const lines = readLines();
	expect(new Set(lines.map(({ id }) => id)).size).toBe(ROWS);
	const failed = lines.filter(({ error }) => error).map(({ id }) => Number(id));
	expect(failed.sort((a, b) => a - b)).toEqual([...REFUSED.keys()]);
});

it("stops within 20 calls of a key that dies, and resumes where it stopped", async () => {
	lastGood = 5000;
	// With more calls in flight, those that are in flight when the key dies come on top.
	const first = await run(ROWS / 5, "--concurrency", "8");
	expect(first.code, first.stderr).not.toBe(0);
	// What was in flight is no call after the refusal was seen.
	const extra = calls - lastGood;
	process.stdout.write(`${extra} calls after the key died\n`);
	expect(extra).toBeLessThanOrEqual(20);
	lastGood = Number.POSITIVE_INFINITY;
	const asked = calls;
	const second = await run(ROWS / 5);
	expect(second.code, second.stderr).toBe(0);
	expect(second.summary).toMatchObject({ done: ROWS / 5, failed: 0 });
	expect(calls - asked).toBe(ROWS / 5 - 5000);
});
