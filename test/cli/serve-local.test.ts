import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { createContext } from "../../src/cli/context.ts";
import { createLocalServers } from "../../src/cli/local/servers.ts";
import { createGateway, type Gateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { get, post } from "../gateway/ask.ts";
import { stream, whole } from "../gateway/upstream.ts";
import { type ScriptedAnswer, type ScriptedServer, startServer } from "../helpers/server.ts";

const CANARIES = [
	"hf_canary_of_the_hub",
	"canary_of_groq",
	"canary_of_a_header",
	"canary_of_an_account",
	"canary_client",
];

let open: ScriptedServer[] = [];
afterEach(async () => {
	for (const server of open) await server.close();
	open = [];
});

/** A server of Ollama's form, with two models; an absent answer to chats is that of a model it does not have. */
async function ollama(answer?: ScriptedAnswer): Promise<ScriptedServer> {
	const server = await startServer(({ path }) => {
		if (path === "/v1/models")
			return { body: { object: "list", data: [{ id: "llama3.2:latest" }, { id: "qwen3:8b" }] } };
		if (path === "/v1/chat/completions" && answer) return answer;
		return { status: 404, body: { error: { message: 'model "x" not found, try pulling it first' } } };
	});
	open.push(server);
	return server;
}

/** Hugging Face and its router, which serve `org/model` at groq. */
async function remote(): Promise<ScriptedServer> {
	const server = await startServer(({ method, path }) => {
		const entry = { status: "live", task: "conversational", providerId: "model" };
		if (path.startsWith("/api/models/")) return { body: { inferenceProviderMapping: { groq: entry } } };
		return method === "POST" ? whole : { status: 404 };
	});
	open.push(server);
	return server;
}

interface Around {
	here: string;
	there: ScriptedServer;
	now?: () => number;
	env?: Record<string, string>;
	options?: GatewayOptions;
}

function serve({ here, there, now, env, options }: Around): Gateway {
	const output = { write: () => true };
	const context = createContext({
		stdin: Readable.from([]),
		stdinDescriptor: undefined,
		stdout: output,
		stderr: output,
		env: { OLLAMA_HOST: here, HF_TOKEN: CANARIES[0], GROQ_API_KEY: CANARIES[1], ...env },
		cwd: "/",
		signal: new AbortController().signal,
		...(now ? { now } : {}),
	});
	return createGateway({
		local: createLocalServers(context, false),
		aliases: { fast: ["llama3.2:ollama", "org/model:groq"], any: ["qwen3:8b:ollama"] },
		token: CANARIES[0],
		call: {
			hubUrl: there.url,
			routerUrl: there.url,
			cache: new Map(),
			headers: { "x-secret": CANARIES[2] ?? "" },
			billTo: CANARIES[3],
		},
		offers: () => undefined,
		...options,
	});
}

const chat = (model: string, more: object = {}): object => ({
	model,
	messages: [{ role: "user", content: "Hi" }],
	...more,
});
const ask = (gateway: Gateway, model: string, more?: object): Promise<Response> =>
	post(gateway, "/v1/chat/completions", chat(model, more), { headers: { authorization: `Bearer ${CANARIES[4]}` } });
const chats = (server: ScriptedServer): string[] =>
	server.requests.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body).model);

/** What servers say of their models, each in its own form → what `/v1/models` says. */
const KINDS: readonly [kind: string, answers: Record<string, unknown>, facts: object][] = [
	[
		"ollama",
		{
			"/v1/models": { data: [{ id: "llama3.2:latest" }, { id: "qwen3:8b" }] },
			"/api/ps": { models: [{ name: "llama3.2:latest", context_length: 4096 }] },
		},
		{ id: "llama3.2:latest:ollama", context_length: 4096 },
	],
	[
		"ollama",
		{
			"/v1/models": { data: [{ id: "m" }] },
			"/api/ps": { models: [] },
			"/api/show": { model_info: { "qwen3.context_length": 40_960 }, capabilities: ["completion", "tools", "vision"] },
		},
		{ id: "m:ollama", context_length: 40_960, supports_tools: true, input_modalities: ["text", "image"] },
	],
	[
		"ollama",
		{
			"/v1/models": { data: [{ id: "m" }] },
			"/api/ps": { models: [{ name: "m", context_length: 8192 }] },
			"/api/show": { model_info: { "qwen3.context_length": 40_960 } },
		},
		{ id: "m:ollama", context_length: 8192 },
	],
	[
		"ollama",
		{ "/v1/models": { data: [{ id: "m", max_model_len: 32_768 }] } },
		{ id: "m:ollama", context_length: 32_768 },
	],
	[
		"ollama",
		{
			"/v1/models": { data: [{ id: "m", meta: { n_ctx_train: 131_072 } }] },
			"/api/ps": { default_generation_settings: { n_ctx: 8192 } },
		},
		{ id: "m:ollama", context_length: 8192 },
	],
	[
		"ollama",
		{
			"/v1/models": { data: [{ id: "m" }] },
			"/api/ps": {
				data: [
					{
						id: "m",
						type: "vlm",
						max_context_length: 131_072,
						loaded_context_length: 9000,
						capabilities: ["tool_use"],
					},
				],
			},
		},
		{ id: "m:ollama", context_length: 9000, supports_tools: true, input_modalities: ["text", "image"] },
	],
];

it.each(KINDS)("a server of the form of %s tells what its models take: %j", async (_, answers, facts) => {
	const here = await startServer(({ path }) => (answers[path] ? { body: answers[path] } : { status: 404 }));
	open.push(here);
	const gateway = serve({ here: here.url, there: await remote() });
	const { data } = (await (await get(gateway, "/v1/models")).json()) as { data: { id: string }[] };
	const listed = data.find(({ id }) => id.endsWith(":ollama"));
	expect(listed).toEqual({ object: "model", created: 0, owned_by: "ollama", ...facts });
});

describe("local servers as targets of hub serve", () => {
	it.each([
		["fast", "llama3.2", {}],
		["any", "qwen3:8b", {}],
		["fast", "llama3.2", { stream: true }],
		["qwen3:8b:ollama", "qwen3:8b", {}],
	])("answer for %s, with no token or key of another service", async (model, sent, more) => {
		const [here, there] = [await ollama("stream" in more ? stream : whole), await remote()];
		const response = await ask(serve({ here: here.url, there }), model, more);
		expect(response.headers.get("x-hub-provider")).toBe("ollama");
		expect(response.headers.get("x-hub-model")).toBe(sent);
		expect(await response.text()).toContain("Hello");
		expect(chats(here)).toEqual([sent]);
		const received = JSON.stringify(here.requests);
		for (const canary of CANARIES) expect(received).not.toContain(canary);
		expect(here.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
		expect(chats(there)).toEqual([]);
	});

	it.each([
		["/v1/responses", { input: "Hi", store: false }],
		["/v1/messages", { messages: [{ role: "user", content: "Hi" }], max_tokens: 9 }],
		["/v1/tasks/chat", { messages: [{ role: "user", content: "Hi" }] }],
	])("are targets of %s too, here first, then there", async (path, body) => {
		for (const [answer, provider] of [
			[whole, "ollama"],
			[undefined, "groq"],
		] as const) {
			const [here, there] = [await ollama(answer), await remote()];
			const response = await post(serve({ here: here.url, there }), path, { model: "fast", ...body });
			expect(response.status).toBe(200);
			expect(response.headers.get("x-hub-provider")).toBe(provider);
			expect(await response.text()).toContain("Hello");
			for (const canary of CANARIES) expect(JSON.stringify(here.requests)).not.toContain(canary);
		}
	});

	it("get their own key, from their own variable", async () => {
		const [here, there] = [await ollama(whole), await remote()];
		await ask(serve({ here: here.url, there, env: { OLLAMA_API_KEY: "key_of_ollama" } }), "fast");
		expect(here.requests.at(-1)?.headers.authorization).toBe("Bearer key_of_ollama");
	});

	it.each([
		["answers 404, as for a model it does not have", undefined],
		["answers 500", { status: 500, body: { error: { message: "out of memory" } } }],
		["closes the connection", { ending: "refuse" }],
	] as const)("are followed by the next target: a server %s", async (_, answer) => {
		const [here, there] = [await ollama(answer as ScriptedAnswer | undefined), await remote()];
		const response = await ask(serve({ here: here.url, there }), "fast");
		expect(response.status).toBe(200);
		expect(response.headers.get("x-hub-provider")).toBe("groq");
		expect([chats(here), chats(there)]).toEqual([["llama3.2"], ["model"]]);
	});

	it("may start later: until then the next target answers, and the call lists the attempt", async () => {
		const [here, there] = [await ollama(whole), await remote()];
		const { port } = new URL(here.url);
		await here.close();
		let now = 0;
		const gateway = serve({ here: here.url, there, now: () => now });
		expect((await ask(gateway, "fast")).headers.get("x-hub-provider")).toBe("groq");
		const { calls } = (await (await get(gateway, "/calls")).json()) as { calls: { attempts: object[] }[] };
		expect(calls[0]?.attempts).toMatchObject([
			{ provider: "ollama", error: "LocalServerUnavailable" },
			{ provider: "groq", status: 200 },
		]);
		const alone = await ask(gateway, "any");
		expect(alone.status).toBe(503);
		expect(await alone.text()).toContain(`Ollama does not respond at ${here.url}. Start it: ollama serve`);
		const { createServer } = await import("node:http");
		const later = createServer((request, response) => {
			const body = request.url === "/v1/models" ? { data: [{ id: "llama3.2:latest" }] } : whole.body;
			response.setHeader("content-type", "application/json").end(JSON.stringify(body));
		});
		await new Promise<void>((resolve) => later.listen(Number(port), "127.0.0.1", resolve));
		try {
			now += 2001;
			// The conversation stays where it was answered; another one takes the first target.
			expect((await ask(gateway, "fast")).headers.get("x-hub-provider")).toBe("groq");
			const other = { messages: [{ role: "user", content: "Another one" }] };
			expect((await ask(gateway, "fast", other)).headers.get("x-hub-provider")).toBe("ollama");
		} finally {
			later.closeAllConnections();
			later.close();
		}
	});

	it("are asked for their models once in ten seconds", async () => {
		const [here, there] = [await ollama(whole), await remote()];
		let now = 0;
		const gateway = serve({ here: here.url, there, now: () => now });
		const looks = (): number => here.requests.filter(({ path }) => path === "/v1/models").length;
		await Promise.all([1, 2, 3].map(() => ask(gateway, "fast")));
		await ask(gateway, "any");
		expect(looks()).toBe(1);
		now += 10_001;
		await ask(gateway, "fast");
		expect(looks()).toBe(2);
	});

	it("list their models, where a target names them", async () => {
		const [here, there] = [await ollama(whole), await remote()];
		const list = async (options: GatewayOptions): Promise<string[]> => {
			const answer = await get(serve({ here: here.url, there, options }), "/v1/models");
			return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
		};
		expect(await list({})).toEqual(["fast", "any", "llama3.2:latest:ollama", "qwen3:8b:ollama"]);
		expect(await list({ aliases: {}, providers: ["ollama"] })).toEqual(["llama3.2:latest:ollama", "qwen3:8b:ollama"]);
		expect(await list({ aliases: {} })).toEqual([]);
	});

	it.each([
		[["ollama"], "qwen3:8b", 200, ["qwen3:8b"]],
		[["local"], "llama3.2", 200, ["llama3.2"]],
		[["local"], "no-such-model", 404, []],
		[["ollama", "groq"], "org/model", 200, ["org/model"]],
		[["groq"], "qwen3:8b:ollama", 404, []],
	])("answer for models without a provider, with -p %s: %s", async (providers, model, status, sent) => {
		const [here, there] = [await ollama(whole), await remote()];
		const response = await ask(serve({ here: here.url, there, options: { aliases: {}, providers } }), model);
		expect(response.status).toBe(status);
		expect(chats(here)).toEqual(sent);
	});

	it("are left to the next target by a task they do not do", async () => {
		const [here, there] = [await ollama(whole), await remote()];
		const body = { model: "any", prompt: "a cat" };
		const response = await post(serve({ here: here.url, there }), "/v1/images/generations", body);
		expect(response.status).toBe(400);
		expect(await response.text()).toContain("Ollama does not support text-to-image");
	});
});
