/**
 * Compares embeddings whose rows share calls with a row each: `npm run bench:batch`. The service takes 20 ms a call, 8 calls
 * are in flight. The goal is 20 times the rows per second.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HUB = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));
const GOAL = 20;

const server = createServer(async (request, response) => {
	let body = "";
	for await (const piece of request) body += String(piece);
	const { input } = JSON.parse(body) as { input: string | string[] };
	await new Promise((resolve) => setTimeout(resolve, 20));
	const data = [input].flat().map(() => ({ embedding: [0.1, 0.2, 0.3, 0.4] }));
	response.setHeader("content-type", "application/json");
	response.end(JSON.stringify({ data, usage: { prompt_tokens: data.length, total_tokens: data.length } }));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
const folder = mkdtempSync(join(tmpdir(), "hub-groups-"));

/** Returns the rows per second of a whole process. */
async function measure(rows: number, more: readonly string[]): Promise<number> {
	const input = join(folder, `${rows}.txt`);
	writeFileSync(input, Array.from({ length: rows }, (_, index) => `short text ${index}\n`).join(""));
	const args = ["batch", input, "-o", join(folder, `${rows}.jsonl`), "-t", "embed", "-m", "m", "--endpoint", endpoint];
	const speed = ["--concurrency", "8", "--fixed", "--progress", "none", ...more];
	const started = performance.now();
	const child = spawn(process.execPath, [HUB, ...args, ...speed], {
		stdio: ["ignore", "ignore", "inherit"],
		env: { ...process.env, HOME: folder, HUB_CONFIG_DIR: folder },
	});
	const [code] = (await once(child, "exit")) as [number];
	if (code !== 0) throw new Error(`hub batch ended with ${code}`);
	return rows / ((performance.now() - started) / 1000);
}

const single = await measure(4_000, ["--group", "1"]);
const grouped = await measure(100_000, []);
console.log(`a row each ${Math.round(single)} rows/s; shared calls ${Math.round(grouped)} rows/s`);
const ratio = grouped / single;
console.log(`ratio ${ratio.toFixed(1)} (goal ${GOAL})`);
server.close();
rmSync(folder, { recursive: true });
if (ratio < GOAL) process.exitCode = 1;
