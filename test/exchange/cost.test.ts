import { describe, expect, it } from "vitest";
import { bundledPrice } from "../../src/exchange/cost.ts";
import {
	BUNDLED_PRICES_DATE,
	costOf,
	findCost,
	type Offer,
	type Priced,
	readOffers,
	readUsage,
	sum,
	toDecimal,
	toNumber,
	type Usage,
} from "../../src/exchange/index.ts";

const tokens = (input_tokens: number, output_tokens: number, cached_tokens?: number): Usage => ({
	input_tokens,
	output_tokens,
	...(cached_tokens === undefined ? {} : { cached_tokens }),
});

describe("the cost of tokens is exact", () => {
	it.each([
		[tokens(31, 9), { input: 0.05, output: 0.08 }, "0.00000227"],
		[tokens(1_000_000, 1_000_000), { input: 0.1, output: 0.2 }, "0.3"],
		[tokens(3, 0), { input: 0.1, output: 0.1 }, "3e-7"],
		[tokens(7, 3), { input: 0.59, output: 0.79 }, "0.0000065"],
		[tokens(123_456_789, 987_654_321), { input: 1.74, output: 3.48 }, "3651.85184994"],
		[tokens(1, 1), { input: 0.0001, output: 1e-7 }, "1.001e-10"],
		[tokens(1000, 10, 800), { input: 2.5, output: 10, cached: 1.25 }, "0.0016"],
		[tokens(1000, 10, 800), { input: 2.5, output: 10 }, "0.0026"],
		// Services have counted more tokens from the cache than the prompt has.
		[tokens(1000, 10, 5000), { input: 2.5, output: 10, cached: 1.25 }, "0.00135"],
		[tokens(0, 10, 5000), { input: 2.5, output: 10, cached: 0.25 }, "0.0001"],
		[tokens(0, 0), { input: 1, output: 1 }, "0"],
		[tokens(5, 5), { input: 0, output: 0 }, "0"],
	])("%o at %o", (usage, price, expected) => {
		expect(costOf(usage, price)).toBe(Number(expected));
	});

	it("is unknown if the price does not cover it", () => {
		expect(costOf(tokens(200_001, 1), { input: 1, output: 1, longestInput: 200_000 })).toBeNull();
		expect(costOf(tokens(200_000, 1), { input: 1, output: 1, longestInput: 200_000 })).toBe(0.200001);
		expect(costOf(tokens(1, 1), undefined)).toBeNull();
	});
});

it("adds decimal digits", () => {
	expect(sum([0.1, 0.2])).toBe(0.3);
	expect(sum(Array.from({ length: 1000 }, () => 0.0000031))).toBe(0.0031);
	expect(sum([1e-10, 5, -2.5])).toBe(2.5000000001);
	expect(sum([])).toBe(0);
});

it.each(["0", "12.50", "1e-7", "1.5E3", "-0.25", "123456789.123456789"])("reads %s as a decimal", (text) => {
	expect(toNumber(toDecimal(text) ?? { digits: -1n, scale: 0 })).toBe(Number(text));
});

it.each(["", ".", "abc", "1e", "Infinity", "0x10", "1,5"])("reads no decimal in %o", (text) => {
	expect(toDecimal(text)).toBeUndefined();
});

describe("source of a cost", () => {
	const call: Priced = { usage: tokens(10, 20), provider: "groq", routed: true, models: ["org/m:groq"] };
	const offer = (more: Partial<Offer>): Offer[] => [{ model: "org/m", provider: "groq", ...more }];
	const pricing = { input: 0.1, output: 0.4 };

	it.each<[string, Partial<Priced>, Offer[], number | null, string | null]>([
		["a cost in the response comes first", { reported: 0.5 }, offer({ pricing }), 0.5, "reported"],
		["a reported zero is a cost", { reported: 0 }, offer({ pricing }), 0, "reported"],
		["a reported cost needs no usage", { reported: 0.5, usage: null }, [], 0.5, "reported"],
		["then the router's price", {}, offer({ pricing }), 0.000009, "router"],
		["a free model costs nothing", {}, offer({ is_free: true }), 0, "router"],
		["a price of zero is a price", {}, offer({ pricing: { input: 0, output: 0 } }), 0, "router"],
		["a price of another provider does not count", { provider: "together" }, offer({ pricing }), null, null],
		["then the bundled prices", { models: ["openai/gpt-oss-120b"] }, [], 0.0000165, "bundled"],
		[
			"bundled prices of direct calls by the provider's own id",
			{ routed: false, models: ["x", "gemma-7b-it"] },
			[],
			0.0000021,
			"bundled",
		],
		["unknown without usage", { usage: null }, offer({ pricing }), null, null],
		["unknown without a price", {}, offer({}), null, null],
		["unknown if the provider is unknown", { provider: null }, offer({ pricing }), null, null],
	])("%s", (_, more, offers, cost_usd, price_source) => {
		expect(findCost({ ...call, ...more }, offers)).toEqual({ cost_usd, price_source });
	});

	it("the price snapshot has a date and several providers", () => {
		expect(BUNDLED_PRICES_DATE).toMatch(/^20\d\d-\d\d-\d\d$/);
		expect(bundledPrice("openai", false, "gpt-4o")).toMatchObject({ input: 2.5, output: 10 });
		expect(bundledPrice("openai", false, "constructor")).toBeUndefined();
		expect(bundledPrice("toString", false, "x")).toBeUndefined();
	});
});

describe("usage", () => {
	it.each<[string, unknown, Usage | null]>([
		["OpenAI's", { usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } }, tokens(5, 7)],
		[
			"details",
			{
				usage: {
					prompt_tokens: 5,
					completion_tokens: 7,
					prompt_tokens_details: { cached_tokens: 4 },
					completion_tokens_details: { reasoning_tokens: 3 },
				},
			},
			{ ...tokens(5, 7, 4), reasoning_tokens: 3 },
		],
		["embeddings", { usage: { prompt_tokens: 8, total_tokens: 8 } }, tokens(8, 0)],
		["the Responses API", { usage: { input_tokens: 1, output_tokens: 2 } }, tokens(1, 2)],
		["Cohere's", { usage: { tokens: { input_tokens: 3, output_tokens: 4 } } }, tokens(3, 4)],
		["Groq's streams", { x_groq: { usage: { prompt_tokens: 3, completion_tokens: 4 } } }, tokens(3, 4)],
		["Replicate's", { metrics: { input_token_count: 3, output_token_count: 4 } }, tokens(3, 4)],
		["nothing", { choices: [] }, null],
		["null", { usage: null }, null],
		["invalid counts", { usage: { prompt_tokens: "5", completion_tokens: 1 } }, null],
		["incomplete counts", { details: { generated_tokens: 5 } }, null],
	])("of %s", (_, value, expected) => {
		expect(readUsage(value)).toEqual(expected);
	});
});

it("reads the router's list, even with missing fields", () => {
	const data = [
		{
			id: "a/b",
			architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
			providers: [
				{ provider: "groq", status: "live", context_length: 8, pricing: { input: 1, output: 2 }, supports_tools: true },
				{ provider: "nscale", pricing: { input: 1 }, throughput: "fast", is_free: false },
				{ status: "live" },
				null,
			],
		},
		{ id: "c/d" },
		{ providers: [] },
		null,
	];
	const modalities = { input_modalities: ["text", "image"], output_modalities: ["text"] };
	expect(readOffers({ data })).toEqual([
		{
			model: "a/b",
			provider: "groq",
			status: "live",
			context_length: 8,
			pricing: { input: 1, output: 2 },
			supports_tools: true,
			...modalities,
		},
		{ model: "a/b", provider: "nscale", is_free: false, ...modalities },
	]);
	for (const answer of [undefined, null, [], {}, { data: {} }]) expect(readOffers(answer)).toEqual([]);
});
