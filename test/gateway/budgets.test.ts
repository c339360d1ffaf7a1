import { afterEach, describe, expect, it } from "vitest";
import type { Offer } from "../../src/exchange/index.ts";
import { createBudgets } from "../../src/gateway/budgets.ts";
import { createSpending, type GatewayOptions, type Spent } from "../../src/gateway/index.ts";
import type { ScriptedAnswer } from "../helpers/server.ts";
import { post } from "./ask.ts";
import { ROLE, type Scripted, scriptedGateway, stream, streamed, TOKEN, whole } from "./upstream.ts";

// `whole` has 3 tokens of input and 1 of output: 5 cents a call at these prices, in US dollars per million tokens.
const PRICE = { input: 10_000, output: 20_000 };
const COST = 0.05;
const offers: Offer[] = [{ model: "org/model", provider: "groq", pricing: PRICE }];

const OWNER = "hub_owner_key_0001";
const ALICE = "alice_key_00000001";
const BOB = "bob_key_0000000001";
const EVENING = Date.UTC(2026, 10, 30, 23, 0, 0);
const HOUR = 3_600_000;

let open: Scripted[] = [];
afterEach(async () => {
	for (const { server } of open) await server.close();
	open = [];
});

interface Team extends Scripted {
	spent: () => Spent[];
	wait: (ms: number) => void;
	ask(key: string, more?: object): Promise<Response>;
}

async function start(options: GatewayOptions = {}, answer: ScriptedAnswer = whole, at = EVENING): Promise<Team> {
	let now = at;
	const spending = options.spending ?? createSpending();
	const scripted = await scriptedGateway(
		{ groq: [answer] },
		{ key: OWNER, offers: () => offers, now: () => now, spending, ...options },
	);
	open.push(scripted);
	return {
		...scripted,
		spent: () => [...spending.entries()],
		wait: (ms) => {
			now += ms;
		},
		ask: (key, more = {}) => {
			const body = { model: "model", max_tokens: 1, messages: [{ role: "user", content: "Hi" }], ...more };
			return post(scripted.gateway, "/v1/chat/completions", body, { headers: { authorization: `Bearer ${key}` } });
		},
	};
}

const keys = (budget: { usd: number; per: "day" | "month" }): GatewayOptions["keys"] => [
	{ name: "alice", key: ALICE, budget },
	{ name: "bob", key: BOB },
];

async function statuses(count: number, ask: () => Promise<Response>): Promise<number[]> {
	const found: number[] = [];
	for (let turn = 0; turn < count; turn++) {
		const response = await ask();
		await response.text();
		found.push(response.status);
	}
	return found;
}

describe("budgets", () => {
	it.each([
		["day", "2026-12-01T00:00:00Z", HOUR, 24 * HOUR],
		["month", "2026-12-01T00:00:00Z", HOUR, 40 * 24 * HOUR],
	] as const)("of a key per %s refuse calls until they reset", async (per, opens, left, later) => {
		const team = await start({ keys: keys({ usd: 2 * COST, per }) });
		expect(await statuses(3, () => team.ask(ALICE))).toEqual([200, 200, 429]);
		const refused = await team.ask(ALICE);
		expect(refused.headers.get("retry-after")).toBe(String(left / 1000));
		expect(refused.headers.get("x-should-retry")).toBe("false");
		const { error } = (await refused.json()) as { error: object };
		expect(error).toEqual({
			message: `The budget of alice, 0.1 USD per ${per}, is spent. It resets at ${opens}.`,
			type: "insufficient_quota",
			code: "insufficient_quota",
			param: null,
		});
		expect(await statuses(1, () => team.ask(BOB))).toEqual([200]);
		expect(team.asked("groq")).toHaveLength(3);
		team.wait(left - 1);
		expect(await statuses(1, () => team.ask(ALICE))).toEqual([429]);
		team.wait(1);
		expect(await statuses(3, () => team.ask(ALICE))).toEqual([200, 200, 429]);
		team.wait(later);
		expect(await statuses(1, () => team.ask(ALICE))).toEqual([200]);
	});

	it.each([
		["a day, in the same month", "day", [{ day: "2026-11-29", key: "alice", usd: 9 }], 200],
		["a day, on the same day", "day", [{ day: "2026-11-30", key: "alice", usd: 9 }], 429],
		["a month, in the same month", "month", [{ day: "2026-11-01", key: "alice", usd: 9 }], 429],
		["a month, in the month before", "month", [{ day: "2026-10-30", key: "alice", usd: 9 }], 200],
		["a day, with another key", "day", [{ day: "2026-11-30", key: "bob", usd: 9 }], 200],
		["a day, with the owner's key", "day", [{ day: "2026-11-30", key: null, usd: 9 }], 200],
	] as const)("count what earlier gateways spent: %s", async (_, per, spent, status) => {
		const spending = createSpending();
		for (const entry of spent) spending.add(entry);
		const team = await start({ keys: keys({ usd: 1, per }), spending });
		expect(await statuses(1, () => team.ask(ALICE))).toEqual([status]);
	});

	it.each([
		["run", "It resets when hub serve starts again."],
		["day", "It resets at 2026-12-01T00:00:00Z."],
	] as const)("of the whole gateway per %s count all keys", async (per, when) => {
		const team = await start({ keys: keys({ usd: 9, per: "day" }), budget: { usd: 3 * COST, per } });
		expect(await statuses(1, () => team.ask(ALICE))).toEqual([200]);
		expect(await statuses(1, () => team.ask(BOB))).toEqual([200]);
		expect(await statuses(2, () => team.ask(OWNER))).toEqual([200, 429]);
		expect(await (await team.ask(ALICE)).text()).toContain(when);
		expect(team.spent().map(({ key }) => key)).toEqual(["alice", "bob", null]);
	});

	it("of a run begin anew with the gateway", async () => {
		const spending = createSpending();
		for (const count of [1, 2]) {
			const team = await start({ budget: { usd: COST, per: "run" }, spending });
			expect(await statuses(2, () => team.ask(OWNER))).toEqual([200, 429]);
			expect(team.spent()[0]?.usd).toBeCloseTo(count * COST);
		}
	});

	it("count calls in flight with what they cost at most", async () => {
		const slow = { ...stream, step: 100, pause: 30 };
		const team = await start({ keys: keys({ usd: 1, per: "day" }) }, slow);
		const first = await team.ask(ALICE, { stream: true, max_tokens: 100 });
		expect(first.status).toBe(200);
		const second = await team.ask(ALICE, { stream: true, max_tokens: 100 });
		expect(second.status).toBe(429);
		expect(await second.text()).toContain("may be used up by calls in flight");
		expect(second.headers.get("retry-after")).toBe("5");
		expect((await team.ask(BOB, { stream: true, max_tokens: 100 })).status).toBe(200);
		await first.text();
		expect((await team.ask(ALICE, { stream: true, max_tokens: 100 })).status).toBe(200);
	});

	const messages = [{ role: "user", content: "Hi" }];
	it.each([
		["/v1/responses", { input: "Hi", max_output_tokens: 1, store: false }, { code: "insufficient_quota" }],
		["/v1/messages", { messages, max_tokens: 1 }, { type: "rate_limit_error" }],
		["/v1/tasks/chat", { messages, max_tokens: 1 }, { code: "insufficient_quota" }],
	])("hold at %s", async (path, body, error) => {
		const team = await start({ keys: keys({ usd: COST, per: "day" }) });
		const ask = (key: string): Promise<Response> =>
			post(team.gateway, path, { model: "model", ...body }, { headers: { authorization: `Bearer ${key}` } });
		expect((await ask(ALICE)).status).toBe(200);
		const refused = await ask(ALICE);
		expect(refused.status).toBe(429);
		expect(refused.headers.get("retry-after")).toBe("3600");
		expect(refused.headers.get("x-should-retry")).toBe("false");
		expect(await refused.json()).toMatchObject({ error });
		expect((await ask(BOB)).status).toBe(200);
		expect(team.spent()).toEqual([{ day: "2026-11-30", key: "alice", usd: COST }]);
	});

	it("let few of many calls through that arrive at once", async () => {
		const team = await start({ keys: keys({ usd: COST, per: "day" }) });
		const all = await Promise.all(Array.from({ length: 20 }, () => team.ask(ALICE)));
		expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	it.each([
		["cut off", "cut"],
		["left by the client", "hang"],
	] as const)("count what came of a stream that is %s", async (_, ending) => {
		const answer = streamed(ROLE + TOKEN.repeat(10), { ending });
		const team = await start({ keys: keys({ usd: 9, per: "day" }) }, answer);
		const response = await team.ask(ALICE, { stream: true, max_tokens: 1000 });
		const reader = response.body?.getReader();
		let text = "";
		while (reader && text.split("Hello").length < 11) {
			const { value, done } = await reader.read();
			if (done) break;
			text += new TextDecoder().decode(value);
		}
		await reader?.cancel();
		await reader?.closed.catch(() => undefined);
		const [spent] = team.spent();
		// Ten tokens and a role of at most 20,000 dollars a million each, and about 30 tokens of input.
		expect(spent?.usd).toBeGreaterThan(10 * 0.02);
		expect(spent?.usd).toBeLessThan(40 * 0.02 + 40 * 0.01);
	});

	it("count a stream that is too long to measure as the longest answer", async () => {
		const answer = streamed(ROLE + TOKEN.replace("Hello", "x".repeat(300_000)), { ending: "cut" });
		const team = await start({ keys: keys({ usd: 9, per: "day" }) }, answer);
		await (await team.ask(ALICE, { stream: true, max_tokens: 1_000_000 })).text().catch(() => undefined);
		expect(team.spent()[0]?.usd).toBeCloseTo(1_000_000 * 0.02, -1);
	});

	it.each([
		['"max_tokens":1e6', 1e6],
		['"max_tokens":2E+5,"max_completion_tokens" : 0.1e6', 2e5],
		['"max_tokens":100,"n":7', 700],
		['"max_new_tokens":50,"best_of" : 1e2', 5000],
		['"num_return_sequences":3', 3 * 32_768],
		['"max_tokens":"70","n":"2"', 140],
		['"max_tokens":1e400', 1e9],
		['"max_tokens":"x","metadata":{"maxatokens":9}', 32_768],
	])("read the longest answer of a request however it is written: %s", async (limit, tokens) => {
		const spending = createSpending();
		const budgets = createBudgets(
			() => ({ budget: { usd: 1e9, per: "day" } }),
			spending,
			() => offers,
			() => undefined,
			() => EVENING,
		);
		const admission = await budgets.admit(undefined, { model: "org/model", provider: "groq" }, `{${limit}}`);
		admission?.settle(null, "x".repeat(250_001));
		const input = Math.ceil((limit.length + 2) / 3) * 0.01;
		expect([...spending.entries()]).toEqual([
			{ day: "2026-11-30", key: null, usd: expect.closeTo(input + tokens * 0.02) },
		]);
	});

	it.each([
		[{ status: 500, body: { error: { message: "no" } } }, 500],
		[{ status: 400, body: { error: { message: "no" } } }, 400],
		[{ ending: "refuse" }, 502],
	] as const)("count nothing for calls that fail: %j", async (answer, status) => {
		const team = await start({ keys: keys({ usd: COST, per: "day" }) }, answer as ScriptedAnswer);
		expect(await statuses(3, () => team.ask(ALICE))).toEqual([status, status, status]);
		expect(team.spent()).toEqual([]);
	});

	it("refuse calls of unknown price, or let them through", async () => {
		const options = { keys: keys({ usd: 1, per: "day" as const }), offers: () => [] };
		const strict = await start(options);
		const refused = await strict.ask(ALICE);
		expect(refused.status).toBe(400);
		expect(await refused.text()).toContain("The price of org/model at groq is unknown");
		expect(strict.asked("groq")).toHaveLength(0);
		expect((await strict.ask(BOB)).status).toBe(200);
		const lax = await start({ ...options, unknownPrice: "allow" });
		expect((await lax.ask(ALICE)).status).toBe(200);
	});

	it("leave out targets of unknown price, and know that local servers cost nothing", async () => {
		const team = await start({
			keys: keys({ usd: 1, per: "day" }),
			aliases: { model: ["org/unpriced:groq", "org/model:groq"], here: ["llama:ollama"] },
			local: {
				names: ["ollama"],
				find: () => Promise.reject(new Error("not running")),
				list: async () => [],
			},
		});
		expect((await team.ask(ALICE)).headers.get("x-hub-model")).toBe("org/model");
		expect((await team.ask(ALICE, { model: "here" })).status).toBe(503);
	});

	it("hold a budget of nothing", async () => {
		const team = await start({ keys: keys({ usd: 0, per: "day" }) });
		expect((await team.ask(ALICE)).status).toBe(429);
	});

	it("measure a large request in time proportional to its size", async () => {
		const team = await start({ keys: keys({ usd: 9e9, per: "day" }) });
		const measure = async (words: number): Promise<number> => {
			const content = `${"a".repeat(9999)} `.repeat(words);
			const started = process.cpuUsage();
			expect((await team.ask(ALICE, { messages: [{ role: "user", content }] })).status).toBe(200);
			return process.cpuUsage(started).user;
		};
		await measure(100);
		// Ten times the size takes ten times as long; a quadratic measure takes a hundred times as long.
		expect(await measure(1000)).toBeLessThan(40 * (await measure(100)) + 200_000);
	});
});

describe("limits of an alias", () => {
	const failing: ScriptedAnswer = { status: 500, body: { error: { message: "no" } } };

	it.each([
		[0, 1],
		[1, 2],
		[2, 3],
	])("retries %d times: %d requests", async (retries, requests) => {
		const team = await start({ aliases: { model: { targets: ["org/model:groq"], retries } } }, failing);
		const response = await team.ask(OWNER);
		expect(response.status).toBe(500);
		expect(response.headers.get("x-hub-attempts")).toBe(String(requests));
		expect(team.asked("groq")).toHaveLength(requests);
	});

	it.each([
		["timeout", { timeout: 50 }, { ending: "silence" }, {}],
		["firstTokenTimeout", { firstTokenTimeout: 50 }, streamed(ROLE, { ending: "hang" }), { stream: true }],
	] as const)("has a %s of its own", async (_, limits, answer, more) => {
		const aliases = { model: { targets: ["org/model:groq"], ...limits } };
		const team = await start({ aliases }, answer as ScriptedAnswer);
		const response = await team.ask(OWNER, more);
		expect(response.status).toBe(504);
	});
});
