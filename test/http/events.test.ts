import { describe, expect, it } from "vitest";
import { EventParser, readEvents, type ServerSentEvent } from "../../src/http/index.ts";
import { memoryInUse } from "../helpers/memory-in-use.ts";

const CASES: { title: string; text: string; events: ServerSentEvent[] }[] = [
	{ title: "one event", text: "data: a\n\n", events: [{ data: "a" }] },
	{ title: "CR line ends", text: "data: a\r\rdata: b\r\r", events: [{ data: "a" }, { data: "b" }] },
	{ title: "CRLF line ends", text: "data: a\r\n\r\ndata: b\r\n\r\n", events: [{ data: "a" }, { data: "b" }] },
	{
		title: "mixed line ends",
		text: "data: a\ndata: b\r\ndata: c\r\n\rdata: d\n\r\ndata: e\r\n\n",
		events: [{ data: "a\nb\nc" }, { data: "d" }, { data: "e" }],
	},
	{ title: "LF and CR are two line ends", text: "data: a\n\rdata: b\n\n", events: [{ data: "a" }, { data: "b" }] },
	{ title: "a byte order mark", text: "\uFEFFdata: a\n\n", events: [{ data: "a" }] },
	{ title: "characters of 2, 3 and 4 bytes", text: "data: é€😀\n\n", events: [{ data: "é€😀" }] },
	{ title: "several data lines", text: "data: a\ndata:\ndata: b\n\n", events: [{ data: "a\n\nb" }] },
	{ title: "only one blank is removed", text: "data:  a \n\n", events: [{ data: " a " }] },
	{ title: "no blank", text: "data:a:b\n\n", events: [{ data: "a:b" }] },
	{ title: "comments", text: ": hello\n:\ndata: a\n: in between\ndata: b\n\n", events: [{ data: "a\nb" }] },
	{ title: "a line without a colon", text: "data\nnonsense\ndata: a\n\n", events: [{ data: "a" }] },
	{ title: "unknown fields", text: "retry: 10\nfoo: bar\ndata: a\n\n", events: [{ data: "a" }] },
	{ title: "field names are not trimmed", text: " data: x\nDATA: y\ndata : z\ndata: a\n\n", events: [{ data: "a" }] },
	{ title: "empty data", text: "data:\n\ndata: a\n\n", events: [{ data: "" }, { data: "a" }] },
	{ title: "events without data", text: "event: ping\n\n\n\ndata: a\n\n", events: [{ data: "a" }] },
	{
		title: "event names hold for one event, ids stay",
		text: "event: e\nid: 1\ndata: a\n\ndata: b\n\nid: 2\ndata: c\n\n",
		events: [
			{ data: "a", event: "e", id: "1" },
			{ data: "b", id: "1" },
			{ data: "c", id: "2" },
		],
	},
	{ title: "no empty line at the end", text: "data: a\n\ndata: b\n", events: [{ data: "a" }, { data: "b" }] },
	{ title: "no line end at the end", text: "data: a\n\ndata: b", events: [{ data: "a" }, { data: "b" }] },
	{ title: "a CR at the very end", text: "data: a\r", events: [{ data: "a" }] },
	{ title: "nothing", text: "", events: [] },
	{ title: "only line ends", text: "\n\r\n\r\r\n", events: [] },
];

function stream(chunks: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
	const iterator = chunks[Symbol.iterator]();
	return new ReadableStream({
		pull(controller) {
			const { done, value } = iterator.next();
			if (done) controller.close();
			else controller.enqueue(value);
		},
	});
}

async function collect(chunks: Iterable<Uint8Array>): Promise<ServerSentEvent[]> {
	const events: ServerSentEvent[] = [];
	for await (const event of readEvents(stream(chunks))) events.push(event);
	return events;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const singleBytes = (bytes: Uint8Array): Uint8Array[] => Array.from(bytes, (byte) => Uint8Array.of(byte));

describe("readEvents", () => {
	it.each(CASES)("reads $title, however it is split", async ({ text, events }) => {
		const bytes = encode(text);
		expect(await collect([bytes])).toEqual(events);
		expect(await collect(singleBytes(bytes))).toEqual(events);
		for (let cut = 0; cut <= bytes.length; cut++) {
			const chunks = [bytes.subarray(0, cut), new Uint8Array(0), bytes.subarray(cut)];
			expect(await collect(chunks), `cut at ${cut}`).toEqual(events);
		}
	});

	// With CRLF even before the last LF: the line was ended by the CR.
	it.each(["\n\n", "\r\r", "\r\n\r"])("delivers an event as soon as its end %j arrives", async (end) => {
		const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
		const events = readEvents(readable);
		const first = events.next();
		await writable.getWriter().write(encode(`data: a${end}`));
		expect(await first).toEqual({ done: false, value: { data: "a" } });
		await events.return();
	});

	it("cancels the body when the consumer stops", async () => {
		let reason: unknown = "not cancelled";
		const body = new ReadableStream<Uint8Array>({
			pull: (controller) => controller.enqueue(encode("data: a\n\n")),
			cancel: (why) => {
				reason = why;
			},
		});
		for await (const event of readEvents(body)) {
			expect(event.data).toBe("a");
			break;
		}
		expect(reason).toBeUndefined();
		expect(body.locked).toBe(false);
	});

	it("does not cancel a body read to its end", async () => {
		const body = stream([encode("data: a\n\n")]);
		for await (const _ of readEvents(body));
		expect(body.locked).toBe(false);
	});

	it("passes on the failure of a body after the events before it", async () => {
		let pulls = 0;
		const body = new ReadableStream<Uint8Array>({
			pull(controller) {
				if (pulls++ === 0) controller.enqueue(encode("data: a\n\ndata: b"));
				else controller.error(new Error("cut"));
			},
		});
		const seen: string[] = [];
		const reading = (async () => {
			for await (const { data } of readEvents(body)) seen.push(data);
		})();
		await expect(reading).rejects.toThrow("cut");
		expect(seen).toEqual(["a"]);
	});

	it("joins many short data lines in order", async () => {
		const text = `data: start\n${"data:x\ndata:\n".repeat(1000)}\ndata: a\n\n`;
		const data = `start\n${"x\n\n".repeat(1000).slice(0, -1)}`;
		expect(await collect(singleBytes(encode(text)))).toEqual([{ data }, { data: "a" }]);
	});

	it("holds an event of millions of short lines in a few bytes for each", () => {
		const parser = new EventParser();
		const chunk = encode("data:\n".repeat(10_000));
		// Warm, so that compiled code does not count.
		parser.push(chunk);
		parser.next();
		const before = memoryInUse();
		for (let count = 0; count < 300; count++) {
			parser.push(chunk);
			parser.next();
		}
		expect(parser.pendingLength).toBe(301 * 10_000 - 1);
		expect(memoryInUse() - before).toBeLessThan(3_000_000 * 20);
	});

	it("reads a huge event in small chunks at the cost of small events", async () => {
		const size = 450_000;
		const step = 250;
		const measure = async (text: string): Promise<number> => {
			const bytes = encode(text);
			const chunks = Array.from({ length: bytes.length / step }, (_, index) =>
				bytes.subarray(index * step, (index + 1) * step),
			);
			const start = performance.now();
			await collect(chunks);
			return performance.now() - start;
		};
		const ratios: number[] = [];
		for (let round = 0; round < 3; round++) {
			const small = await measure("data: a\n\n".repeat(size / 9));
			ratios.push((await measure(`data: ${"a".repeat(size)}\n\n`)) / small);
		}
		// A parser that searches the whole pending text at each piece needs many times as long.
		expect(Math.min(...ratios)).toBeLessThan(5);
	});
});
