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
		expect([rates.correct("b", 100), rates.correct("c", 100)]).toEqual([300, 50]);
	});

	it("is learned from twenty calls of a thousand models", () => {
		const rates = createTokenRates();
		for (let call = 0; call < 20; call++) rates.learn("a", 200, () => 100);
		rates.learn("a", 9999, () => expect.fail("learned from the call after"));
		expect(rates.correct("a", 100)).toBe(200);
		for (let model = 1; model < 1000; model++) rates.learn(`model-${model}`, 200, () => 100);
		rates.learn("one too many", 200, () => expect.fail("learned from a model after"));
		expect(rates.correct("one too many", 100)).toBe(100);
		rates.learn("model-7", 100, () => 100);
		expect(rates.correct("model-7", 100)).toBe(150);
	});
});

it("a target whose queue has stopped is at its limit, not faulty", () => {
	const failure = describeFailure(new QueueStopped(1500), { model: "a/b", provider: "groq" });
	expect(failure).toMatchObject({ isLimit: true, canFailOver: true, outcome: { status: 429 } });
	expect(failure.error).toMatchObject({ status: 429, message: "groq is rate limited for 2 s." });
	const refused = describeFailure(new QueueStopped(1500, "Slow down."), { model: "a/b", provider: "groq" });
	expect(refused.error.message).toBe("groq is rate limited for 2 s: Slow down.");
});
