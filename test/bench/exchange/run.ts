/**
 * The cost of observing a call: `npm run bench:exchange [PAIRS]`.
 *
 * Compares the library's call with Node's `fetch` over loopback HTTP, plain and observed (`new ObservedCall().watch(fetch)`, as
 * the command, `hub serve` and `trace` use it). Only the caller's own CPU time counts: the server is another process.
 * When the tokens of a stream arrive changes its time more than observing does. What a token takes more is measured on a
 * stream from memory, and what it takes at all over HTTP.
 * The time to make the record, which happens once for who asks for it, stands on a line of its own.
 */
import { fork } from "node:child_process";
import { ObservedCall } from "../../../src/exchange/index.ts";
import type { Fetch } from "../../../src/http/index.ts";
import { chatCompletion, chatCompletionStream } from "../../../src/inference/index.ts";
import { report } from "../figure.ts";
import { type Comparison, compare, measure } from "./paired.ts";
import { LAST_EVENTS, TOKEN_EVENT, TOKENS } from "./service.ts";

/** Calls of a block: few, so that a block is shorter than a turn of the scheduler. */
const CALLS = 12;
/** Streams of a block, at the same time. */
const STREAMS = 4;

type Way = "plain" | "observed" | "recorded";

const pairs = Number(process.argv[2] ?? 2000);
const service = fork(new URL("service.ts", import.meta.url));
const port = await new Promise<number>((resolve) => service.once("message", resolve));
const endpointUrl = `http://127.0.0.1:${port}/v1/chat/completions`;
const args = { endpointUrl, model: "m", messages: [{ role: "user" as const, content: "hi" }] };

async function callOnce(way: Way): Promise<void> {
	const call = way === "plain" ? undefined : new ObservedCall();
	await chatCompletion(args, { fetch: call?.watch(fetch) ?? fetch });
	if (way === "recorded") checkRecord(call);
}

async function streamOnce(way: Way, send: Fetch): Promise<void> {
	const call = way === "plain" ? undefined : new ObservedCall();
	let tokens = 0;
	for await (const chunk of chatCompletionStream(args, { fetch: call?.watch(send) ?? send })) {
		tokens += chunk.choices.length;
	}
	if (way === "recorded") checkRecord(call);
	if (tokens !== TOKENS) throw new Error(`${tokens} tokens`);
}

function checkRecord(call: ObservedCall | undefined): void {
	if (call?.record().usage?.output_tokens !== TOKENS) throw new Error("no usage");
}

/** A stream whose chunks are there when they are asked for. */
const encoder = new TextEncoder();
async function sendFromMemory(): Promise<Response> {
	let left = TOKENS;
	const pull = (sink: ReadableStreamDefaultController<Uint8Array>): void => {
		sink.enqueue(encoder.encode(left > 0 ? TOKEN_EVENT : LAST_EVENTS));
		if (left-- === 0) sink.close();
	};
	const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
	return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const callBlock = (way: Way) => async (): Promise<void> => {
	for (let count = 0; count < CALLS; count++) await callOnce(way);
};
const streamBlock = (way: Way, send: Fetch) => async (): Promise<void> => {
	await Promise.all(Array.from({ length: STREAMS }, () => streamOnce(way, send)));
};

const call = await compare(callBlock("plain"), callBlock("observed"), { units: CALLS, pairs });
tell("a call", call.plain, call);

const token = await compare(streamBlock("plain", sendFromMemory), streamBlock("observed", sendFromMemory), {
	units: STREAMS * TOKENS,
	pairs,
});
tell("a token", await measure(streamBlock("plain", fetch), STREAMS * TOKENS), token);

const record = await compare(callBlock("observed"), callBlock("recorded"), { units: CALLS, pairs: pairs / 4 });
console.log(`the record of a call, where it is asked for: ${record.more.toFixed(0)} µs`);
const streamRecord = await compare(streamBlock("observed", sendFromMemory), streamBlock("recorded", sendFromMemory), {
	units: STREAMS,
	pairs: pairs / 4,
});
console.log(`the record of a stream, where it is asked for: ${streamRecord.more.toFixed(0)} µs`);

service.disconnect();

function tell(name: string, plain: number, { more, interval: [low, high], pairs: count }: Comparison): void {
	const percent = (time: number): number => (100 * time) / plain;
	report({
		title: `CPU that the record of an exchange adds to ${name}`,
		value: percent(more),
		unit: "%",
		goal: { atMost: 3 },
		detail: `${percent(low).toFixed(1)} to ${percent(high).toFixed(1)} % with 95 % confidence, ${count} pairs`,
	});
}
