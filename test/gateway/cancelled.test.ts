import { describe, expect, it } from "vitest";
import type { Exchange } from "../../src/exchange/index.ts";
import type { GatewayOptions } from "../../src/gateway/index.ts";
import { get, post } from "./ask.ts";
import { ROLE, type Scripted, scriptedGateway, streamed, TOKEN } from "./upstream.ts";

const PROMPT = "word ".repeat(400);
const OFFERS = [{ provider: "groq", model: "org/model", pricing: { input: 10, output: 100 } }];

/** A gateway in front of a provider that never ends its answer, and what it logs. */
async function hanging(answer: "first token" | "nothing", options: GatewayOptions = {}) {
	const logged: Exchange[] = [];
	const stream = streamed(ROLE + TOKEN.repeat(12), { ending: "hang" });
	const scripted = await scriptedGateway(
		{ groq: [answer === "nothing" ? { ending: "silence" } : stream] },
		{ onCall: (exchange) => void logged.push(exchange), offers: () => OFFERS, ...options },
	);
	return { ...scripted, logged };
}

const listCalls = async (gateway: Scripted["gateway"]) =>
	((await (await get(gateway, "/calls")).json()) as { calls: Record<string, unknown>[] }).calls;

describe.each([
	["/v1/chat/completions", { messages: [{ role: "user", content: PROMPT }] }],
	["/v1/messages", { max_tokens: 9, messages: [{ role: "user", content: PROMPT }] }],
	["/v1/responses", { input: PROMPT }],
])("a call of %s whose client leaves", (path, body) => {
	it.each(["stream", "whole"])("is canceled with its provider and an estimate of its cost: %s", async (kind) => {
		const isStream = kind === "stream";
		const { gateway, asked, logged } = await hanging(isStream ? "first token" : "nothing");
		const client = new AbortController();
		const { signal } = client;
		const asking = post(gateway, path, { model: "model", stream: isStream, ...body }, { signal });
		if (isStream) {
			const reader = (await asking).body?.getReader();
			await reader?.read();
			await reader?.cancel();
		} else {
			await expect.poll(() => asked("groq")).toHaveLength(1);
			client.abort();
			await asking.catch(() => undefined);
		}
		await expect.poll(() => logged).toHaveLength(1);
		const [call] = await listCalls(gateway);
		const usage = {
			estimated: true,
			input_tokens: expect.any(Number),
			output_tokens: isStream ? expect.any(Number) : 0,
		};
		expect(call).toMatchObject({ state: "cancelled", status: 499, provider: "groq", usage });
		expect(call?.["attempts"]).toMatchObject([{ provider: "groq", status: 499 }]);
		const { input_tokens: input = 0, output_tokens: output = 0 } = logged[0]?.usage ?? {};
		expect(input).toBeGreaterThan(300);
		expect(input).toBeLessThan(1000);
		if (isStream) expect(output).toBeGreaterThan(10);
		expect(logged).toMatchObject([{ provider: "groq", usage, error: { name: "Cancelled", status: 499 } }]);
		expect(logged[0]?.cost_usd).toBeCloseTo((input * 10 + output * 100) / 1e6, 9);
		const metrics = await (await get(gateway, "/metrics")).text();
		expect(metrics).toContain(`hub_calls_total{route="${path}",status="499",provider="groq"} 1`);
		expect(metrics).toContain(`hub_tokens_total{direction="input",provider="groq"} ${input}`);
	});
});

it("a deadline is no cancellation", async () => {
	const { gateway } = await hanging("nothing", { deadline: 50 });
	const response = await post(gateway, "/v1/chat/completions", { model: "model", messages: [{ role: "user" }] });
	expect(response.status).toBe(504);
	expect(await listCalls(gateway)).toMatchObject([{ state: "failed", status: 504 }]);
});
