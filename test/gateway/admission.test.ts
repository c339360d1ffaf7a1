import { describe, expect, it } from "vitest";
import { createGateway, createSpending, type Gateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { ROUTES } from "../../src/gateway/routes.ts";
import { get, post } from "./ask.ts";

const OWNER = "hub_owner_key_0001";
const CARLA = "carla_key_00000001";
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
const PRICING = { input: 10_000, output: 20_000 };
const TASKS = ["text-generation", "conversational", "feature-extraction", "text-to-image", "image-to-image"].concat(
	"text-to-speech",
	"automatic-speech-recognition",
);

interface Sent {
	method: string;
	url: string;
	body: string;
	/** Requests for models that are in flight with this one. */
	inFlight: number;
}

interface Upstream {
	gateway: Gateway;
	sent: Sent[];
	/** Requests for models. */
	posts(): Sent[];
	spent(): number;
}

/** A gateway in front of providers that serve `org/TASK` for each task; each answer takes a turn of the event loop. */
function gatewayOf(
	options: GatewayOptions = {},
	answer: (sent: Sent) => Response | Promise<Response> = () =>
		Response.json({ error: { message: "no" } }, { status: 418 }),
): Upstream {
	const sent: Sent[] = [];
	const spending = createSpending();
	let inFlight = 0;
	const gateway = createGateway({
		token: (provider) => (provider === "openai" ? "sk-key-of-openai" : "hf_token_of_the_hub"),
		offers: () => TASKS.map((task) => ({ model: `org/${task}`, provider: "together", pricing: PRICING })),
		call: { cache: new Map() },
		spending,
		fetch: async (input, init) => {
			const url = String(input);
			const found = /\/api\/models\/\w+\/([\w-]+)/.exec(url)?.[1];
			if (found !== undefined) {
				const entry = { status: "live", task: found, providerId: "m" };
				return Response.json({ inferenceProviderMapping: { together: entry, groq: entry, openai: entry } });
			}
			const request = { method: init?.method ?? "GET", url, body: String(init?.body ?? ""), inFlight: ++inFlight };
			sent.push(request);
			await new Promise((resolve) => setTimeout(resolve));
			inFlight--;
			return await answer(request);
		},
		...options,
	});
	return {
		gateway,
		sent,
		posts: () => sent.filter(({ method }) => method === "POST"),
		spent: () => [...spending.entries()].reduce((sum, { usd }) => sum + usd, 0),
	};
}

const completion = (tokens = 1): Response =>
	Response.json({
		model: "m",
		choices: [{ text: "a", finish_reason: "stop" }],
		usage: { prompt_tokens: 3, completion_tokens: tokens, total_tokens: 3 + tokens },
	});

/** A request of each route that calls models, of the form that takes the most calls. */
const CALLS: Record<string, { path?: string; task: string; fields: object; file?: string }> = {
	"/v1/chat/completions": { task: "conversational", fields: { messages: [{ role: "user", content: "Hi" }], n: 3 } },
	"/v1/completions": { task: "text-generation", fields: { prompt: ["a", "b"], n: 2 } },
	"/v1/embeddings": { task: "feature-extraction", fields: { input: ["a", "b"] } },
	"/v1/images/generations": { task: "text-to-image", fields: { prompt: "a cat", n: 2 } },
	"/v1/images/edits": { task: "image-to-image", fields: { prompt: "blue", n: 2 }, file: "image" },
	"/v1/audio/speech": { task: "text-to-speech", fields: { input: "Hi" } },
	"/v1/audio/transcriptions": { task: "automatic-speech-recognition", fields: {}, file: "file" },
	"/v1/audio/translations": { task: "automatic-speech-recognition", fields: {}, file: "file" },
	"/v1/responses": { task: "conversational", fields: { input: "Hi" } },
	"/v1/messages": { task: "conversational", fields: { messages: [{ role: "user", content: "Hi" }], max_tokens: 5 } },
	"/v1/tasks/{task}": { path: "/v1/tasks/text-generation", task: "text-generation", fields: { inputs: "Hi" } },
};
/** Routes that take a body or an id, and call no model: why. */
const WITHOUT_CALL: Record<string, string> = {
	"POST /v1/messages/count_tokens": "estimates",
	"POST /v1/responses/input_tokens": "estimates",
	"POST /v1/responses/compact": "says why not",
	"POST /v1/responses/{id}/cancel": "ends a response",
};

function ask(gateway: Gateway, route: string, model?: string, headers: Record<string, string> = {}): Promise<Response> {
	const { path = route, task, fields, file } = CALLS[route] ?? { task: "", fields: {} };
	const named = { model: model ?? `org/${task}:together`, ...fields };
	if (file === undefined) return post(gateway, path, named, { headers });
	const form = new FormData();
	for (const [name, value] of Object.entries(named)) form.set(name, String(value));
	form.set(file, new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])], "a.png", { type: "image/png" }));
	return gateway(new Request(`http://localhost${path}`, { method: "POST", body: form, headers }));
}

describe("each route that calls models", () => {
	it("is known here: add a request for a new one", () => {
		const posted = ROUTES.filter(({ method }) => method === "POST").map(({ path }) => path);
		const known = [...Object.keys(CALLS), ...Object.keys(WITHOUT_CALL).map((name) => name.replace("POST ", ""))];
		expect(posted.sort()).toEqual(known.sort());
		// What does not say that it calls models is not refused while the gateway drains.
		const calls = ROUTES.filter(({ isCall }) => isCall).map(({ path }) => path);
		expect(calls.sort()).toEqual(
			[...Object.keys(CALLS), "/v1/messages/count_tokens", "/v1/responses/input_tokens"].sort(),
		);
	});

	it.each(Object.keys(CALLS))("%s calls", async (route) => {
		const { gateway, posts } = gatewayOf();
		expect((await ask(gateway, route)).status).toBe(418);
		expect(posts().length).toBeGreaterThan(0);
	});

	it.each(Object.keys(CALLS))("%s sends nothing beyond the limit of calls", async (route) => {
		const { gateway, sent } = gatewayOf({ maxCalls: 0 });
		const response = await ask(gateway, route);
		const text = await response.text();
		expect([response.status, text]).toEqual([
			400,
			expect.stringContaining("hub serve makes at most 0 for one request"),
		]);
		expect(text).toContain("--max-calls");
		expect(sent).toEqual([]);
	});

	it.each(Object.keys(CALLS))("%s sends nothing with a spent budget", async (route) => {
		const { gateway, sent } = gatewayOf({ budget: { usd: 0, per: "day" }, unknownPrice: "allow" });
		expect((await ask(gateway, route)).status).toBe(429);
		expect(sent).toEqual([]);
	});

	it.each(Object.keys(CALLS))("%s sends nothing while the call before may use up the budget", async (route) => {
		// Whatever the price of files is, a chat has one.
		let end = (): void => undefined;
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		const { gateway, posts } = gatewayOf({ budget: { usd: 0.1, per: "day" }, unknownPrice: "allow" }, async () => {
			await ended;
			return completion();
		});
		const first = post(gateway, "/v1/completions", {
			model: "org/text-generation:together",
			prompt: "a",
			max_tokens: 99,
		});
		while (posts().length < 1) await new Promise((resolve) => setTimeout(resolve));
		const refused = await ask(gateway, route);
		expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining("calls in flight")]);
		expect(posts()).toHaveLength(1);
		end();
		expect((await first).status).toBe(200);
	});

	it.each([...Object.keys(CALLS), "/v1/messages/count_tokens"])(
		"%s calls no target that its key may not",
		async (route) => {
			const names = ["org/allowed", "nick", "org/*:groq", "pair"];
			const { gateway, sent } = gatewayOf({
				key: OWNER,
				keys: [{ name: "carla", key: CARLA, models: names }],
				aliases: {
					"org/allow*": ["org/other:together"],
					nick2: ["org/allowed:groq"],
					"*": ["org/other:together"],
				},
			});
			const call = route in CALLS ? route : "/v1/messages";
			for (const model of ["org/allowed", "org/x:groq", "nick2", "other", "ORG/allowed", "org/allowed ", "pair", ""]) {
				const body = { model, messages: [{ role: "user", content: "Hi" }] };
				const response =
					call === route
						? await ask(gateway, route, model, bearer(CARLA))
						: await post(gateway, route, body, { headers: bearer(CARLA) });
				expect([model, response.status]).toEqual([model, 403]);
			}
			expect(sent).toEqual([]);
		},
	);
});

describe("a request of many calls", () => {
	const model = "org/text-generation:together";
	const prompts = (count: number): string[] => Array.from({ length: count }, (_, place) => `Prompt ${place}`);
	const message = async (response: Response): Promise<string> =>
		((await response.json()) as { error: { message: string } }).error.message;

	it("is refused before the first where it takes more than 64", async () => {
		const { gateway, posts } = gatewayOf({}, () => completion());
		const refused = await post(gateway, "/v1/completions", { model, prompt: prompts(13), n: 5 });
		expect(refused.status).toBe(400);
		expect(await message(refused)).toBe(
			"This request needs 65 calls to services; hub serve makes at most 64 for one request. Send fewer inputs or a smaller n, or raise the limit with --max-calls.",
		);
		expect(posts()).toEqual([]);
		const most = await post(gateway, "/v1/completions", { model, prompt: prompts(32), n: 2 });
		expect(most.status).toBe(200);
		expect(posts()).toHaveLength(64);
		expect(((await most.json()) as { choices: unknown[] }).choices).toHaveLength(64);
	});

	it.each<[string, GatewayOptions, string, object]>([
		[
			"retries of an alias",
			{ maxCalls: 2, aliases: { again: { targets: ["org/conversational:together"], retries: 9 } } },
			"/v1/chat/completions",
			{ model: "again", messages: [] },
		],
		[
			"failover",
			{ maxCalls: 1, aliases: { twice: ["org/conversational:together", "org/conversational:groq"] } },
			"/v1/messages",
			{ model: "twice", messages: [{ role: "user", content: "Hi" }], max_tokens: 5 },
		],
	])("counts %s", async (_, options, path, body) => {
		const { gateway, posts } = gatewayOf(options, () =>
			Response.json({ error: { message: "Broken" } }, { status: 500 }),
		);
		const response = await post(gateway, path, body);
		expect(response.status).toBe(400);
		const text = await response.text();
		expect(text).toContain(`at most ${options.maxCalls} for one request`);
		expect(text).toContain("The last call failed: ");
		expect(text).toContain("Broken");
		expect(posts()).toHaveLength(options.maxCalls ?? 0);
	});

	it("counts the parts of a list that a service takes one by one", async () => {
		const answer = ({ body }: Sent): Response => {
			const { input } = JSON.parse(body) as { input: string[] };
			if (input.length > 1) {
				return Response.json({ error: { message: "batch size 5 > maximum allowed batch size 1" } }, { status: 413 });
			}
			const data = [{ index: 0, embedding: [1, 2] }];
			return Response.json({ data, model: "m", usage: { prompt_tokens: 1, total_tokens: 1 } });
		};
		const body = { model: "org/feature-extraction:together", input: ["a", "b", "c", "d", "e"] };
		const few = gatewayOf({ maxCalls: 4 }, answer);
		expect(await message(await post(few.gateway, "/v1/embeddings", body))).toContain("at most 4");
		expect(few.posts()).toHaveLength(4);
		// A token is a cent; the reserve for five parts at once would be far above the budget.
		const all = gatewayOf({ budget: { usd: 1, per: "day" } }, answer);
		const response = await post(all.gateway, "/v1/embeddings", body);
		expect([response.status, response.headers.get("x-hub-attempts")]).toEqual([200, "6"]);
		expect(all.spent()).toBeCloseTo(0.05);
	});

	it.each([
		["within it", 0.999, 1, 7],
		["beyond it", 0.1, 1, 1],
	])("keeps a budget although its calls start together: %s", async (_, usd, tokens, count) => {
		// Each call costs 0.05 and may cost 1.6.
		const { gateway, posts, spent } = gatewayOf({ budget: { usd, per: "day" } }, () => completion(tokens));
		const response = await post(gateway, "/v1/completions", { model, prompt: prompts(7), max_tokens: 80 });
		if (count === 7) expect(response.status).toBe(200);
		else {
			expect(response.status).toBe(429);
			expect(response.headers.get("x-hub-cost")).toBe("0.1");
		}
		expect(Math.max(...posts().map(({ inFlight }) => inFlight))).toBe(1);
		expect(spent()).toBeCloseTo(count === 7 ? 0.35 : 0.1);
	});

	it("of 128 prompts and 128 choices spends the budget and the calls in flight, and lets others be served", async () => {
		// What a call costs at most, it costs: 16,384 would cost 6,144.
		const price = { input: 0, output: 3000 };
		const offers = () => [{ model: "org/text-generation", provider: "together", pricing: price }];
		const options: GatewayOptions = { maxCalls: 20_000, budget: { usd: 1, per: "run" }, offers };
		const { gateway, posts, spent } = gatewayOf(options, () => completion(125));
		const most = 0.375;
		// The first call of a process compiles what it runs.
		const warm = gatewayOf(options, () => completion());
		expect((await post(warm.gateway, "/v1/completions", { model, prompt: prompts(2) })).status).toBe(200);
		let isOver = false;
		const longest = longestTurn(() => isOver);
		const refused = await post(gateway, "/v1/completions", { model, prompt: prompts(128), n: 128, max_tokens: 125 });
		expect((await get(gateway, "/health")).status).toBe(200);
		isOver = true;
		expect(refused.status).toBe(429);
		expect(await message(refused)).toContain("is spent");
		expect(posts()).toHaveLength(3);
		expect(spent()).toBeCloseTo(3 * most);
		expect(await longest).toBeLessThan(50);
	});

	it("lets others be served while hundreds of its calls run", async () => {
		const { gateway, posts } = gatewayOf({ maxCalls: 20_000, budget: { usd: 1e9, per: "run" } }, () => completion());
		let isOver = false;
		const turns = countTurns(() => isOver);
		const response = await post(gateway, "/v1/completions", { model, prompt: prompts(20), n: 20 });
		isOver = true;
		expect(response.status).toBe(200);
		expect(posts()).toHaveLength(400);
		expect(Math.max(...posts().map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(64);
		// At most some ten calls between two turns.
		expect(await turns).toBeGreaterThan(40);
	});
});

/** The longest time between two turns of the event loop in which this process computed, in milliseconds. */
async function longestTurn(isOver: () => boolean): Promise<number> {
	let longest = 0;
	for (let before = process.cpuUsage(); !isOver(); before = process.cpuUsage()) {
		await new Promise((resolve) => setImmediate(resolve));
		const { user, system } = process.cpuUsage(before);
		longest = Math.max(longest, (user + system) / 1000);
	}
	return longest;
}

async function countTurns(isOver: () => boolean): Promise<number> {
	let turns = 0;
	for (; !isOver(); turns++) await new Promise((resolve) => setImmediate(resolve));
	return turns;
}
