import { expect, it } from "vitest";
import { BytesInFlight } from "../../src/batch/budget.ts";

const HALF = 24 * 2 ** 20;
const text = (length: number): { inputs: string } => ({ inputs: "x".repeat(length) });

it("calls in flight are limited by the bytes of their arguments", () => {
	const flight = new BytesInFlight();
	const first = flight.begin();
	first.read(text(HALF));
	expect(flight.isFull).toBe(false);
	const second = flight.begin();
	expect(flight.isFull).toBe(true);
	second.read({ inputs: new Blob(["x".repeat(HALF)]), parameters: { top_k: 1 } });
	expect(flight.isFull).toBe(true);
	first.end();
	expect(flight.isFull).toBe(false);
	second.end();
	const third = flight.begin();
	third.end();
	expect(flight.isFull).toBe(false);
});

it("rows of unknown size are read a few at a time", () => {
	const flight = new BytesInFlight();
	for (let count = 0; count < 8; count++) {
		expect(flight.isFull).toBe(false);
		flight.begin();
	}
	expect(flight.isFull).toBe(true);
});
