/**
 * `npm run bench:serve [SECONDS]`: what `hub serve` adds, beside a bare `node:http` pipe, in one run against one mock provider.
 *
 * The mock, the gateway and the pipe each run in a process of their own; the load comes from this one.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import "./built.ts";

const EVENT = (delta: object, finish: string | null): string =>
	`data: ${JSON.stringify({ id: "x", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const WHOLE = JSON.stringify({
	id: "x",
	created: 1,
	model: "m",
	choices: [{ index: 0, message: { role: "assistant", content: "Hello there" }, finish_reason: "stop" }],
	usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
});
const STREAM = [
	EVENT({ role: "assistant" }, null),
	...Array.from({ length: 20 }, () => EVENT({ content: "word " }, null)),
	EVENT({}, "stop"),
	"data: [DONE]\n\n",
];

async function startMock(): Promise<number> {
	const server = createServer((message, response) => {
		const parts: Buffer[] = [];
		message.on("data", (part: Buffer) => parts.push(part));
		message.on("end", () => {
			const isStream = Buffer.concat(parts).includes('"stream":true');
			response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
			if (isStream) for (const event of STREAM) response.write(event);
			response.end(isStream ? undefined : WHOLE);
		});
	});
	// Connections stay open while the others have their turn.
	server.keepAliveTimeout = 600_000;
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return (server.address() as AddressInfo).port;
}

async function startPipe(target: number): Promise<number> {
	const agent = new Agent({ keepAlive: true });
	const server = createServer((message, response) => {
		const { method, url: path, headers } = message;
		const onward = httpRequest({ port: target, host: "127.0.0.1", method, path, headers, agent }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		message.pipe(onward);
	});
	// Connections stay open while the others have their turn.
	server.keepAliveTimeout = 600_000;
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return (server.address() as AddressInfo).port;
}

const SERVERS: Readonly<Record<string, (target: number) => Promise<number>>> = { mock: startMock, pipe: startPipe };

/** A process under measurement. */
interface Part {
	port: number;
	/** Milliseconds of CPU time used so far. */
	cpu(): number;
	/** Megabytes. */
	memory(): number;
	kill(): void;
}

function createPart(child: ChildProcess, port: number): Part {
	const read = (name: string): string => readFileSync(`/proc/${child.pid}/${name}`, "utf8");
	return {
		port,
		cpu: () => {
			// The second and third field from the end of the name's closing parenthesis on are ticks of 10 ms.
			const fields = read("stat")
				.replace(/^.*\) /, "")
				.split(" ");
			return (Number(fields[11]) + Number(fields[12])) * 10;
		},
		memory: () => Number(/VmRSS:\s+(\d+)/.exec(read("status"))?.[1]) / 1024,
		kill: () => child.kill("SIGKILL"),
	};
}

async function startPart(name: string, target = 0): Promise<Part> {
	const child = fork(fileURLToPath(import.meta.url), [name, String(target)]);
	const [port] = (await once(child, "message")) as [number];
	return createPart(child, port);
}

const home = mkdtempSync(join(tmpdir(), "hub-bench-"));

/** The built command, as users start it. */
async function startHub(target: number): Promise<Part> {
	const child = spawn(
		process.execPath,
		[
			...hubFlags(),
			fileURLToPath(new URL("../../bin/hub.js", import.meta.url)),
			"serve",
			"--port",
			"0",
			"--no-key",
			"--json",
		],
		{
			stdio: ["ignore", "pipe", "inherit"],
			env: {
				PATH: process.env["PATH"],
				HOME: home,
				HF_TOKEN: "hf_token_of_the_benchmark",
				HF_ENDPOINT: `http://127.0.0.1:${target}`,
				HUB_ROUTER_URL: `http://127.0.0.1:${target}`,
				HUB_LOG: "off",
			},
		},
	);
	for await (const line of createInterface({ input: child.stdout })) {
		const { url } = JSON.parse(line) as { url: string };
		return createPart(child, Number(new URL(url).port));
	}
	throw new Error("hub serve did not start");
}

/** `HUB_BENCH_FLAGS`: flags of Node for the process of hub, such as `--cpu-prof`. */
function hubFlags(): string[] {
	return (process.env["HUB_BENCH_FLAGS"] ?? "").split(" ").filter(Boolean);
}

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

/** `HUB_BENCH_ROUTE`: another form of the same chat, `/v1/responses` or `/v1/messages`; the mock and the pipe ignore it. */
const ROUTE = process.env["HUB_BENCH_ROUTE"] ?? "/v1/chat/completions";
const SHORT = [{ role: "user", content: "Hi" }];
/** What agents send after a while: answers, and files with quotes, tabs and lines. */
const LONG = Array.from({ length: 100 }, (_, turn) => [
	{ role: "user", content: `Turn ${turn}\n${'\tconst name = "value"; // what a file has\n'.repeat(85)}` },
	{ role: "assistant", content: "This is what I found in it. ".repeat(12) },
])
	.flat()
	.concat(SHORT);

const BODIES = new Map<string, Buffer>();

function createBody(prompt: typeof SHORT, isStream: boolean): Buffer {
	const key = `${prompt.length} ${isStream}`;
	const known = BODIES.get(key);
	if (known) return known;
	const body = JSON.stringify({
		model: "org/model",
		...(ROUTE === "/v1/responses" ? { input: prompt } : { messages: prompt, max_tokens: 100 }),
		...(isStream ? { stream: true } : {}),
	});
	BODIES.set(key, Buffer.from(body));
	return Buffer.from(body);
}

function call(port: number, isStream: boolean, prompt = SHORT): Promise<void> {
	const body = createBody(prompt, isStream);
	const headers = { "content-type": "application/json", "content-length": body.length };
	return new Promise((resolve, reject) => {
		const onward = httpRequest({ port, host: "127.0.0.1", method: "POST", path: ROUTE, headers, agent }, (answer) => {
			answer.resume();
			answer.once("end", () =>
				answer.statusCode === 200 ? resolve() : reject(new Error(`Status ${answer.statusCode}`)),
			);
		});
		onward.once("error", reject);
		onward.end(body);
	});
}

/** Median and 99th percentile of calls one after the other, in milliseconds. */
async function latency(port: number, isStream: boolean, count: number): Promise<{ p50: number; p99: number }> {
	const times: number[] = [];
	for (let index = 0; index < count; index++) {
		const started = performance.now();
		await call(port, isStream);
		times.push(performance.now() - started);
	}
	times.sort((a, b) => a - b);
	return { p50: times[Math.floor(count / 2)] ?? 0, p99: times[Math.floor(count * 0.99)] ?? 0 };
}

interface Rate {
	/** Calls a second. */
	rate: number;
	/** Microseconds of CPU time a call. */
	cpu: number;
}

/** Calls of so many clients at once. */
async function load(part: Part, clients: number, seconds: number, isStream = false, prompt = SHORT): Promise<Rate> {
	const started = part.cpu();
	const until = performance.now() + seconds * 1000;
	let count = 0;
	const client = async (): Promise<void> => {
		while (performance.now() < until) {
			await call(part.port, isStream, prompt);
			count++;
		}
	};
	await Promise.all(Array.from({ length: clients }, client));
	return { rate: count / seconds, cpu: ((part.cpu() - started) * 1000) / count };
}

/** Two parts by turns, several times: what else the machine does hits both alike. */
async function compare(
	pipe: Part,
	hub: Part,
	clients: number,
	seconds: number,
	isStream: boolean,
	prompt: typeof SHORT,
): Promise<string> {
	const turns = 4;
	const sums = { pipe: { rate: 0, cpu: 0 }, hub: { rate: 0, cpu: 0 } };
	for (let turn = 0; turn < turns; turn++) {
		for (const [sum, part] of [
			[sums.pipe, pipe],
			[sums.hub, hub],
		] as const) {
			const { rate, cpu } = await load(part, clients, seconds / turns, isStream, prompt);
			sum.rate += rate / turns;
			sum.cpu += cpu / turns;
		}
	}
	const ratio = (name: keyof Rate): string => (sums.hub[name] / sums.pipe[name]).toFixed(2);
	return (
		`${String(clients).padStart(3)} clients${isStream ? ", streams" : ""}${prompt === LONG ? ", prompts of 400 kB" : ""}  hub ${sums.hub.rate.toFixed(0)}/s, pipe ${sums.pipe.rate.toFixed(0)}/s: ${ratio("rate")}; ` +
		`CPU a call ${sums.hub.cpu.toFixed(0)} µs, pipe ${sums.pipe.cpu.toFixed(0)} µs: ${ratio("cpu")}`
	);
}

async function measure(seconds: number): Promise<void> {
	const mock = await startPart("mock");
	const [pipe, hub] = await Promise.all([startPart("pipe", mock.port), startHub(mock.port)]);
	// Until V8 has compiled what is called often.
	for (const isStream of [false, true]) {
		for (const part of [pipe, hub]) await load(part, 64, 2, isStream);
	}
	for (const isStream of [false, true]) {
		const direct = await latency(mock.port, isStream, 100 * seconds);
		const piped = await latency(pipe.port, isStream, 100 * seconds);
		const through = await latency(hub.port, isStream, 100 * seconds);
		const added = (one: { p50: number; p99: number }): string =>
			`p50 +${(one.p50 - direct.p50).toFixed(2)} ms, p99 +${(one.p99 - direct.p99).toFixed(2)} ms`;
		console.log(
			`${isStream ? "stream" : "whole "}  direct p50 ${direct.p50.toFixed(2)} ms; hub ${added(through)}; pipe ${added(piped)}`,
		);
	}
	for (const [clients, isStream, prompt] of [
		[1, false, SHORT],
		[64, false, SHORT],
		[512, false, SHORT],
		[64, true, SHORT],
		[8, false, LONG],
	] as const) {
		console.log(await compare(pipe, hub, clients, seconds, isStream, prompt));
	}
	console.log(`memory of hub: ${hub.memory().toFixed(0)} MB resident`);
	for (const part of [mock, pipe, hub]) part.kill();
}

const [name = "3", target = "0"] = process.argv.slice(2);
const start = SERVERS[name];
if (start) {
	process.send?.(await start(Number(target)));
	// The parent is gone.
	process.on("disconnect", () => process.exit());
} else {
	await measure(Number(name)).finally(() => rmSync(home, { recursive: true, force: true }));
	agent.destroy();
}
