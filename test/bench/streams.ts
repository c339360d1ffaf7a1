/**
 * Measures the CPU time of a token while 1,000 chats stream at once, beside a bare reader that parses and the reference
 * client, in one run: `npx tsx test/bench/streams.ts [ROUNDS]`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as reference from "inference-later";
import type * as Library from "../../src/index.ts";
import { report } from "./figure.ts";
import "./built.ts";

const built = new URL("../../dist/cjs/index.js", import.meta.url).href;
const library = (await import(built)) as typeof Library;

const rounds = Number(process.argv[2] ?? 5);
const STREAMS = 1000;
/** Chunks of a stream, one token each: what comes over a network. */
const TOKENS = 60;
const token = `data: ${JSON.stringify({ id: "1", created: 1, model: "m", choices: [{ index: 0, delta: { content: "word " } }] })}\n\n`;

/** A process of its own, so that its work does not count: each stream gets a token in its turn. */
const SERVICE = `
	const http = require("node:http");
	const server = http.createServer((request, response) => {
		request.resume();
		response.writeHead(200, { "content-type": "text/event-stream" });
		let left = ${TOKENS};
		const timer = setInterval(() => {
			if (left-- > 0) return void response.write(${JSON.stringify(token)});
			clearInterval(timer);
			response.end("data: [DONE]\\n\\n");
		}, 20);
	});
	server.listen(0, "127.0.0.1", 2000, () => console.log(server.address().port));
`;
const service = spawn(process.execPath, ["-e", SERVICE], { stdio: ["ignore", "pipe", "inherit"] });
const [port] = (await once(service.stdout, "data")) as [Buffer];
const endpointUrl = `http://127.0.0.1:${String(port).trim()}/v1`;
const args = { endpointUrl, model: "m", messages: [{ role: "user" as const, content: "Hi" }] };

type Client = Pick<typeof Library, "chatCompletionStream">;

async function readStream(client: Client): Promise<number> {
	let count = 0;
	for await (const _ of client.chatCompletionStream(args)) count++;
	return count;
}

/** The least that a program can do: decode, split and parse. */
async function readBare(): Promise<number> {
	const decoder = new TextDecoder();
	let count = 0;
	let rest = "";
	const response = await fetch(`${endpointUrl}/chat/completions`, { method: "POST", body: JSON.stringify(args) });
	const reader = response.body?.getReader();
	for (;;) {
		const { done, value } = (await reader?.read()) ?? { done: true };
		if (done) return count;
		const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			if (!line.startsWith("data: {")) continue;
			JSON.parse(line.slice(6));
			count++;
		}
	}
}

const READERS: Readonly<Record<string, () => Promise<number>>> = {
	bare: readBare,
	hub: () => readStream(library),
	reference: () => readStream(reference as unknown as Client),
};

const fastest = new Map<string, number>();
for (let round = -1; round < rounds; round++) {
	for (const [name, read] of Object.entries(READERS)) {
		const start = process.cpuUsage();
		const counts = await Promise.all(Array.from({ length: STREAMS }, read));
		const { user, system } = process.cpuUsage(start);
		if (counts.some((count) => count !== TOKENS)) throw new Error(`${name} lost tokens`);
		// The first round warms up.
		if (round >= 0) fastest.set(name, Math.min(user + system, fastest.get(name) ?? Number.POSITIVE_INFINITY));
	}
}
service.kill();
const bare = fastest.get("bare") ?? Number.NaN;
for (const [name, atMost] of [
	["hub", 1.1],
	["reference", undefined],
] as const) {
	const time = fastest.get(name) ?? Number.NaN;
	report({
		title: `CPU of a token, 1,000 streams at once: ${name}`,
		value: time / bare,
		over: "a bare reader that parses",
		goal: atMost === undefined ? undefined : { atMost },
		detail: `${(time / STREAMS / TOKENS).toFixed(2)} µs`,
	});
}
