/**
 * `npm run bench:serve [SECONDS]`: what `hub serve` adds, beside a bare `node:http` pipe, in one run against one mock provider.
 *
 * The mock, the gateway and the pipe each run in a process of their own; the load comes from this one.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { startServer } from "../../src/cli/commands/serve/server.ts";
import { createGateway } from "../../src/gateway/index.ts";

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
		let body = "";
		message.on("data", (part: Buffer) => {
			body += part.toString();
		});
		message.on("end", () => {
			const isStream = body.includes('"stream":true');
			response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
			if (isStream) for (const event of STREAM) response.write(event);
			response.end(isStream ? undefined : WHOLE);
		});
	});
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
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return (server.address() as AddressInfo).port;
}

async function startGateway(target: number): Promise<number> {
	const routerUrl = `http://127.0.0.1:${target}`;
	const gateway = createGateway({ token: "hf_bench_token", call: { routerUrl }, offers: () => undefined });
	const { url } = await startServer(gateway, "127.0.0.1", 0);
	return Number(new URL(url).port);
}

const PARTS: Readonly<Record<string, (target: number) => Promise<number>>> = {
	mock: startMock,
	pipe: startPipe,
	gateway: startGateway,
};

interface Part {
	port: number;
	memory(): Promise<number>;
	kill(): void;
}

async function startPart(name: string, target = 0): Promise<Part> {
	const child = fork(fileURLToPath(import.meta.url), [name, String(target)]);
	const [port] = (await once(child, "message")) as [number];
	return {
		port,
		memory: async () => {
			child.send("memory");
			return ((await once(child, "message")) as [number])[0];
		},
		kill: () => child.kill(),
	};
}

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

function call(port: number, isStream: boolean): Promise<void> {
	const body = JSON.stringify({
		model: "org/model",
		messages: [{ role: "user", content: "Hi" }],
		...(isStream ? { stream: true } : {}),
	});
	const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
	return new Promise((resolve, reject) => {
		const onward = httpRequest(
			{ port, host: "127.0.0.1", method: "POST", path: "/v1/chat/completions", headers, agent },
			(answer) => {
				answer.resume();
				answer.once("end", () =>
					answer.statusCode === 200 ? resolve() : reject(new Error(`Status ${answer.statusCode}`)),
				);
			},
		);
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

/** Calls a second of so many clients. */
async function rate(port: number, clients: number, seconds: number): Promise<number> {
	const until = performance.now() + seconds * 1000;
	let count = 0;
	const client = async (): Promise<void> => {
		while (performance.now() < until) {
			await call(port, false);
			count++;
		}
	};
	await Promise.all(Array.from({ length: clients }, client));
	return count / seconds;
}

async function measure(seconds: number): Promise<void> {
	const mock = await startPart("mock");
	const [pipe, gateway] = await Promise.all([startPart("pipe", mock.port), startPart("gateway", mock.port)]);
	await Promise.all([rate(pipe.port, 8, 1), rate(gateway.port, 8, 1)]);
	for (const isStream of [false, true]) {
		const [direct, piped, through] = [mock, pipe, gateway].map(
			({ port }) =>
				() =>
					latency(port, isStream, 100 * seconds),
		);
		const [a, b, c] = [await direct?.(), await piped?.(), await through?.()];
		if (!a || !b || !c) return;
		const added = (one: { p50: number; p99: number }): string =>
			`p50 +${(one.p50 - a.p50).toFixed(2)} ms, p99 +${(one.p99 - a.p99).toFixed(2)} ms`;
		console.log(
			`${isStream ? "stream" : "whole "}  direct p50 ${a.p50.toFixed(2)} ms; gateway ${added(c)}; pipe ${added(b)}`,
		);
	}
	for (const clients of [1, 64, 512]) {
		const piped = await rate(pipe.port, clients, seconds);
		const through = await rate(gateway.port, clients, seconds);
		console.log(
			`${String(clients).padStart(3)} clients  gateway ${through.toFixed(0)}/s, pipe ${piped.toFixed(0)}/s: ${(through / piped).toFixed(2)}`,
		);
	}
	console.log(`memory of the gateway: ${(await gateway.memory()).toFixed(0)} MB resident`);
	for (const part of [mock, pipe, gateway]) part.kill();
}

const [name = "3", target = "0"] = process.argv.slice(2);
const start = PARTS[name];
if (start) {
	process.on("message", () => process.send?.(process.memoryUsage.rss() / 2 ** 20));
	process.send?.(await start(Number(target)));
} else {
	await measure(Number(name));
	agent.destroy();
}
