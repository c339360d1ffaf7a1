import { expect, it } from "vitest";
import { checkEvents, EventText, splitEvents } from "../../src/gateway/sse.ts";
import { ChunkDecoder } from "../../src/http/events.ts";

const text = 'data: {"content":"a é 漢 🙂"}\n\n: note\r\n\r\ndata: [DONE]\n\n';
const bytes = new TextEncoder().encode(text);

it("decodes text split anywhere like the whole", () => {
	for (let size = 1; size <= bytes.length; size++) {
		const stream = new ChunkDecoder();
		const events = new EventText();
		let decoded = "";
		let whole = "";
		for (let from = 0; from < bytes.length; from += size) {
			decoded += stream.decode(bytes.subarray(from, from + size));
			whole += events.push(bytes.subarray(from, from + size));
		}
		expect(decoded + stream.end(), String(size)).toBe(text);
		expect(whole + events.end(), String(size)).toBe(text);
	}
	const cut = new ChunkDecoder();
	cut.decode(bytes.subarray(0, bytes.indexOf(0xf0) + 2));
	expect(cut.end()).toBe("\ufffd");
});

it("splits events at both kinds of line end", () => {
	const blocks = [...splitEvents(text)].map(({ data }) => data);
	expect(blocks).toEqual(['{"content":"a é 漢 🙂"}', undefined, "[DONE]"]);
	expect([...splitEvents("event: x\ndata: 1\ndata: 2\n\n\n\ndata: 3")].map(({ data, event }) => [event, data])).toEqual(
		[
			["x", "1\n2"],
			[undefined, "3"],
		],
	);
});

it.each([
	["oops", { kind: "malformed" }],
	['{"error":{"message":"late"}}', { kind: "error", body: { error: { message: "late" } } }],
])("keeps the events in front of %s, and only those", (data, failure) => {
	const sound = 'data: {"a":1}\n\ndata: {"b":2}\n\n';
	expect(checkEvents(`${sound}data: ${data}\n\ndata: {"c":3}\n\n`)).toEqual({
		text: sound,
		values: [{ a: 1 }, { b: 2 }],
		failure,
	});
});
