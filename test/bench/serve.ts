/**
 * `npm run bench:serve [-- SECONDS]`: what `hub serve` adds, beside a bare `node:http` pipe and the gateway of Portkey, in one
 * run against one mock provider.
 *
 * The mock, the gateways and the pipe each run in a process of their own; the load comes from this one. Portkey's gateway is
 * installed from npm into a temporary folder.
 */
import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "../helpers/server.ts";
import { type Goal, report } from "./figure.ts";
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
	/** What its calls have beside the headers of all. */
	headers: Record<string, string>;
	/** Milliseconds of CPU time used so far. */
	cpu(): number;
	/** Megabytes. */
	memory(): number;
}

function createPart(child: ChildProcess, port: number): Part {
	process.once("exit", () => child.kill("SIGKILL"));
	const read = (name: string): string => readFileSync(`/proc/${child.pid}/${name}`, "utf8");
	return {
		port,
		headers: {},
		cpu: () => {
			// The second and third field from the end of the name's closing parenthesis on are ticks of 10 ms.
			const fields = read("stat")
				.replace(/^.*\) /, "")
				.split(" ");
			return (Number(fields[11]) + Number(fields[12])) * 10;
		},
		memory: () => Number(/VmRSS:\s+(\d+)/.exec(read("status"))?.[1]) / 1024,
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

/** Portkey's gateway, told by its headers where to send a call. */
async function startPortkey(target: number): Promise<Part> {
	const options = ["--prefix", home, "--ignore-scripts", "--no-audit", "--no-fund"];
	execFileSync("npm", ["install", ...options, "@portkey-ai/gateway"], { stdio: "ignore" });
	const program = join(home, "node_modules/@portkey-ai/gateway/build/start-server.js");
	const port = await freePort();
	const child = spawn(process.execPath, [program, `--port=${port}`, "--headless"], { stdio: "ignore" });
	const part = createPart(child, port);
	part.headers = {
		"x-portkey-provider": "openai",
		"x-portkey-custom-host": `http://127.0.0.1:${target}/v1`,
		authorization: "Bearer key_of_the_benchmark",
	};
	for (let tries = 0; ; tries++) {
		try {
			await call(part, false);
			return part;
		} catch (error) {
			if (tries === 50) throw error;
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
	}
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

function call(part: Pick<Part, "port" | "headers">, isStream: boolean, prompt = SHORT): Promise<void> {
	const { port } = part;
	const body = createBody(prompt, isStream);
	const headers = { ...part.headers, "content-type": "application/json", "content-length": body.length };
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
async function latency(part: Part, isStream: boolean, count: number): Promise<{ p50: number; p99: number }> {
	const times: number[] = [];
	for (let index = 0; index < count; index++) {
		const started = performance.now();
		await call(part, isStream);
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
			await call(part, isStream, prompt);
			count++;
		}
	};
	await Promise.all(Array.from({ length: clients }, client));
	return { rate: count / seconds, cpu: ((part.cpu() - started) * 1000) / count };
}

interface Load {
	clients: number;
	isStream?: boolean;
	prompt?: typeof SHORT;
	/** What the calls per second are to be of the pipe's. */
	ofPipe: number;
	/** And of those of Portkey's gateway, where that is measured. On Node 20 it answers a stream with status 500. */
	ofPortkey?: number;
}

const LOADS: readonly Load[] = [
	{ clients: 1, ofPipe: 0.7, ofPortkey: 3 },
	{ clients: 64, ofPipe: 0.6, ofPortkey: 4 },
	{ clients: 512, ofPipe: 0.6 },
	{ clients: 64, isStream: true, ofPipe: 0.8 },
	{ clients: 8, prompt: LONG, ofPipe: 0.6, ofPortkey: 3 },
];

/** The parts by turns, several times: what else the machine does hits all alike. */
async function compare(hub: Part, pipe: Part, portkey: Part, seconds: number, one: Load): Promise<void> {
	const { clients, isStream = false, prompt = SHORT } = one;
	const turns = 4;
	const measured = one.ofPortkey === undefined ? [hub, pipe] : [hub, pipe, portkey];
	const parts = measured.map((part) => ({ part, rate: 0, cpu: 0 }));
	for (let turn = 0; turn < turns; turn++) {
		for (const sum of parts) {
			const { rate, cpu } = await load(sum.part, clients, seconds / turns, isStream, prompt);
			sum.rate += rate / turns;
			sum.cpu += cpu / turns;
		}
	}
	const [own = parts[0], ...others] = parts;
	if (!own) return;
	const what = `${clients} client${clients === 1 ? "" : "s"}${isStream ? ", streams" : ""}${prompt === LONG ? ", prompts of 400 kB" : ""}`;
	const goals = [one.ofPipe, one.ofPortkey];
	for (const [index, { rate, cpu }] of others.entries()) {
		const over = index === 0 ? "the pipe" : "Portkey's gateway";
		const atLeast = goals[index];
		const goal: Goal | undefined = atLeast === undefined ? undefined : { atLeast };
		const detail = `${own.rate.toFixed(0)} to ${rate.toFixed(0)}/s; CPU of a call ${own.cpu.toFixed(0)} to ${cpu.toFixed(0)} µs`;
		report({ title: `calls per second, ${what}`, value: own.rate / rate, over, goal, detail });
	}
}

async function compareLatency(mock: Part, hub: Part, pipe: Part, portkey: Part, seconds: number): Promise<void> {
	for (const isStream of [false, true]) {
		const count = 100 * seconds;
		const direct = await latency(mock, isStream, count);
		const [piped, through] = [await latency(pipe, isStream, count), await latency(hub, isStream, count)];
		const other = isStream ? undefined : await latency(portkey, isStream, count);
		const what = isStream ? "streams of 20 tokens" : "whole responses";
		const added = ({ p50 }: { p50: number }): number => p50 - direct.p50;
		report({
			title: `added latency at the median, 1 client, ${what}`,
			value: added(through),
			unit: "ms",
			goal: { atMost: 0.2 },
			detail: `the pipe ${added(piped).toFixed(2)} ms${other ? `, Portkey's gateway ${added(other).toFixed(2)} ms` : ""}`,
		});
		report({
			title: `99th percentile of the latency, 1 client, ${what}`,
			value: through.p99 / piped.p99,
			over: "the pipe",
			goal: { atMost: 1.5 },
			detail: `${through.p99.toFixed(2)} to ${piped.p99.toFixed(2)} ms${other ? `; Portkey's gateway ${other.p99.toFixed(2)} ms` : ""}`,
		});
	}
}

async function measure(seconds: number): Promise<void> {
	const mock = await startPart("mock");
	const [pipe, hub, portkey] = await Promise.all([
		startPart("pipe", mock.port),
		startHub(mock.port),
		startPortkey(mock.port),
	]);
	// Until V8 has compiled what is called often.
	for (const part of [pipe, hub, portkey]) await load(part, 64, 2);
	for (const part of [pipe, hub]) await load(part, 64, 2, true);
	await compareLatency(mock, hub, pipe, portkey, seconds);
	for (const one of LOADS) await compare(hub, pipe, portkey, seconds, one);
	report({ title: "resident memory of hub after that", value: hub.memory(), unit: "MB" });
}

const [name = "3", target = "0"] = process.argv.slice(2);
const start = SERVERS[name];
if (start) {
	process.send?.(await start(Number(target)));
	// The parent is gone.
	process.on("disconnect", () => process.exit());
} else {
	await measure(Number(name)).finally(() => rmSync(home, { recursive: true, force: true }));
	process.exit();
}
