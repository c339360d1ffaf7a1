import { describe, expect, it } from "vitest";
import { QueueStopped } from "../../src/gateway/errors.ts";
import { describeFailure } from "../../src/gateway/failure.ts";
import { createTokenRates } from "../../src/gateway/token-estimate.ts";

describe("what services counted", () => {
	it("corrects the estimates of a model, within limits", () => {
		const rates = createTokenRates();
		expect(rates.correct("a", 100)).toBe(100);
		rates.learn("a", 150, () => 100);
		expect(rates.correct("a", 100)).toBe(150);
		rates.learn("b", 900, () => 100);
		rates.learn("c", 1, () => 100);
		expect([rates.correct("b", 100), rates.correct("c", 100)]).toEqual([900, 50]);
		// More than a template: the service counts more for each.
		rates.learn("d", 65_000, () => 50_000);
		expect(rates.correct("d", 50_000)).toBe(65_000);
		expect(rates.correct("d", 100)).toBeLessThan(4200);
	});

	it("tells what a service adds to each request from what it counts for a text", () => {
		const rates = createTokenRates();
		for (let call = 0; call < 20; call++) rates.learn("a", 330, () => 30);
		// The template of short calls does not make a long one longer.
		expect(rates.correct("a", 100_000)).toBeLessThan(101_000);
		for (let call = 1; call <= 40; call++) rates.learn("a", 300 + 1.2 * 1000 * call, () => 1000 * call);
		for (const estimated of [30, 5000, 100_000]) {
			expect(Math.abs(rates.correct("a", estimated) / (300 + 1.2 * estimated) - 1)).toBeLessThan(0.1);
		}
	});

	it("is learned for ever, and follows a change", () => {
		const rates = createTokenRates();
		for (let call = 0; call < 100; call++) rates.learn("a", 1000 * (1 + (call % 9)), () => 1000 * (1 + (call % 9)));
		for (let call = 0; call < 20_000; call++) rates.learn("a", 1500 * (1 + (call % 9)), () => 1000 * (1 + (call % 9)));
		expect(Math.abs(rates.correct("a", 10_000) / 15_000 - 1)).toBeLessThan(0.05);
	});

	it("is learned from the first twenty calls of a model, then from one in fifty, of the last thousand models", () => {
		const rates = createTokenRates();
		for (let call = 0; call < 20; call++) rates.learn("a", 200, () => 100);
		let estimates = 0;
		const estimate = (): number => {
			estimates++;
			return 100;
		};
		for (let call = 0; call < 500; call++) rates.learn("a", 200, estimate);
		expect(estimates).toBe(10);
		expect(rates.correct("a", 100)).toBe(200);
		for (let model = 1; model <= 1000; model++) rates.learn(`model-${model}`, 200, () => 100);
		expect([rates.correct("a", 100), rates.correct("model-1000", 100)]).toEqual([100, 200]);
	});
});

it("a target whose queue has stopped is at its limit, not faulty", () => {
	const failure = describeFailure(new QueueStopped(1500), { model: "a/b", provider: "groq" });
	expect(failure).toMatchObject({ isLimit: true, canFailOver: true, outcome: { status: 429 } });
	expect(failure.error).toMatchObject({ status: 429, message: "groq is rate limited for 2 s." });
	const refused = describeFailure(new QueueStopped(1500, "Slow down."), { model: "a/b", provider: "groq" });
	expect(refused.error.message).toBe("groq is rate limited for 2 s: Slow down.");
});
