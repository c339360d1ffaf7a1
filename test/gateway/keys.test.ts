import { describe, expect, it } from "vitest";
import type { Exchange } from "../../src/exchange/index.ts";
import { createGateway, type Gateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { get, post, sandboxGateway } from "./ask.ts";

const OWNER = "hub_owner_key_0001";
const ALICE = "alice_key_00000001";
const BOB = "bob_key_0000000001";
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
const chat = (model: string): object => ({ model, messages: [{ role: "user", content: "Hi" }] });

function team(options: GatewayOptions = {}): Gateway {
	return sandboxGateway({
		key: OWNER,
		keys: [
			{ name: "alice", key: ALICE },
			{ name: "bob", key: BOB, models: ["fast", "Qwen/*"] },
		],
		aliases: { fast: ["openai/gpt-oss-20b:groq"], big: ["openai/gpt-oss-120b"] },
		...options,
	});
}

describe("named keys", () => {
	it.each([
		["bearer", { authorization: `Bearer ${ALICE}` }, 200],
		["x-api-key", { "x-api-key": ALICE }, 200],
		["api-key", { "api-key": ALICE }, 200],
		["the owner's", bearer(OWNER), 200],
		["one letter off", bearer(`${ALICE}x`), 401],
		["a part", bearer(ALICE.slice(0, -1)), 401],
		["the name", bearer("alice"), 401],
		["empty", bearer(""), 401],
		["none", {}, 401],
	])("answers a call with a key: %s", async (_, headers, status) => {
		expect((await post(team(), "/v1/chat/completions", chat("fast"), { headers })).status).toBe(status);
	});

	it.each([
		["fast", 200],
		["Qwen/Qwen3-32B", 200],
		["Qwen/Qwen3-32B:cerebras", 200],
		["big", 403],
		["openai/gpt-oss-20b:groq", 403],
		["fast2", 403],
		["qwen/Qwen3-32B", 403],
		["", 403],
	])("lets a key with patterns call %s: %d", async (model, status) => {
		const response = await post(team(), "/v1/chat/completions", chat(model), { headers: bearer(BOB) });
		expect(response.status).toBe(status);
		if (status === 403) expect(await response.text()).toContain("model_not_allowed");
	});

	it("checks the provider next to a model too", async () => {
		const gateway = team({ keys: [{ name: "bob", key: BOB, models: ["openai/gpt-oss-20b:groq"] }] });
		const ask = (provider: string): Promise<Response> =>
			post(gateway, "/v1/tasks/chat", { ...chat("openai/gpt-oss-20b"), provider }, { headers: bearer(BOB) });
		expect((await ask("together")).status).toBe(403);
		expect((await ask("groq")).status).toBe(200);
	});

	const aliases = {
		fast: ["openai/gpt-oss-20b:groq"],
		team: ["Qwen/Qwen3-32B:cerebras", "openai/gpt-oss-120b"],
		"Qwen/Big*": ["openai/gpt-oss-120b:groq", "Qwen/Qwen3-32B:cerebras"],
		"claude-*": ["openai/gpt-oss-120b"],
		"openai/gpt-oss-20b*": ["openai/gpt-oss-120b"],
	};
	it.each<[models: string[], body: object, called: string | number]>([
		[["fast"], { model: "fast" }, "openai/gpt-oss-20b"],
		[["claude-*"], { model: "claude-opus-4-8" }, "openai/gpt-oss-120b"],
		[["claude-opus-*"], { model: "claude-opus-4-8" }, 403],
		[["cl*", "fa*"], { model: "claude-opus-4-8" }, 403],
		[["*"], { model: "claude-opus-4-8" }, "openai/gpt-oss-120b"],
		[["Qwen/*"], { model: "Qwen/Qwen3-32B" }, "Qwen/Qwen3-32B"],
		// The first target of the alias is left out.
		[["Qwen/*"], { model: "Qwen/Big-1" }, "Qwen/Qwen3-32B"],
		[["Qwen/Big*"], { model: "Qwen/Big-1" }, "openai/gpt-oss-120b"],
		[["Qwen/Big-1"], { model: "Qwen/Big-1" }, 403],
		[["Qwen/*"], { model: "team" }, 403],
		[["team", "openai/*"], { model: "team" }, "Qwen/Qwen3-32B"],
		// Named by model and provider, called by the alias of the model.
		[["openai/gpt-oss-20b:groq"], { model: "openai/gpt-oss-20b", provider: "groq" }, 403],
		[["openai/gpt-oss-20b:groq"], { model: "openai/gpt-oss-20b:groq" }, 403],
		[["fast", "fast:*"], { model: "fast", provider: "together" }, 400],
		[["Qwen/*"], { model: "Qwen/../openai/gpt-oss-20b" }, 404],
		[["Qwen/*"], { model: "Qwen/./../openai/gpt-oss-20b:groq" }, 404],
		[["Qwen/Qwen3-32B"], { model: "qwen/qwen3-32b" }, 403],
		[["Qwen/Qwen3-32B"], { model: " Qwen/Qwen3-32B" }, 403],
		[["Qwen/Qwen3-32B"], { model: "Qwen/Qwen3-32B", provider: "cerebras" }, 403],
		[["Qwen/Qwen3-32B*"], { model: "Qwen/Qwen3-32B", provider: "cerebras" }, "Qwen/Qwen3-32B"],
	])("with %j calls %j as %s", async (models, body, called) => {
		const keys = [{ name: "bob", key: BOB, models }];
		const messages = [{ role: "user", content: "Hi" }];
		const response = await post(
			team({ aliases, keys }),
			"/v1/tasks/chat",
			{ messages, ...body },
			{ headers: bearer(BOB) },
		);
		expect(response.headers.get("x-hub-model") ?? response.status).toBe(called);
	});

	it.each<[models: string[], listed: string[], missing: string[]]>([
		[
			["fast", "openai/*"],
			["fast", "openai/gpt-oss-120b"],
			["team", "openai/gpt-oss-20b", "Qwen/Qwen3-32B"],
		],
		[["Qwen/*"], ["Qwen/Qwen3-4B-Thinking-2507"], ["fast", "team", "openai/gpt-oss-120b"]],
		[["team", "cl*"], ["team"], ["fast", "claude-opus", "Qwen/Qwen3-32B"]],
	])("lists what %j may call, and answers for it alone", async (models, listed, missing) => {
		const keys = [{ name: "bob", key: BOB, models }];
		// Nothing else than these has a name that `openai/gpt-oss-20b*` takes.
		const own = { ...aliases, "openai/gpt-oss-20b*": ["meta-llama/Llama-3.1-8B-Instruct"] };
		const gateway = team({ aliases: own, keys });
		const { data } = (await (await get(gateway, "/v1/models", bearer(BOB))).json()) as { data: { id: string }[] };
		const ids = data.map(({ id }) => id);
		expect(ids).toEqual(expect.arrayContaining(listed));
		for (const id of missing) expect(ids).not.toContain(id);
		for (const [status, names] of [
			[200, listed],
			[404, missing],
		] as const) {
			for (const id of names)
				expect([id, (await get(gateway, `/v1/models/${id}`, bearer(BOB))).status]).toEqual([id, status]);
		}
	});

	it("suggests only what the key may call", async () => {
		const keys = [
			{ name: "alice", key: ALICE },
			{ name: "bob", key: BOB, models: ["Qwen/Qwen2.5-7B-Instruct*", "fas"] },
		];
		const gateway = team({ keys });
		const hint = async (key: string, model: string): Promise<string> =>
			(await post(gateway, "/v1/chat/completions", chat(model), { headers: bearer(key) })).text();
		expect(await hint(ALICE, "fas")).toContain("Did you mean fast?");
		expect(await hint(BOB, "fas")).not.toContain("fast");
	});

	it("says that the provider beside an alias does nothing", async () => {
		const body = { ...chat("fast"), provider: "together" };
		const refused = await post(team(), "/v1/tasks/chat", body, { headers: bearer(OWNER) });
		expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("Leave out provider")]);
	});

	it("lists only the models of the key", async () => {
		const list = async (key: string): Promise<string[]> => {
			const { data } = (await (await get(team(), "/v1/models", bearer(key))).json()) as { data: { id: string }[] };
			return data.map(({ id }) => id);
		};
		expect((await list(ALICE)).slice(0, 2)).toEqual(["fast", "big"]);
		const few = await list(BOB);
		expect(few[0]).toBe("fast");
		expect(few.length).toBeGreaterThan(1);
		expect(few.slice(1).every((id) => id.startsWith("Qwen/"))).toBe(true);
		expect((await get(team(), "/v1/models/big", bearer(BOB))).status).toBe(404);
	});

	it.each([
		[ALICE, "claude-opus", 200],
		[BOB, "claude-opus", 404],
		[ALICE, "claude", 404],
	])("knows a name that fits a pattern, where the key may use it: %s %s", async (key, id, status) => {
		const gateway = team({ aliases: { "claude-*": ["org/a"] } });
		expect((await get(gateway, `/v1/models/${id}`, bearer(key))).status).toBe(status);
	});

	it.each(["/metrics", "/calls", "/"])("does not let a named key read %s", async (path) => {
		expect((await get(team(), path, bearer(ALICE))).status).toBe(path === "/metrics" ? 403 : 401);
		expect((await get(team(), path, bearer(OWNER))).status).toBe(200);
	});

	it("tells the name in metrics, the calls and the record of a call, and the key nowhere", async () => {
		const seen: Exchange[] = [];
		const gateway = team({ onCall: (exchange) => void seen.push(exchange) });
		await (await post(gateway, "/v1/chat/completions", chat("fast"), { headers: bearer(ALICE) })).text();
		await (await post(gateway, "/v1/chat/completions", chat("fast"), { headers: bearer(OWNER) })).text();
		const refused = { ...chat("big"), note: ALICE };
		await (await post(gateway, "/v1/chat/completions", refused, { headers: bearer(BOB) })).text();
		expect(seen.map(({ key }) => key)).toEqual(["alice", undefined, "bob"]);
		expect(seen[2]).toMatchObject({ error: { status: 403 } });
		const metrics = await (await get(gateway, "/metrics", bearer(OWNER))).text();
		expect(metrics).toContain('hub_key_calls_total{key="alice"} 1\n');
		expect(metrics).toContain('hub_key_calls_total{key="bob"} 1\n');
		expect(metrics).toMatch(/hub_key_cost_usd_total\{key="alice"\} 0\.\d+/);
		const calls = await (await get(gateway, "/calls", bearer(OWNER))).text();
		const { calls: listed } = JSON.parse(calls) as { calls: { id: string; key: string | null }[] };
		expect(listed.map(({ key }) => key)).toEqual(["bob", null, "alice"]);
		const shown = await (await get(gateway, `/calls/${listed[0]?.id}`, bearer(OWNER))).text();
		for (const text of [metrics, calls, shown, JSON.stringify(seen)]) expect(text).not.toContain(ALICE);
	});

	it("needs the owner's key beside named ones", () => {
		expect(() => createGateway({ keys: [{ name: "alice", key: ALICE }] })).toThrow("owner's key");
	});
});
