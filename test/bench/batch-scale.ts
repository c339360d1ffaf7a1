/**
 * What `hub batch` reaches beyond one machine and one call: embeddings whose rows share calls against a row each, four
 * shards against one, and the indexes of ten million finished rows. Whole processes, against a service that takes its time.
 * Usage: `npm run bench:batch`, or `npx tsx test/bench/batch-scale.ts`
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { report } from "./figure.ts";
import "./built.ts";

const HUB = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));
/** Milliseconds that the service takes for a call of embeddings, and of a chat. */
const EMBEDDING = 20;
const CHAT = 200;

const server = createServer(async (request, response) => {
	let body = "";
	for await (const piece of request) body += String(piece);
	const { input } = JSON.parse(body) as { input?: string | string[] };
	await new Promise((resolve) => setTimeout(resolve, input === undefined ? CHAT : EMBEDDING));
	const data = [input ?? []].flat().map(() => ({ embedding: [0.1, 0.2, 0.3, 0.4] }));
	const choices = [{ index: 0, message: { role: "assistant", content: "An answer." }, finish_reason: "stop" }];
	response.setHeader("content-type", "application/json");
	response.end(JSON.stringify({ data, choices, usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
const folder = mkdtempSync(join(tmpdir(), "hub-scale-"));
const env: NodeJS.ProcessEnv = { ...process.env, HOME: folder, HUB_CONFIG_DIR: folder };

/** Runs the command. Returns the seconds that it takes; `onText` gets what it prints. */
async function hub(args: readonly string[], onText: (text: string) => void = () => undefined): Promise<number> {
	const started = performance.now();
	const child = spawn(process.execPath, [HUB, "batch", ...args], { stdio: ["ignore", "pipe", "inherit"], env });
	child.stdout.setEncoding("utf8").on("data", onText);
	const [code] = (await once(child, "close")) as [number];
	if (code !== 0) throw new Error(`hub batch ${args.join(" ")} ended with ${code}`);
	return (performance.now() - started) / 1000;
}

function writeRows(rows: number): string {
	const input = join(folder, `${rows}.txt`);
	writeFileSync(input, Array.from({ length: rows }, (_, index) => `short text ${index}\n`).join(""));
	return input;
}

const common = ["-m", "m", "--endpoint", endpoint, "--fixed", "--progress", "none"];

/** Returns the rows per second of one process. */
async function embed(rows: number, ...more: readonly string[]): Promise<number> {
	const output = join(folder, `embeddings-${rows}.jsonl`);
	return rows / (await hub([writeRows(rows), "-o", output, "-t", "embed", ...common, "--concurrency", "8", ...more]));
}

async function compareGroups(): Promise<void> {
	const ratio = (await embed(100_000)) / (await embed(4_000, "--group", "1"));
	report({
		title: "rows per second, 100,000 embeddings that share calls",
		value: ratio,
		over: "a call for each",
		goal: { atLeast: 20 },
	});
}

/** Each process has so few calls in flight that the cores are not the limit: 160 a second. */
async function compareShards(): Promise<void> {
	const rows = 1600;
	const input = writeRows(4 * rows);
	const run = (shard: number, of: number, limit: string): Promise<number> => {
		const place = ["-o", join(folder, `shards-${of}/`), "--shard", `${shard}/${of}`, "--limit", limit];
		return hub([input, ...place, "-t", "chat", ...common, "--concurrency", "32"]);
	};
	const one = rows / (await run(0, 1, String(rows)));
	const started = performance.now();
	await Promise.all([0, 1, 2, 3].map((shard) => run(shard, 4, String(4 * rows))));
	const four = (4 * rows) / ((performance.now() - started) / 1000);
	report({
		title: `rows per second of 4 shards on ${availableParallelism()} cores`,
		value: four / one,
		over: "1 shard",
		goal: { atLeast: 3.2 },
	});
}

/** A folder of parts with ten million rows: the parts hold nothing but a size, because only their indexes are read. */
async function readIndexes(): Promise<void> {
	const place = join(folder, "parts/");
	await hub([writeRows(1), "-o", place, "-t", "chat", ...common, "--concurrency", "1"]);
	const parts = 160;
	const rows = 10_000_000 / parts;
	for (let part = 0; part < parts; part++) {
		const name = `part-00000-of-00001-${String(part + 1).padStart(6, "0")}-${part.toString(16).padStart(16, "0")}`;
		// Rows end in another order than they begin, so that the ends of parts have gaps; one in a hundred failed.
		const done: string[] = [];
		const failed: number[] = [];
		for (let row = part * rows; row < (part + 1) * rows; row += 100) {
			done.push(`${row}-${row + 49}`, `${row + 51}-${row + 99}`);
			failed.push(row + 50);
		}
		const failure = { kind: "timeout", message: "Timed out", rows: failed.join(",") };
		const index = { done: done.join(","), failed: [failure], cost_usd: 1 };
		writeFileSync(join(place, "_state", `${name}.json`), JSON.stringify(index));
		writeFileSync(join(place, `${name}.jsonl.gz`), Buffer.alloc(rows));
	}
	const probe = join(folder, "probe.cjs");
	const write = `require("node:fs").writeFileSync(${JSON.stringify(join(folder, "memory"))}, String(process.resourceUsage().maxRSS))`;
	writeFileSync(probe, `process.on("exit", () => ${write});`);
	env["NODE_OPTIONS"] = `--require ${probe}`;
	let status = "";
	const seconds = await hub(["status", place, "--json"], (text) => {
		status += text;
	});
	if (!status.includes("9900000")) throw new Error(`hub batch status printed ${status}`);
	const megabytes = Number(readFileSync(join(folder, "memory"), "utf8")) / 1024;
	const title = "`status` of a folder with 10,000,000 finished rows";
	report({ title, value: seconds, unit: "s", goal: { atMost: 20 } });
	report({ title: `memory of ${title}`, value: megabytes, unit: "MB", goal: { atMost: 250 } });
}

try {
	await compareGroups();
	await compareShards();
	await readIndexes();
} finally {
	server.close();
	rmSync(folder, { recursive: true });
}
