import { describe, expect, it } from "vitest";
import { createRecorder, memoryStore } from "../../src/exchange/index.ts";

const KEY = "hf_abcdefgh12345678";

describe("a recorder with a limit", () => {
	it.each([
		["an answer below it", 10, 1, false],
		["an answer above it", 11, 0, false],
		["an answer that never ends", Number.POSITIVE_INFINITY, 0, true],
	])("%s", async (_, pieces, recorded, isStopped) => {
		const store = memoryStore();
		const problems: unknown[] = [];
		let sent = 0;
		const fetch = async (): Promise<Response> =>
			new Response(
				new ReadableStream<Uint8Array>(
					{
						pull(sink) {
							if (sent++ < pieces) sink.enqueue(new Uint8Array(100).fill(0x61));
							else sink.close();
						},
					},
					{ highWaterMark: 0 },
				),
			);
		const onProblem = (problem: unknown): void => void problems.push(problem);
		const recorder = createRecorder(store, { fetch, maxBytes: 1000, onProblem });
		const response = await recorder.fetch(`https://groq.example/v1?token=${KEY}`, { method: "POST", body: "{}" });
		const reader = response.body?.getReader();
		let read = 0;
		while (read < 100_000) {
			const next = await reader?.read();
			if (!next || next.done) break;
			read += next.value.length;
		}
		if (isStopped) await reader?.cancel();
		await recorder.settle();
		// The reader gets everything in any case.
		expect(read).toBe(Math.min(100_000, pieces * 100));
		expect(await store.list()).toHaveLength(recorded);
		expect(problems).toHaveLength(1 - recorded);
		if (recorded === 0)
			expect(String(problems[0])).toMatch(/^RangeError: A response of https:\/\/groq\.example.* is larger than/);
		expect(String(problems[0])).not.toContain(KEY);
	});
});
