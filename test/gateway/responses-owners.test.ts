import { describe, expect, it } from "vitest";
import type { Exchange } from "../../src/exchange/index.ts";
import { createGateway, createSpending, type GatewayOptions } from "../../src/gateway/index.ts";
import { ROUTES } from "../../src/gateway/routes.ts";
import { get, post, readEvents } from "./ask.ts";

const OWNER = "hub_owner_key_0001";
const DORA = "dora_key_000000001";
const EMIL = "emil_key_000000001";
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
const BASE = "https://api.openai.com/v1/responses";
/** US dollars: 100 tokens of input and 10 of output. */
const COST = 1.2;
const USAGE = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };

interface Sent {
	method: string;
	/** Below the URL of responses. */
	path: string;
	body: Record<string, unknown> | undefined;
}

type Answer = (sent: Sent) => object | Response | Promise<object | Response>;

/** A gateway with two named keys in front of OpenAI, which makes `resp_1`, `resp_2` and so on. */
function start(answer?: Answer, options: GatewayOptions = {}) {
	const sent: Sent[] = [];
	const exchanges: Exchange[] = [];
	const spending = createSpending();
	let made = 0;
	const make: Answer = ({ method, path, body }) => {
		if (method === "DELETE") return { id: path.slice(1), deleted: true };
		const id = method === "POST" && path === "" ? `resp_${++made}` : (/resp_\d+/.exec(path)?.[0] ?? "");
		if (path.endsWith("/input_items")) return { object: "list", data: [{ id: `in_${id}` }] };
		const output = [{ id: `msg_${id}`, type: "message" }];
		if (body?.["background"] === true) return { id, status: "queued", output: [], usage: null };
		return { id, status: path.endsWith("/cancel") ? "cancelled" : "completed", output, usage: USAGE };
	};
	const gateway = createGateway({
		key: OWNER,
		keys: [
			{ name: "dora", key: DORA },
			{ name: "emil", key: EMIL },
		],
		token: () => "sk-key-of-the-account",
		offers: () => [{ model: "openai/m", provider: "openai", pricing: { input: 10_000, output: 20_000 } }],
		call: { cache: new Map() },
		spending,
		onCall: (exchange) => void exchanges.push(exchange),
		fetch: async (input, init) => {
			const url = String(input);
			if (!url.startsWith(BASE)) {
				const entry = { status: "live", task: "conversational", providerId: "m" };
				return Response.json({ inferenceProviderMapping: { openai: entry } });
			}
			const text = init?.body as string | undefined;
			const body = text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
			const request = { method: init?.method ?? "GET", path: url.slice(BASE.length), body };
			expect(new Headers(init?.headers).get("authorization")).toBe("Bearer sk-key-of-the-account");
			sent.push(request);
			const answered = await (answer ?? make)(request);
			return answered instanceof Response ? answered : Response.json(answered);
		},
		...options,
	});
	const respond = (key: string, more: object = {}): Promise<Response> =>
		post(gateway, "/v1/responses", { model: "openai/m:openai", input: "Hi", ...more }, { headers: bearer(key) });
	const about = (key: string, method: string, path: string): Promise<Response> =>
		gateway(new Request(`http://localhost/v1/responses/${path}`, { method, headers: bearer(key) }));
	const spent = (): number => [...spending.entries()].reduce((sum, { usd }) => sum + usd, 0);
	return { gateway, sent, respond, about, spent, exchanges };
}

const streamOf = (...events: { type: string; [name: string]: unknown }[]): Response =>
	new Response(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""), {
		headers: { "content-type": "text/event-stream" },
	});

describe("a response that a provider keeps", () => {
	it.each([
		["GET", "resp_1", ""],
		["GET", "resp_1/input_items", ""],
		["POST", "resp_1/cancel", ""],
		["DELETE", "resp_1", ""],
		["GET", "resp_1?include[]=reasoning.encrypted_content&api_key=x", "?include%5B%5D=reasoning.encrypted_content"],
	])("is its client's alone: %s %s", async (method, path, search) => {
		const { respond, about, sent } = start();
		expect((await respond(DORA)).status).toBe(200);
		for (const key of [EMIL, OWNER]) {
			const refused = await about(key, method, path);
			expect([refused.status, await refused.json()]).toMatchObject([404, { error: { code: "response_not_found" } }]);
		}
		expect(sent).toHaveLength(1);
		const answered = await about(DORA, method, path);
		expect(answered.status).toBe(200);
		expect(JSON.stringify(await answered.json())).toContain("resp_1");
		const [plain = ""] = path.split("?");
		expect(sent[1]).toEqual({ method, path: `/${plain}${search}`, body: undefined });
	});

	const routes = ROUTES.filter(({ path }) => path.startsWith("/v1/responses/{id}")).map(({ method, path }) => [
		method,
		path,
	]);
	it.each(routes)("cannot be reached by another key on any route: %s %s", async (method = "", path = "") => {
		const { respond, about, sent } = start();
		await respond(DORA);
		const place = path.replace("/v1/responses/", "").replace("{id}", "resp_1");
		for (const key of [EMIL, OWNER]) expect((await about(key, method, place)).status).toBe(404);
		expect(sent).toHaveLength(1);
	});

	it("is not known after it was deleted, nor one that nobody asked for", async () => {
		const { respond, about } = start();
		await respond(DORA);
		expect((await about(DORA, "DELETE", "resp_1")).status).toBe(200);
		for (const id of ["resp_1", "resp_9", "..", "%2e%2e%2fmodels"]) {
			expect((await about(DORA, "GET", id)).status).toBe(404);
		}
	});

	const file = (part: object): object => ({ input: [{ role: "user", content: [part] }] });
	it.each<[string, object]>([
		["response", { previous_response_id: "resp_1" }],
		["item", { input: [{ type: "item_reference", id: "msg_resp_1" }] }],
		["item without type", { input: [{ id: "msg_resp_1" }] }],
		["item of the input", { input: [{ type: "item_reference", id: "in_resp_1" }] }],
		["picture", { input: [{ type: "image_generation_call", id: "ig_7" }] }],
		["conversation", { conversation: "conv_7" }],
		["conversation in an object", { conversation: { id: "conv_7" } }],
		["prompt", { prompt: { id: "pmpt_7" } }],
		["variable of a prompt", { prompt: { variables: { cv: { type: "input_file", file_id: "file-7" } } } }],
		["file", file({ type: "input_file", file_id: "file-7" })],
		["picture of a file", file({ type: "input_image", file_id: "file-7" })],
		[
			"output of a tool",
			{ input: [{ type: "function_call_output", output: [{ type: "input_file", file_id: "file-7" }] }] },
		],
		["vector store", { tools: [{ type: "file_search", vector_store_ids: ["vs_7"] }] }],
		["container", { tools: [{ type: "code_interpreter", container: "cntr_7" }] }],
		[
			"file of a container",
			{ tools: [{ type: "code_interpreter", container: { type: "auto", file_ids: ["file-7"] } }] },
		],
	])("cannot be named by another key: %s", async (_, fields) => {
		const { respond, about, sent } = start();
		await respond(DORA);
		await about(DORA, "GET", "resp_1/input_items");
		const refused = await respond(EMIL, fields);
		const { error } = (await refused.json()) as { error: { code: string } };
		expect([refused.status, error.code]).toEqual([404, expect.stringMatching(/not_found$/)]);
		expect(sent).toHaveLength(2);
		// What was not made here is the account's, which the owner's key stands for.
		const isHers = JSON.stringify(fields).includes("resp_1");
		expect((await respond(OWNER, fields)).status).toBe(isHers ? 404 : 200);
		expect((await respond(DORA, fields)).status).toBe(isHers ? 200 : 404);
	});

	it("is its client's when it was streamed", async () => {
		const item = { type: "response.output_item.added", item: { id: "rs_5" } };
		const { respond, about } = start(({ method, body }) =>
			method === "POST" && body?.["stream"] === true
				? streamOf(
						{ type: "response.created", response: { id: "resp_5", status: "in_progress" } },
						item,
						{ type: "response.output_text.delta", delta: "Hi" },
						{ type: "response.completed", response: { id: "resp_5", status: "completed", usage: USAGE } },
					)
				: { id: "resp_6", status: "completed", usage: USAGE },
		);
		await (await respond(DORA, { stream: true })).text();
		const next = { previous_response_id: "resp_5", input: [{ type: "item_reference", id: "rs_5" }] };
		expect((await respond(EMIL, next)).status).toBe(404);
		expect((await respond(DORA, next)).status).toBe(200);
		expect((await about(EMIL, "GET", "resp_5")).status).toBe(404);
		expect((await about(DORA, "GET", "resp_5")).status).toBe(200);
	});
});

describe("books of responses that are passed through", () => {
	const keys = [
		{ name: "dora", key: DORA, budget: { usd: 10, per: "day" as const } },
		{ name: "emil", key: EMIL },
	];
	const MOST = 4;

	it("count at once what a response in the background may cost, and what it has cost when it ends", async () => {
		let status = "in_progress";
		const { respond, about, spent, exchanges, gateway, sent } = start(
			({ method }) => ({
				id: "resp_1",
				status: method === "POST" ? "queued" : status,
				usage: status === "completed" ? USAGE : null,
			}),
			{ keys },
		);
		const created = await respond(DORA, { background: true, max_output_tokens: 150 });
		expect(created.status).toBe(200);
		expect(spent()).toBeGreaterThan(150 * 0.02);
		expect(spent()).toBeLessThan(MOST);
		// Nothing changes until it has ended, and then once.
		expect((await about(DORA, "GET", "resp_1")).headers.get("x-hub-cost")).toBeNull();
		expect(spent()).toBeGreaterThan(150 * 0.02);
		status = "completed";
		expect((await about(DORA, "GET", "resp_1")).headers.get("x-hub-cost")).toBe(String(COST));
		expect((await about(DORA, "GET", "resp_1")).headers.get("x-hub-cost")).toBeNull();
		expect(spent()).toBeCloseTo(COST);
		expect(exchanges.map(({ cost_usd: cost, key }) => [cost, key])).toEqual([
			[null, "dora"],
			[COST, "dora"],
		]);
		const metrics = await (await get(gateway, "/metrics", bearer(OWNER))).text();
		expect(metrics).toContain(`hub_key_cost_usd_total{key="dora"} ${COST}`);
		const { calls } = (await (await get(gateway, "/calls", bearer(OWNER))).json()) as { calls: { cost_usd: number }[] };
		expect(calls.map(({ cost_usd: cost }) => cost)).toEqual([COST]);
		expect(sent).toHaveLength(4);
	});

	it("refuse the next call while one in the background may use up the budget, not a look at it", async () => {
		const { respond, about, sent } = start(undefined, { keys });
		expect((await respond(DORA, { background: true, max_output_tokens: 600 })).status).toBe(200);
		const refused = await respond(DORA, { background: true });
		expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining("is spent")]);
		expect((await about(DORA, "POST", "resp_1/cancel")).status).toBe(200);
		expect(sent.map(({ method }) => method)).toEqual(["POST", "POST"]);
		// Canceled, it has cost less: the budget is open again.
		expect((await respond(DORA)).status).toBe(200);
	});

	it("count what may come of one whose client has left", async () => {
		const { gateway, spent, sent } = start(() => new Promise(() => undefined), { keys });
		const controller = new AbortController();
		const body = { model: "openai/m:openai", input: "Hi", background: true, max_output_tokens: 200 };
		const asked = post(gateway, "/v1/responses", body, { headers: bearer(DORA), signal: controller.signal });
		while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve));
		controller.abort();
		await (await asked).text();
		expect(spent()).toBeGreaterThan(200 * 0.02);
	});

	it("count one that is streamed in the background, also after the stream has ended early", async () => {
		const begun = [
			{ type: "response.created", response: { id: "resp_1", status: "queued" } },
			{ type: "response.output_text.delta", delta: "Hi" },
		];
		const done = { type: "response.completed", response: { id: "resp_1", status: "completed", usage: USAGE } };
		const { respond, about, spent, sent } = start(
			({ method }) => (method === "POST" ? streamOf(...begun) : streamOf(...begun, done)),
			{ keys },
		);
		const cut = await (await respond(DORA, { background: true, stream: true, max_output_tokens: 150 })).text();
		expect(readEvents(cut).at(-1)).toMatchObject({ type: "response.failed" });
		expect(spent()).toBeGreaterThan(150 * 0.02);
		const whole = await (await about(DORA, "GET", "resp_1?stream=true&starting_after=1")).text();
		expect(whole).toContain("response.completed");
		expect(sent[1]).toMatchObject({ method: "GET", path: "/resp_1?starting_after=1&stream=true" });
		expect(spent()).toBeCloseTo(COST);
	});

	it("count nothing for one that was refused", async () => {
		const refusal = (): Response => Response.json({ error: { message: "No" } }, { status: 400 });
		const { respond, spent } = start(refusal, { keys });
		expect((await respond(DORA, { background: true })).status).toBe(400);
		expect(spent()).toBe(0);
	});

	it("do not know the price of tools that the service runs", async () => {
		const tools = [{ type: "function", name: "look" }, { type: "web_search" }];
		const { respond, sent } = start(undefined, { keys });
		const refused = await respond(DORA, { tools });
		expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("web_search")]);
		expect(sent).toEqual([]);
		expect((await respond(EMIL, { tools })).status).toBe(200);
		expect((await respond(DORA, { tools: tools.slice(0, 1) })).status).toBe(200);
		const lax = start(undefined, { keys, unknownPrice: "allow" });
		expect((await lax.respond(DORA, { tools })).status).toBe(200);
	});

	it("do not let a key reach other models by tools", async () => {
		const { respond } = start(undefined, { keys: [{ name: "dora", key: DORA, models: ["openai/*"] }] });
		expect((await respond(DORA, { tools: [{ type: "image_generation", model: "big" }] })).status).toBe(403);
		expect((await respond(DORA)).status).toBe(200);
	});
});
