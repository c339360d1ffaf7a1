import { describe, expect, it } from "vitest";
import { parseFaults } from "../../src/sandbox/faults.ts";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { createAsker } from "./ask.ts";

const MODEL = "meta-llama/Llama-3.1-8B-Instruct";
const messages = [{ role: "user", content: "hello" }];
const { get, post } = createAsker();

interface Listed {
	id: string;
	architecture: { input_modalities: string[] };
	providers: {
		provider: string;
		status: string;
		pricing?: { input: number; output: number };
		throughput?: number;
		supports_tools?: boolean;
	}[];
}

async function readOffers(): Promise<Listed["providers"]> {
	const { data } = (await (await get("/v1/models")).json()) as { data: Listed[] };
	return data.find(({ id }) => id === MODEL)?.providers ?? [];
}

describe("the router's list of models", () => {
	it("has providers with prices, speeds and abilities, and some without", async () => {
		const offers = await readOffers();
		expect(offers.length).toBeGreaterThan(10);
		for (const { provider, status } of offers) expect([provider, status]).toEqual([expect.any(String), "live"]);
		expect(offers.find(({ provider }) => provider === "groq")).toMatchObject({
			pricing: { input: 0.05, output: 0.08 },
			throughput: 840,
			supports_tools: true,
			context_length: expect.any(Number),
			first_token_latency_ms: 110,
		});
		expect(offers.some(({ pricing }) => pricing === undefined)).toBe(true);
	});

	it("answers for one model", async () => {
		expect(await (await get(`/v1/models/${MODEL}`)).json()).toMatchObject({ id: MODEL, object: "model" });
		expect(await (await get("/v1/models/Qwen/Qwen2.5-VL-7B-Instruct")).json()).toMatchObject({
			architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
		});
	});
});

describe("the provider of an answer", () => {
	const serve = async (suffix: string): Promise<string | null> => {
		const response = await post("/v1/chat/completions", { model: MODEL + suffix, messages });
		return response.headers.get("x-inference-provider");
	};

	it("is announced by a header", async () => {
		expect(await serve(":groq")).toBe("groq");
		const routed = await post("/together/v1/chat/completions", { model: MODEL, messages });
		expect(routed.headers.get("x-inference-provider")).toBe("together");
	});

	it("follows the policy", async () => {
		const offers = await readOffers();
		const sorted = (key: (offer: Listed["providers"][number]) => number): string | undefined =>
			[...offers].sort((a, b) => key(a) - key(b))[0]?.provider;
		expect(await serve(":fastest")).toBe(sorted(({ throughput = 0 }) => -throughput));
		const cheapest = await serve(":cheapest");
		expect(["publicai", "novita"]).toContain(cheapest);
		expect(await serve("")).toBe(offers[0]?.provider);
	});
});

describe("limits", () => {
	const call = (options: SandboxOptions, host: string, path = "/v1/chat/completions") => {
		const sandbox = createSandbox(options);
		return () =>
			sandbox(`https://${host}${path}`, {
				method: "POST",
				headers: { authorization: "Bearer sk-test", "content-type": "application/json" },
				body: JSON.stringify({ model: MODEL, messages }),
			});
	};

	it.each([
		["api.groq.com", "/openai/v1/chat/completions", ["x-ratelimit-limit-requests", "x-ratelimit-reset-tokens"]],
		["api.cerebras.ai", undefined, ["x-ratelimit-limit-requests-day", "x-ratelimit-remaining-tokens-minute"]],
		["api.fireworks.ai", "/inference/v1/chat/completions", ["x-ratelimit-limit-tokens-prompt"]],
		["api.together.xyz", undefined, ["x-ratelimit-limit", "x-ratelimit-reset", "x-tokenlimit-remaining"]],
	])("are reported by %s in its own headers", async (host, path, names) => {
		const response = await call({}, host, path)();
		expect(response.status).toBe(200);
		expect(names.filter((name) => !response.headers.has(name))).toEqual([]);
	});

	it("are reported by Hugging Face", async () => {
		const { headers } = await get(`/api/models/${MODEL}`);
		expect(headers.get("ratelimit")).toMatch(/^"api";r=\d+;t=\d+$/);
		expect(headers.get("ratelimit-policy")).toContain("q=");
	});

	it("refill continuously, for each provider separately", async () => {
		let time = 0;
		const options = { now: () => time, rateLimit: { requestsPerMinute: 60 } };
		const ask = call(options, "api.together.xyz");
		expect((await ask()).status).toBe(200);
		const refused = await ask();
		expect(refused.status).toBe(429);
		expect(refused.headers.get("retry-after")).toBe("1");
		expect(await refused.json()).toMatchObject({ error_type: "dynamic_request_limited" });
		time += 1000;
		expect((await ask()).status).toBe(200);
	});

	it("count tokens", async () => {
		let time = 0;
		const ask = call(
			{ now: () => time, rateLimit: { tokensPerMinute: 60 } },
			"api.groq.com",
			"/openai/v1/chat/completions",
		);
		expect((await ask()).status).toBe(200);
		expect((await ask()).status).toBe(429);
		time += 60_000;
		expect((await ask()).status).toBe(200);
	});

	it.each([
		[600, "100ms"],
		[2, "30s"],
		[1, "1m0s"],
		[0.8, "1m15s"],
		[0.4, "2m30s"],
	])("of %d requests per minute are free again in %s, as OpenAI writes it", async (requestsPerMinute, duration) => {
		const { headers } = await call(
			{ now: () => 0, rateLimit: { requestsPerMinute } },
			"api.groq.com",
			"/openai/v1/chat/completions",
		)();
		expect(headers.get("x-ratelimit-reset-requests")).toBe(duration);
	});

	it("can be left unreported", async () => {
		const ask = call({ now: () => 0, faults: parseFaults("rate-silent:60") }, "api.together.xyz");
		expect([...(await ask()).headers.keys()].filter((name) => /limit/.test(name))).toEqual([]);
		const refused = await ask();
		expect(refused.status).toBe(429);
		expect(refused.headers.has("retry-after")).toBe(false);
	});
});
