/**
 * Ratios of `hub batch` against a bare loop over undici's `request` and against the `openai` package, measured from
 * outside: whole processes, short chat rows from JSONL to JSONL, 512 in flight, a loopback server that answers at once.
 * They take turns, and the best of each counts: other work on the machine only adds. `HUB_BENCH_BIN` measures another
 * build. Usage: npm run bench:batch [-- ROWS]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { report } from "./figure.ts";
import "./built.ts";

const ROWS = Number(process.argv[2] ?? 50_000);
const BIN = process.env["HUB_BENCH_BIN"];
const ROUNDS = 3;
const IN_FLIGHT = 512;
const root = fileURLToPath(new URL("../..", import.meta.url));

const SERVER = `
const { parentPort } = require("node:worker_threads");
const answer = JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "m",
	choices: [{ index: 0, message: { role: "assistant", content: "A short answer of some words." }, finish_reason: "stop" }],
	usage: { prompt_tokens: 20, completion_tokens: 8, total_tokens: 28 } });
const server = require("node:http").createServer((request, response) => {
	request.resume();
	request.on("end", () => { response.setHeader("content-type", "application/json"); response.end(answer); });
});
server.keepAliveTimeout = 60000;
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`;

const BARE = `
import undici from "undici";
const [, , url, rows, inFlight] = process.argv;
const agent = new undici.Agent({ connect: { timeout: 30000 } });
let next = 0;
await Promise.all(Array.from({ length: Number(inFlight) }, async () => {
	while (next < Number(rows)) {
		const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Row " + next++ }] });
		const answer = await undici.request(url + "/chat/completions", { dispatcher: agent, method: "POST", body, headers: { "content-type": "application/json" } });
		JSON.parse(await answer.body.text());
	}
}));
process.exit(0);`;

const OPENAI = `
import OpenAI from "openai";
const [, , url, rows, inFlight] = process.argv;
const client = new OpenAI({ apiKey: "x", baseURL: url });
let next = 0;
await Promise.all(Array.from({ length: Number(inFlight) }, async () => {
	while (next < Number(rows)) await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Row " + next++ }] });
}));
process.exit(0);`;

interface Cost {
	seconds: number;
	cpu: number;
}

function run(args: readonly string[]): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
		let text = "";
		child.stdout.on("data", (chunk: Buffer) => {
			text += chunk.toString();
		});
		child.on("close", (code) => (code === 0 ? resolve(text) : reject(new Error(`exit ${code}`))));
	});
}

const folder = mkdtempSync(join(root, "node_modules/.bench-"));
const server = new Worker(SERVER, { eval: true });
const port = await new Promise<number>((resolve) => server.once("message", resolve));
const url = `http://127.0.0.1:${port}/v1`;
const work = mkdtempSync(join(tmpdir(), "bench-"));
writeFileSync(join(folder, "bare.mjs"), BARE);
writeFileSync(join(folder, "openai.mjs"), OPENAI);
const probe = join(folder, "probe.cjs");
writeFileSync(
	probe,
	`process.on("exit", () => { const { user, system } = process.cpuUsage(); require("node:fs").writeFileSync(process.env.PROBE, String((user + system) / 1e6)); });`,
);
writeFileSync(join(work, "in.jsonl"), Array.from({ length: ROWS }, (_, index) => `{"text":"Row ${index}"}\n`).join(""));

/** Time and CPU time of a whole process. */
async function measure(args: readonly string[]): Promise<Cost> {
	process.env["PROBE"] = join(work, "cpu");
	const started = performance.now();
	await run(["-r", probe, ...args]);
	return { seconds: (performance.now() - started) / 1000, cpu: Number(readFileSync(join(work, "cpu"), "utf8")) };
}

function measureHub(rows: number): Promise<Cost> {
	const output = join(work, `out-${rows}-${Math.random()}.jsonl`);
	const flags = `-t chat -m m --endpoint ${url} --concurrency ${IN_FLIGHT} --start ${IN_FLIGHT} --progress none --limit ${rows} --json`;
	const bin = BIN ?? join(root, "bin/hub.js");
	return measure([bin, "batch", join(work, "in.jsonl"), "-o", output, ...flags.split(" ")]);
}

function runScript(name: string, rows: number): Promise<Cost> {
	return measure([join(folder, name), url, String(rows), String(IN_FLIGHT)]);
}

function best(costs: readonly Cost[]): Cost {
	return {
		seconds: Math.min(...costs.map(({ seconds }) => seconds)),
		cpu: Math.min(...costs.map(({ cpu }) => cpu)),
	};
}

try {
	const few = Math.ceil(ROWS / 10);
	const costs: Record<"bare" | "openai" | "hub", Cost[]> = { bare: [], openai: [], hub: [] };
	for (let round = 0; round < ROUNDS; round++) {
		costs.bare.push(await runScript("bare.mjs", ROWS));
		costs.openai.push(await runScript("openai.mjs", few));
		costs.hub.push(await measureHub(ROWS));
	}
	const [bare, openai, hub] = [best(costs.bare), best(costs.openai), best(costs.hub)];
	const rate = (cost: Cost, rows = ROWS): number => rows / cost.seconds;
	const perRow = ({ cpu }: Cost): string => `${((cpu / ROWS) * 1e6).toFixed(0)} µs`;
	const [own, loop, other] = [rate(hub), rate(bare), rate(openai, few)];
	report({
		title: "rows per second",
		value: own / loop,
		over: "a bare loop of undici's `request`",
		goal: { atLeast: 0.85 },
		detail: `${own.toFixed(0)} to ${loop.toFixed(0)}/s`,
	});
	report({
		title: "CPU of a row, from start to exit",
		value: hub.cpu / bare.cpu,
		over: "the bare loop",
		goal: { atMost: 1.4 },
		detail: `${perRow(hub)} to ${perRow(bare)}`,
	});
	report({
		title: "rows per second",
		value: own / other,
		over: "a loop of the `openai` package",
		goal: { atLeast: 2.5 },
		detail: `${own.toFixed(0)} to ${other.toFixed(0)}/s`,
	});
} finally {
	await server.terminate();
	rmSync(folder, { recursive: true, force: true });
	rmSync(work, { recursive: true, force: true });
}
