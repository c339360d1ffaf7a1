import { describe, expect, it } from "vitest";
import { Excerpt } from "../../src/exchange/excerpt.ts";

const CAPACITY = 8 * 1024;

/** Text in which each place differs from those before. */
function numbers(length: number): string {
	return Array.from({ length: Math.ceil(length / 6) }, (_, at) => String(at).padStart(6, "0"))
		.join("")
		.slice(0, length);
}

describe("an excerpt of a body", () => {
	const cases = [0, 1, 100, 8192, 16_384, 16_385, 20_000, 70_000, 300_000].flatMap((length) =>
		[1, 7, 200, 5000, 8193, 40_000].map((size) => ({ length, size })),
	);
	it.each(cases.filter(({ length, size }) => length / size <= 20_000))(
		"keeps the beginning and the end of $length bytes in chunks of $size",
		({ length, size }) => {
			const text = numbers(length);
			const bytes = new TextEncoder().encode(text);
			const excerpt = new Excerpt(CAPACITY);
			for (let at = 0; at < length; at += size) {
				const chunk = bytes.slice(at, at + size);
				excerpt.add(chunk);
				// A transport may use the buffer of a chunk again.
				chunk.fill(0);
			}
			const { head, tail, isWhole } = excerpt.read();
			if (isWhole) expect(tail === text).toBe(true);
			else {
				expect(head === text.slice(0, 4096)).toBe(true);
				expect(text.endsWith(tail)).toBe(true);
				expect(tail.length).toBeGreaterThanOrEqual(CAPACITY);
			}
			expect(tail.length).toBeLessThanOrEqual(2 * CAPACITY);
		},
	);

	it("accepts a body read at once", () => {
		const text = `ä${numbers(50_000)}`;
		const excerpt = new Excerpt(CAPACITY);
		excerpt.add(new TextEncoder().encode(text));
		const { head, tail } = excerpt.read();
		expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
		expect([head.length, tail.length]).toEqual([4095, CAPACITY]);
	});
});
