import { describe, expect, it } from "vitest";
import { CostLimit, type Offer } from "../../src/exchange/index.ts";
import type { Fetch } from "../../src/http/index.ts";

const URL = "https://router.huggingface.co/groq/v1/chat/completions";
/** A dollar for a million tokens in, ten for a million out. */
const OFFER: Offer = { model: "org/m", provider: "groq", pricing: { input: 1, output: 10 }, context_length: 1000 };
const CALL = { model: "org/m", provider: "groq", routed: true, offers: [OFFER] };

/** A service whose answers have so many tokens, one million for a dollar in and ten for one out. */
function service(tokens = 100, status = 200): { fetch: Fetch; asked: unknown[] } {
	const asked: unknown[] = [];
	const fetch: Fetch = async (input) => {
		asked.push(input);
		return Response.json({ choices: [], usage: { prompt_tokens: 0, completion_tokens: tokens } }, { status });
	};
	return { fetch, asked };
}

const send = async (fetch: Fetch, body: object, url = URL): Promise<string> => {
	try {
		const response = await fetch(url, { method: "POST", body: JSON.stringify({ model: "m", ...body }) });
		await response.text();
		return "sent";
	} catch (error) {
		return (error as { code?: string }).code ?? String(error);
	}
};

describe("a limit of costs", () => {
	it.each<[string, object, usd: number]>([
		["max_tokens", { max_tokens: 50 }, 0.0005],
		["max_completion_tokens", { max_completion_tokens: 50, max_tokens: 20 }, 0.0005],
		["max_new_tokens of parameters", { parameters: { max_new_tokens: 50 } }, 0.0005],
		["several answers", { max_tokens: 25, n: 2 }, 0.0005],
		["several answers by another name", { parameters: { max_new_tokens: 10, num_return_sequences: 5 } }, 0.0005],
		["the number of those to choose from", { max_tokens: 25, best_of: 2 }, 0.0005],
		["the limit of the model", {}, 0.01],
	])("counts an answer by %s", async (_, body, usd) => {
		for (const [most, expected] of [
			[usd * 0.99, "over-budget"],
			[usd * 1.2, "sent"],
		] as const) {
			const { fetch, asked } = service(0);
			expect(
				await send(
					new CostLimit(most).watch(fetch, () => CALL),
					body,
				),
			).toBe(expected);
			expect(asked).toHaveLength(expected === "sent" ? 1 : 0);
		}
	});

	it("counts an answer whose provider is not named with the highest price of those that may have given it", async () => {
		const cheap = { ...OFFER, provider: "together", pricing: { input: 1, output: 2 } };
		const limit = new CostLimit(1);
		const { fetch } = service(100);
		const url = "https://router.huggingface.co/v1/chat/completions";
		const call = { model: "org/m", routed: true, offers: [OFFER, cheap] };
		expect(
			await send(
				limit.watch(fetch, () => call),
				{ model: "org/m" },
				url,
			),
		).toBe("sent");
		expect(limit.spent).toBeCloseTo(100 * 10e-6, 9);
	});

	it("counts long inputs, in scripts with more tokens too, and files by themselves", async () => {
		const most = 0.001;
		const inputs = [
			["a word ".repeat(60), "sent"],
			["a word ".repeat(4000), "over-budget"],
			["言葉".repeat(700), "over-budget"],
			[`data:image/png;base64,${"A".repeat(400_000)}`, "over-budget"],
		] as const;
		for (const [content, expected] of inputs) {
			const call = { ...CALL, offers: [{ ...OFFER, context_length: 100_000 }] };
			const limit = new CostLimit(most);
			expect([
				content.slice(0, 9),
				await send(
					limit.watch(service().fetch, () => call),
					{ content, max_tokens: 1 },
				),
			]).toEqual([content.slice(0, 9), expected]);
		}
		const file = { content: `data:image/png;base64,${"A".repeat(9_000_000)}`, max_tokens: 1 };
		const call = { ...CALL, offers: [{ ...OFFER, context_length: 1e6 }] };
		expect(
			await send(
				new CostLimit(0.005).watch(service().fetch, () => call),
				file,
			),
		).toBe("sent");
	});

	it("never sends a request that would pass it, and counts what was spent", async () => {
		const limit = new CostLimit(0.0035);
		const { fetch, asked } = service(100);
		const watched = limit.watch(fetch, () => CALL);
		const outcomes: string[] = [];
		for (let turn = 0; turn < 6; turn++) outcomes.push(await send(watched, { max_tokens: 100 }));
		expect(outcomes).toEqual(["sent", "sent", "sent", "over-budget", "over-budget", "over-budget"]);
		expect(asked).toHaveLength(3);
		expect(limit.spent).toBeCloseTo(0.003, 9);
	});

	it("counts requests in flight with the most they may cost, and lets others in once they have ended", async () => {
		let finish: (response: Response) => void = () => undefined;
		const slow: Fetch = () =>
			new Promise((resolve) => {
				finish = resolve;
			});
		const limit = new CostLimit(0.0015);
		const first = send(
			limit.watch(slow, () => CALL),
			{ max_tokens: 100 },
		);
		await new Promise((resolve) => setImmediate(resolve));
		expect(
			await send(
				limit.watch(service(1).fetch, () => CALL),
				{ max_tokens: 100 },
			),
		).toBe("over-budget");
		finish(Response.json({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }));
		expect(await first).toBe("sent");
		expect(
			await send(
				limit.watch(service(1).fetch, () => CALL),
				{ max_tokens: 100 },
			),
		).toBe("sent");
	});

	it("counts an answer without usage as the most it may cost, and failures as nothing", async () => {
		const silent: Fetch = async () => Response.json({ choices: [] });
		const limit = new CostLimit(0.0021);
		expect(
			await send(
				limit.watch(silent, () => CALL),
				{ max_tokens: 100 },
			),
		).toBe("sent");
		const broken: Fetch = async () => {
			throw new TypeError("fetch failed");
		};
		for (const fetch of [service(100, 500).fetch, service(100, 429).fetch, broken])
			await send(
				limit.watch(fetch, () => CALL),
				{ max_tokens: 100 },
			);
		expect(
			await send(
				limit.watch(silent, () => CALL),
				{ max_tokens: 100 },
			),
		).toBe("sent");
		expect(
			await send(
				limit.watch(silent, () => CALL),
				{ max_tokens: 100 },
			),
		).toBe("over-budget");
	});

	it("takes the dearest provider if the router chooses", async () => {
		const offers = [OFFER, { ...OFFER, provider: "together", pricing: { input: 1, output: 100 } }];
		const call = { model: "org/m", routed: true, offers };
		const url = "https://router.huggingface.co/v1/chat/completions";
		expect(
			await send(
				new CostLimit(0.002).watch(service().fetch, () => call),
				{ max_tokens: 100 },
				url,
			),
		).toBe("over-budget");
		expect(
			await send(
				new CostLimit(0.02).watch(service().fetch, () => call),
				{ max_tokens: 100 },
				url,
			),
		).toBe("sent");
	});

	it("refuses what has no price, unless that is allowed; then costs that are reported count", async () => {
		const unpriced = { model: "org/unheard-of", provider: "groq", routed: true, offers: [] };
		const endpoint = "https://example.com/v1/chat/completions";
		for (const [call, url] of [
			[unpriced, URL],
			[{ model: "org/m" }, endpoint],
		] as const) {
			const { fetch, asked } = service();
			expect(
				await send(
					new CostLimit(1).watch(fetch, () => call),
					{},
					url,
				),
			).toBe("unknown-price");
			expect(asked).toEqual([]);
		}
		const reporting: Fetch = async () =>
			Response.json({ usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.6 } });
		const allowed = new CostLimit(1, "allow").watch(reporting, () => ({ model: "org/m" }));
		const outcomes = [];
		for (let turn = 0; turn < 3; turn++) outcomes.push(await send(allowed, {}, endpoint));
		expect(outcomes).toEqual(["sent", "sent", "over-budget"]);
	});

	it("does not touch look-ups, polls and what is free", async () => {
		const { fetch } = service();
		const limited = new CostLimit(0).watch(fetch, () => CALL);
		expect((await limited("https://huggingface.co/api/models/org/m")).status).toBe(200);
		expect((await limited("https://router.huggingface.co/v1/models")).status).toBe(200);
		expect((await limited("https://queue.fal.run/jobs/1", { method: "GET" })).status).toBe(200);
		expect(
			await send(
				new CostLimit(0).watch(fetch, () => ({ isFree: true })),
				{},
			),
		).toBe("sent");
		expect(await send(limited, { max_tokens: 1 })).toBe("over-budget");
	});
});
