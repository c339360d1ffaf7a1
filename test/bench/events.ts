/**
 * Measures how fast streamed answers are read, beside the reference client: `npx tsx test/bench/events.ts [rounds]`.
 * Both get the same bytes from the same stand-in for `fetch`; less than 1 means less time than the reference.
 */
import { chatCompletionStream as readReference } from "@huggingface/inference";
import { chatCompletionStream } from "../../src/index.ts";
import { median, report } from "./figure.ts";

const rounds = Number(process.argv[2] ?? 15);

function event(content: string): string {
	const choices = [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }];
	const chunk = { id: "1", object: "chat.completion.chunk", created: 1, model: "o/m", choices };
	return `data: ${JSON.stringify(chunk)}\n\n`;
}

const SHORT = event("word ");
const CASES: { title: string; text: string; step: number }[] = [
	{ title: "20 000 short events in chunks of 16 kB", text: SHORT.repeat(20_000), step: 16_384 },
	{ title: "20 000 short events, one a chunk", text: SHORT.repeat(20_000), step: SHORT.length },
	{ title: "1 000 short events, one byte at a time", text: SHORT.repeat(1000), step: 1 },
	{ title: "20 events of 100 kB in chunks of 16 kB", text: event("x".repeat(100_000)).repeat(20), step: 16_384 },
	{ title: "one event of 2 MB in chunks of 1 kB", text: event("x".repeat(2_000_000)), step: 1024 },
];

function answer(bytes: Uint8Array, step: number): Response {
	let from = 0;
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			if (from >= bytes.length) return controller.close();
			controller.enqueue(bytes.slice(from, from + step));
			from += step;
		},
	});
	return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

type Reader = typeof chatCompletionStream | typeof readReference;

/** Milliseconds to read the whole stream. */
async function time(read: Reader, bytes: Uint8Array, step: number): Promise<number> {
	const fetch = async (): Promise<Response> => answer(bytes, step);
	const start = performance.now();
	const args = { endpointUrl: "http://127.0.0.1/v1", model: "o/m", messages: [] };
	let count = 0;
	for await (const _ of read(args, { fetch })) count++;
	if (count === 0) throw new Error("Nothing was read");
	return performance.now() - start;
}

for (const { title, text, step } of CASES) {
	const bytes = new TextEncoder().encode(text);
	const times: [number[], number[]] = [[], []];
	for (let round = -2; round < rounds; round++) {
		const own = await time(chatCompletionStream, bytes, step);
		const theirs = await time(readReference, bytes, step);
		// The first two rounds warm up.
		if (round < 0) continue;
		times[0].push(own);
		times[1].push(theirs);
	}
	const [own, theirs] = [median(times[0]), median(times[1])];
	const throughput = bytes.length / own / 1000;
	const detail = `${throughput.toFixed(0)} MB/s`;
	report({ title: `time of reading ${title}`, value: own / theirs, over: "the reference", detail });
}
