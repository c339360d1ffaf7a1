/**
 * The cost of observing a call: `npm run bench:exchange [ROUNDS]`.
 *
 * Compares the library's call over loopback HTTP with Node's `fetch`, plain and observed (`new Call().watch(fetch)`, as
 * the command, `hub serve` and `trace` use it). Only the caller's own CPU time counts: the server is another process.
 * The two take turns in short blocks, and the fastest tenth of each is compared, since other work can only add time.
 * The time to make the record, which happens once for who asks for it, stands on a line of its own.
 */
import { fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Call } from "../../src/exchange/index.ts";
import { chatCompletion, chatCompletionStream } from "../../src/inference/index.ts";

const BUDGET = 1.03;
const TOKENS = 100;
const CALLS = 40;

if (process.send) serve();
else await measure(Number(process.argv[2] ?? 200));

function serve(): void {
	const usage = { prompt_tokens: 12, completion_tokens: TOKENS, total_tokens: TOKENS + 12 };
	const chunk = (delta: object): string =>
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
				response.write(chunk({ content: " word" }));
				// A token is a chunk of the network, as with a model.
				await new Promise((resolve) => setTimeout(resolve, 1));
			}
			response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
		});
	});
	server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
	process.on("disconnect", () => process.exit());
}

async function measure(rounds: number): Promise<void> {
	const child = fork(fileURLToPath(import.meta.url));
	const port = await new Promise<number>((resolve) => child.once("message", resolve));
	const endpointUrl = `http://127.0.0.1:${port}/v1/chat/completions`;
	const args = { endpointUrl, model: "m", messages: [{ role: "user" as const, content: "hi" }] };

	type Way = "plain" | "observed" | "recorded";
	const callWhole = async (way: Way): Promise<void> => {
		for (let count = 0; count < CALLS; count++) {
			const call = way === "plain" ? undefined : new Call();
			await chatCompletion(args, { fetch: call?.watch(globalThis.fetch) ?? globalThis.fetch });
			if (way === "recorded" && call?.record().usage?.output_tokens !== TOKENS) throw new Error("no usage");
		}
	};
	const callStream = async (way: Way): Promise<void> => {
		const call = way === "plain" ? undefined : new Call();
		let tokens = 0;
		for await (const chunk of chatCompletionStream(args, {
			fetch: call?.watch(globalThis.fetch) ?? globalThis.fetch,
		})) {
			tokens += chunk.choices.length;
		}
		if (way === "recorded" && call?.record().usage?.output_tokens !== TOKENS) throw new Error("no usage");
		if (tokens !== TOKENS) throw new Error(`${tokens} tokens`);
	};
	const compare = async (work: (way: Way) => Promise<void>, ways: readonly Way[], units: number): Promise<number[]> => {
		const times = ways.map((): number[] => []);
		for (let round = -10; round < rounds; round++) {
			// Each comes first as often as the others.
			for (let turn = 0; turn < ways.length; turn++) {
				const index = (turn + round + 10) % ways.length;
				const time = await cpuTime(() => work(ways[index] ?? "plain"));
				if (round >= 0) times[index]?.push(time / units);
			}
		}
		return times.map(fastest);
	};

	let isOver = false;
	const tell = (name: string, [plain = 0, observed = 0]: number[]): void => {
		isOver ||= observed / plain > BUDGET;
		const more = ((observed / plain - 1) * 100).toFixed(1);
		console.log(
			`${name}: ${plain.toFixed(1)} µs of CPU time, observed ${observed.toFixed(1)} µs: ${more} % more (budget 3 %)`,
		);
	};
	tell("a call", await compare(callWhole, ["plain", "observed"], CALLS));
	tell("a token", await compare(callStream, ["plain", "observed"], TOKENS));
	const tellRecord = (name: string, [observed = 0, recorded = 0]: number[]): void => {
		console.log(`the record of ${name}, where it is asked for: ${(recorded - observed).toFixed(1)} µs`);
	};
	tellRecord("a call", await compare(callWhole, ["observed", "recorded"], CALLS));
	tellRecord("a stream", await compare(callStream, ["observed", "recorded"], 1));
	child.disconnect();
	if (isOver) process.exitCode = 1;
}

/** Microseconds of CPU time that this process took. */
async function cpuTime(work: () => Promise<void>): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}

/** The mean of the fastest tenth. */
function fastest(times: number[]): number {
	const best = times.sort((a, b) => a - b).slice(0, Math.ceil(times.length / 10));
	return best.reduce((total, time) => total + time, 0) / best.length;
}
