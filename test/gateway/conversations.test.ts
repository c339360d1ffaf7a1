import { describe, expect, it } from "vitest";
import { createGateway, type GatewayOptions, type KeptConversation } from "../../src/gateway/index.ts";
import { post } from "./ask.ts";
import { scriptedGateway, type Upstream, whole } from "./upstream.ts";

const broken = { status: 503, body: {} };
const ask = (text: string, more: object = {}) => ({
	model: "model",
	messages: [{ role: "user", content: text }],
	...more,
});

/** The router's own chat: `served` answers in turn, unless the model names a provider. */
function routed(served: readonly string[], dead: ReadonlySet<string> = new Set(), options: GatewayOptions = {}) {
	const models: string[] = [];
	const left = [...served];
	const gateway = createGateway({
		token: "hf_sandbox",
		aliases: { model: ["org/model:cheapest"], plain: ["org/model"], "agent-*": ["org/model:fastest"] },
		offers: () => undefined,
		fetch: async (_input, init) => {
			const { model } = JSON.parse(String(init?.body)) as { model: string };
			models.push(model);
			const named = /:(groq|together|novita)$/.exec(model)?.[1];
			const provider = named ?? left.shift() ?? "groq";
			if (named && dead.has(named))
				return Response.json({ error: { message: "gone", code: "model_not_supported" } }, { status: 400 });
			return Response.json(whole.body, { headers: { "x-inference-provider": provider } });
		},
		...options,
	});
	const call = async (body: object, headers: Record<string, string> = {}, path = "/v1/chat/completions") => {
		const response = await post(gateway, path, body, { headers });
		expect(response.status).toBe(200);
		return response;
	};
	return { gateway, models, call, dead };
}

describe("a conversation", () => {
	it("stays with the provider that the router chose first", async () => {
		const { call, models } = routed(["together", "groq", "novita"]);
		const first = await call(ask("One"));
		expect(first.headers.get("x-hub-provider")).toBe("together");
		const longer = {
			messages: [...ask("One").messages, { role: "assistant", content: "1" }, { role: "user", content: "Two" }],
		};
		const second = await call({ ...ask(""), ...longer });
		expect(second.headers.get("x-hub-provider")).toBe("together");
		expect(second.headers.get("x-hub-model")).toBe("org/model");
		await call(ask("Other"));
		expect(models).toEqual(["org/model:cheapest", "org/model:together", "org/model:cheapest"]);
	});

	it.each<[string, Record<string, string>, object]>([
		["x-claude-code-session-id", { "x-claude-code-session-id": "s1" }, {}],
		["session-id", { "session-id": "s1" }, {}],
		["session_id", { session_id: "s1" }, {}],
		["prompt_cache_key", {}, { prompt_cache_key: "s1" }],
	])("is known by %s, whatever it begins with", async (_, headers, fields) => {
		const { call, models } = routed(["together", "novita"]);
		await call(ask("One", fields), headers);
		await call(ask("Compacted", fields), headers);
		await call(ask("One"));
		expect(models).toEqual(["org/model:cheapest", "org/model:together", "org/model:cheapest"]);
	});

	it("is known by the response that it continues", async () => {
		const { call, models } = routed(["together", "novita"]);
		const { id } = (await (await call({ model: "model", input: "One" }, {}, "/v1/responses")).json()) as { id: string };
		const next = await call({ model: "model", input: "Two", previous_response_id: id }, {}, "/v1/responses");
		const { id: last } = (await next.json()) as { id: string };
		await call({ model: "model", input: "Three", previous_response_id: last }, {}, "/v1/responses");
		expect(models).toEqual(["org/model:cheapest", "org/model:together", "org/model:together"]);
	});

	it.each([
		["/v1/messages", { max_tokens: 5, messages: ask("One").messages, system: "You are A" }, { system: "You are B" }],
		["/v1/messages", { max_tokens: 5, messages: ask("One").messages }, { messages: ask("Two").messages }],
		[
			"/v1/messages",
			{
				max_tokens: 5,
				messages: [
					{
						role: "user",
						content: [
							{ type: "text", text: "a" },
							{ type: "text", text: "b" },
						],
					},
				],
			},
			{
				messages: [
					{
						role: "user",
						content: [
							{ type: "text", text: "a" },
							{ type: "text", text: "c" },
						],
					},
				],
			},
		],
		["/v1/responses", { input: "One", instructions: "You are A" }, { instructions: "You are B" }],
		[
			"/v1/chat/completions",
			{ messages: ask(`${"x".repeat(5000)}a`).messages },
			{ messages: ask(`${"x".repeat(5000)}b`).messages },
		],
	])("of %s is known by its first texts: %j", async (path, body, other) => {
		const { call, models } = routed(["together", "novita"]);
		await call({ model: "plain", ...body }, {}, path);
		await call({ model: "plain", ...body }, {}, path);
		await call({ model: "plain", ...body, ...other }, {}, path);
		expect(models).toEqual(["org/model", "org/model:together", "org/model"]);
	});

	it("is known without the block that Claude Code changes", async () => {
		const { call, models } = routed(["together", "novita"]);
		const system = (version: string) => [
			{ type: "text", text: `x-anthropic-billing-header: cc_version=${version}` },
			{ type: "text", text: "You are A" },
		];
		const body = { model: "plain", max_tokens: 5, messages: ask("One").messages };
		await call({ ...body, system: system("1") }, {}, "/v1/messages");
		await call({ ...body, system: system("2") }, {}, "/v1/messages");
		expect(models).toEqual(["org/model", "org/model:together"]);
	});

	it("has a provider for each model and key", async () => {
		const key = "owner_key_0001";
		const { call, models } = routed(["together", "novita", "groq"], new Set(), {
			key,
			keys: [{ name: "a", key: "alice_key_1" }],
		});
		const session = { "session-id": "s" };
		await call(ask("One", { model: "agent-large" }), { ...session, authorization: `Bearer ${key}` });
		await call(ask("One", { model: "agent-small" }), { ...session, authorization: `Bearer ${key}` });
		await call(ask("One", { model: "agent-large" }), { ...session, authorization: "Bearer alice_key_1" });
		await call(ask("One", { model: "agent-small" }), { ...session, authorization: `Bearer ${key}` });
		expect(models.slice(0, 3)).toEqual(new Array(3).fill("org/model:fastest"));
		expect(models[3]).toBe("org/model:novita");
	});

	it("leaves a provider that no longer serves the model, and stays with the next", async () => {
		const { call, models, dead } = routed(["together", "novita", "groq"], new Set<string>());
		await call(ask("One"));
		(dead as Set<string>).add("together");
		await call(ask("One"));
		await call(ask("One"));
		expect(models).toEqual(["org/model:cheapest", "org/model:together", "org/model:cheapest", "org/model:novita"]);
	});

	it("ends an hour after its last call", async () => {
		let time = 1e12;
		const { call, models } = routed(["together", "novita", "groq"], new Set(), { now: () => time });
		for (const minutes of [0, 50, 50, 61]) {
			time += minutes * 60_000;
			await call(ask("One"));
		}
		expect(models).toEqual(["org/model:cheapest", "org/model:together", "org/model:together", "org/model:cheapest"]);
	});

	it("goes on after a restart", async () => {
		const before = routed(["together"]);
		await before.call(ask("One"));
		const kept = JSON.parse(JSON.stringify(before.gateway.conversations())) as KeptConversation[];
		expect(kept).toHaveLength(1);
		expect(JSON.stringify(kept)).not.toContain("One");
		const after = routed(["novita"], new Set(), { conversations: kept });
		await after.call(ask("One"));
		expect(after.models).toEqual(["org/model:together"]);
	});

	it("does not go to a provider whose name is not known", async () => {
		const { call, models } = routed(["../evil", "groq"]);
		await call(ask("One"));
		await call(ask("One"));
		expect(models).toEqual(["org/model:cheapest", "org/model:cheapest"]);
	});
});

describe("a conversation with an alias of several targets", () => {
	const serve = async (upstream: Upstream) => {
		const { gateway, asked } = await scriptedGateway(upstream, { cooldown: 1 });
		const call = async (text: string) =>
			(await post(gateway, "/v1/chat/completions", ask(text))).headers.get("x-hub-provider");
		return { call, asked };
	};

	it("moves by a failover, and stays there", async () => {
		const { call, asked } = await serve({ groq: [broken, whole], together: [whole] });
		expect(await call("One")).toBe("together");
		expect(await call("One")).toBe("together");
		expect(await call("Two")).toBe("groq");
		expect(await call("One")).toBe("together");
		expect([asked("groq").length, asked("together").length]).toEqual([2, 3]);
	});

	it("leaves a dead provider at once", async () => {
		const { call } = await serve({ groq: [broken, whole], together: [whole, broken] });
		expect(await call("One")).toBe("together");
		expect(await call("One")).toBe("groq");
		expect(await call("One")).toBe("groq");
	});
});
