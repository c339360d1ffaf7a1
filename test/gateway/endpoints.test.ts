import { describe, expect, it } from "vitest";
import type { Exchange } from "../../src/exchange/index.ts";
import { createGateway, type Endpoint, type GatewayOptions } from "../../src/gateway/index.ts";
import { type ScriptedAnswer, startServer } from "../helpers/server.ts";
import { get, post } from "./ask.ts";
import { scriptedGateway, stream, whole } from "./upstream.ts";

const messages = [{ role: "user", content: "Hi" }];
const OWN_KEY = "the_key_of_the_endpoint";
const HEADER = "the_header_of_the_endpoint";

/** A gateway with an endpoint `gpu`, and with the scripted providers `groq` and `together`. */
async function serve(
	answer: ScriptedAnswer,
	{ path = "/v1", ...endpoint }: Partial<Endpoint> & { path?: string } = {},
	options: GatewayOptions = {},
) {
	const gpu = await startServer(({ method, path: asked }) => {
		if (method === "POST") return answer;
		const entry = { id: "qwen3", max_model_len: 40_960 };
		return asked === "/v1/models" ? { body: { object: "list", data: [entry, { id: "other" }] } } : { status: 404 };
	});
	const logged: Exchange[] = [];
	const scripted = await scriptedGateway(
		{ groq: [whole], together: [whole] },
		{
			endpoints: { gpu: { url: `${gpu.url}${path}`, key: OWN_KEY, headers: { "x-team": HEADER }, ...endpoint } },
			aliases: { fast: ["qwen3:gpu", "org/model:groq"], back: ["org/model:groq", "qwen3:8b:gpu"] },
			onCall: (exchange) => void logged.push(exchange),
			...options,
		},
	);
	return { ...scripted, gpu, logged, chats: () => gpu.requests.filter(({ method }) => method === "POST") };
}

describe("an endpoint as a target", () => {
	it.each([
		["", "qwen3:gpu", false],
		["/v1", "qwen3:gpu", true],
		["/v1/", "fast", false],
		["/v1/chat/completions", "fast", true],
	])("at the URL %j answers for %s", async (path, model, isStream) => {
		const { gateway, chats, asked, logged } = await serve(isStream ? stream : whole, { path });
		const response = await post(gateway, "/v1/chat/completions", { model, messages, stream: isStream });
		expect(response.headers.get("x-hub-provider")).toBe("gpu");
		expect(response.headers.get("x-hub-model")).toBe("qwen3");
		expect(await response.text()).toContain("Hello");
		const [sent] = chats();
		expect(sent?.path).toBe("/v1/chat/completions");
		expect(JSON.parse(sent?.body ?? "")).toMatchObject({ model: "qwen3" });
		expect(sent?.headers).toMatchObject({ authorization: `Bearer ${OWN_KEY}`, "x-team": HEADER });
		expect(asked("groq")).toEqual([]);
		await expect.poll(() => logged).toMatchObject([{ provider: "gpu", model: "qwen3", cost_usd: null }]);
		const { calls } = (await (await get(gateway, "/calls")).json()) as { calls: unknown };
		expect(calls).toMatchObject([{ provider: "gpu", state: "done" }]);
		expect(await (await get(gateway, "/metrics")).text()).toContain('status="200",provider="gpu"} 1');
	});

	it("gets no token of another service, and its key goes nowhere else", async () => {
		const call = { headers: { "x-secret": "for_the_hub" }, billTo: "somebody" };
		const { gateway, server, gpu } = await serve({ status: 503, body: {} }, {}, {});
		const other = await serve(whole, {}, { call: { ...call, cache: new Map() }, token: "hf_another_token_0001" });
		await post(other.gateway, "/v1/chat/completions", { model: "qwen3:gpu", messages });
		expect(JSON.stringify(other.gpu.requests)).not.toMatch(/for_the_hub|somebody|hf_another/);
		await (await post(gateway, "/v1/chat/completions", { model: "fast", messages })).text();
		expect(JSON.stringify(gpu.requests)).not.toContain("hf_secret");
		expect(JSON.stringify(server.requests)).not.toMatch(new RegExp(`${OWN_KEY}|${HEADER}`));
	});

	it.each([
		[{ status: 503, body: {} }, 200],
		[{ status: 404, body: { error: { message: "no such model" } } }, 200],
		[{ ending: "refuse" as const }, 200],
		[{ status: 400, body: { error: { message: "bad" } } }, 400],
	])("fails over after %j", async (answer, status) => {
		const { gateway, asked } = await serve(answer);
		const response = await post(gateway, "/v1/chat/completions", { model: "fast", messages });
		expect(response.status).toBe(status);
		expect(asked("groq")).toHaveLength(status === 200 ? 1 : 0);
	});

	it("is a provider of models that name none, and serves other forms and tasks", async () => {
		const { gateway, chats } = await serve(whole, {}, { providers: ["gpu"] });
		expect((await post(gateway, "/v1/messages", { model: "any/model", max_tokens: 5, messages })).status).toBe(200);
		expect((await post(gateway, "/v1/responses", { model: "any/model", input: "Hi" })).status).toBe(200);
		expect(chats()).toHaveLength(2);
		const embedding = { data: [{ index: 0, embedding: [1, 2] }] };
		const vectors = await serve({ body: embedding });
		const response = await post(vectors.gateway, "/v1/embeddings", { model: "e5:gpu", input: "a" });
		expect(await response.json()).toMatchObject({ data: [{ embedding: [1, 2] }] });
		expect(vectors.chats()[0]?.path).toBe("/v1/embeddings");
	});

	it.each([
		[undefined, ["qwen3:gpu", "other:gpu"]],
		[
			["qwen3", "mine"],
			["qwen3:gpu", "mine:gpu"],
		],
	])("lists its models: %j", async (models, listed) => {
		const { gateway, gpu } = await serve(whole, { models, price: { input: 1, output: 2 } });
		const list = async () =>
			((await (await get(gateway, "/v1/models")).json()) as { data: Record<string, unknown>[] }).data;
		const own = (await list()).filter(({ id }) => String(id).endsWith(":gpu"));
		expect(own.map(({ id }) => id)).toEqual(listed);
		expect(own[0]).toMatchObject({ owned_by: "gpu", context_length: 40_960, pricing: { input: 1, output: 2 } });
		expect((await list()).find(({ id }) => id === "fast")).toMatchObject({ context_length: 40_960 });
		expect(gpu.requests).toHaveLength(1);
	});

	it("has the price that was given, which budgets count", async () => {
		const price = { input: 1000, output: 5000, cached: 100 };
		const usage = { prompt_tokens: 20, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 10 } };
		const answer = { body: { ...(whole.body as object), usage } };
		const budget = { usd: 0.02, per: "run" } as const;
		const { gateway } = await serve(answer, { price }, { budget });
		const ask = () => post(gateway, "/v1/chat/completions", { model: "qwen3:gpu", messages, max_tokens: 1 });
		expect((await ask()).headers.get("x-hub-cost")).toBe("0.021");
		expect(await (await ask()).json()).toMatchObject({ error: { code: "insufficient_quota" } });
		const unpriced = await serve(answer, {}, { budget });
		const refused = await post(unpriced.gateway, "/v1/chat/completions", { model: "qwen3:gpu", messages });
		expect(await refused.json()).toMatchObject({ error: { code: "unknown_price" } });
	});

	it("never shows its key", async () => {
		const { gateway } = await serve({ status: 400, body: { error: { message: `wrong ${OWN_KEY} ${HEADER}` } } });
		const text = await (await post(gateway, "/v1/chat/completions", { model: "qwen3:gpu", messages })).text();
		expect(text).toContain("wrong");
		expect(text).not.toMatch(new RegExp(`${OWN_KEY}|${HEADER}`));
	});

	it("sends nothing to where it redirects", async () => {
		const elsewhere = await startServer([whole]);
		const { gateway } = await serve({ status: 307, headers: { location: `${elsewhere.url}/v1/chat/completions` } });
		const response = await post(gateway, "/v1/chat/completions", { model: "qwen3:gpu", messages });
		expect(response.status).toBeGreaterThanOrEqual(300);
		expect(elsewhere.requests).toEqual([]);
	});

	it.each(["groq", "auto", "fastest", "a b", "1a", "a/b"])("cannot be named %j", (name) => {
		expect(() => createGateway({ endpoints: { [name]: { url: "https://a.example" } } })).toThrow("cannot be the name");
	});

	it("is unknown to gateways without it", async () => {
		const { gateway } = await scriptedGateway({ groq: [whole] });
		const response = await post(gateway, "/v1/chat/completions", { model: "org/qwen3:gpu", messages });
		expect(response.status).toBe(404);
	});
});

it("aliases, endpoints, keys and budgets change while the gateway runs", async () => {
	const { gateway, gpu, chats, asked } = await serve(whole, {}, { key: "owner_key_0001", aliases: {} });
	const ask = (model: string, key = "owner_key_0001") =>
		post(gateway, "/v1/chat/completions", { model, messages }, { headers: { authorization: `Bearer ${key}` } });
	expect((await ask("fast")).status).toBe(404);
	expect((await ask("org/model:groq", "alice_key_0001")).status).toBe(401);
	const endpoints = { box: { url: gpu.url } };
	gateway.update({ endpoints, aliases: { fast: ["m:box"] }, keys: [{ name: "alice", key: "alice_key_0001" }] });
	expect((await ask("fast", "alice_key_0001")).status).toBe(200);
	expect(chats()).toHaveLength(1);
	expect((await ask("org/qwen3:gpu")).status).toBe(404);
	expect(() => gateway.update({ aliases: { "a b": ["org/model"] } })).toThrow("cannot be an alias");
	expect((await ask("fast", "alice_key_0001")).status).toBe(200);
	gateway.update({ aliases: { fast: ["org/model:groq"] }, budget: { usd: 1, per: "run" } });
	expect((await ask("fast", "alice_key_0001")).status).toBe(401);
	expect(await (await ask("fast")).json()).toMatchObject({ error: { code: "unknown_price" } });
	expect(asked("groq")).toEqual([]);
});
