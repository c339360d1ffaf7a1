/**
 * What observing a call costs: `npm run bench:exchange`. The same calls of the client over loopback HTTP, plain and
 * watched, in turns; the ratio of the CPU time of the two is told, for a whole response and for a token of a stream.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startCall } from "../../src/exchange/index.ts";
import { chatCompletion, chatCompletionStream } from "../../src/inference/index.ts";

const BUDGET = 1.03;
const TOKENS = 400;
const ROUNDS = Number(process.argv[2] ?? 30);

const usage = { prompt_tokens: 12, completion_tokens: TOKENS, total_tokens: TOKENS + 12 };
const event = (delta: object): string =>
	`data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
const whole = JSON.stringify({
	id: "chatcmpl-1",
	model: "m",
	choices: [{ index: 0, message: { role: "assistant", content: "word ".repeat(200) }, finish_reason: "stop" }],
	usage,
});

const server = createServer((request, response) => {
	const parts: Buffer[] = [];
	request.on("data", (part: Buffer) => parts.push(part));
	request.on("end", async () => {
		if (!Buffer.concat(parts).includes('"stream":true')) {
			response.setHeader("content-type", "application/json");
			response.end(whole);
			return;
		}
		response.setHeader("content-type", "text/event-stream");
		for (let token = 0; token < TOKENS; token++) {
			response.write(event({ content: " word" }));
			await new Promise(setImmediate);
		}
		response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
	});
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const endpointUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`;
const args = { endpointUrl, model: "m", messages: [{ role: "user" as const, content: "hi" }] };

async function callWhole(isWatched: boolean): Promise<void> {
	for (let count = 0; count < 20; count++) {
		const call = startCall();
		await chatCompletion(args, {
			retry_on_error: false,
			fetch: isWatched ? call.watch(globalThis.fetch) : globalThis.fetch,
		});
		if (isWatched) call.end();
	}
}

async function callStream(isWatched: boolean): Promise<void> {
	const call = startCall();
	const options = { retry_on_error: false, fetch: isWatched ? call.watch(globalThis.fetch) : globalThis.fetch };
	let tokens = 0;
	for await (const chunk of chatCompletionStream(args, options)) tokens += chunk.choices.length;
	if (isWatched) call.end();
	if (tokens !== TOKENS) throw new Error(`${tokens} tokens`);
}

async function time(work: () => Promise<void>): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}

let isOver = false;
for (const [name, work] of [
	["a call", callWhole],
	["a token", callStream],
] as const) {
	for (let warm = 0; warm < 10; warm++) for (const isWatched of [true, false]) await work(isWatched);
	const ratios: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		// In turns, and each first as often as the other.
		const first = await time(() => work(round % 2 === 0));
		const second = await time(() => work(round % 2 !== 0));
		ratios.push(round % 2 === 0 ? first / second : second / first);
	}
	const median = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
	isOver ||= median > BUDGET;
	console.log(`${name}: ${((median - 1) * 100).toFixed(1)} % more CPU time when it is observed (budget 3 %)`);
}
server.close();
server.closeAllConnections();
if (isOver) process.exitCode = 1;
