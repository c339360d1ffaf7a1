import { describe, expect, it } from "vitest";
import { startCall } from "../../src/gateway/call.ts";
import { clientLeft, GatewayError } from "../../src/gateway/errors.ts";
import { readFile, toOpenAiUsage } from "../../src/gateway/handlers/request-task.ts";
import { createGateway, type Gateway, type GatewayOptions, type LocalServers } from "../../src/gateway/index.ts";
import { Attempt } from "../../src/gateway/send-to-targets.ts";
import { createServices } from "../../src/gateway/services.ts";
import type { Target } from "../../src/gateway/types.ts";
import type { Fetch } from "../../src/http/index.ts";
import { get, post, readEvents } from "./ask.ts";

const completion = { choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }] };

describe("an attempt", () => {
	function start(
		fetch: Fetch,
		options: GatewayOptions = {},
		target: Target = { model: "org/m:cheapest", provider: "groq" },
	) {
		let time = 1000;
		const services = createServices({
			fetch,
			offers: () => undefined,
			now: () => time,
			call: { hubUrl: "https://hub.example//" },
			...options,
		});
		const request = new Request("http://localhost/v1/x");
		const incoming = {
			services,
			request,
			url: new URL(request.url),
			route: "/v1/x",
			groups: [],
			client: "",
			key: undefined,
		};
		const call = startCall(incoming, { task: "text-generation", model: "org/m", text: "" });
		const ended: unknown[] = [];
		const ticket = {
			succeed: (headers: unknown, tokens: unknown) => void ended.push(["succeed", headers, tokens]),
			limit: (headers: unknown) => ended.push(["limit", headers]) * 7,
			fail: (headers: unknown) => void ended.push(["fail", headers]),
		};
		const queue = services.queues.get("name");
		const attempt = new Attempt(call, target, "name", { queue, ticket, local: undefined });
		const pass = (ms: number): void => {
			time += ms;
		};
		return { services, call, ended, attempt, pass };
	}

	it("fetches nothing that a client names, before the model was asked", async () => {
		const asked: string[] = [];
		const { attempt, call } = start(async (input) => {
			asked.push(String(input));
			return Response.json({});
		});
		const { fetch } = attempt.options;
		for (const url of [
			"https://evil.example/a.png",
			"https://hub.example.evil.example/",
			"https://hub.example",
			"http://hub.example/a",
			"file:///etc/passwd",
		])
			await expect(fetch(url)).rejects.toThrow("Inputs must be data URLs or files of a form: URLs are never fetched.");
		await fetch("https://hub.example/api/models/org/m");
		await fetch("data:,a", { method: "GET" });
		expect([asked, call.record.calls]).toEqual([["https://hub.example/api/models/org/m", "data:,a"], 0]);
		await fetch("https://a.example/v1", { method: "POST" });
		await fetch("https://cdn.example/result.png");
		expect([asked.slice(2), call.record.calls]).toEqual([
			["https://a.example/v1", "https://cdn.example/result.png"],
			1,
		]);
	});

	it("ends once, and takes a turn for each of its requests", async () => {
		const answers = [1, 2].map((id) =>
			Response.json({ usage: { prompt_tokens: 3, completion_tokens: 4 } }, { headers: { id: String(id) } }),
		);
		const { attempt, ended, services, call, pass } = start(async () => answers.shift() ?? Response.error());
		expect(attempt.args).toEqual({ model: "org/m", provider: "groq" });
		const first = await attempt.options.fetch("https://a.example/v1", { method: "POST" });
		await attempt.options.fetch("https://a.example/v1", { method: "POST" });
		pass(30);
		attempt.begin();
		pass(20);
		attempt.begin();
		attempt.succeed(await first.json());
		attempt.succeed();
		// The second had a ticket of the queue's own.
		expect(ended).toEqual([["succeed", first.headers, undefined]]);
		expect(services.queues.get("name").isIdle()).toBe(true);
		expect(call.record.attempts).toEqual([
			{ provider: "groq", model: "org/m:cheapest", at: 0, ms: 50, first_ms: 30, status: 200 },
		]);
		expect(attempt.fail(new GatewayError(500, "Late")).error.message).toBe("Late");
		expect([ended.length, attempt.held, attempt.cancellation.isCancelled]).toEqual([1, 0, false]);
	});

	it("that fails frees the target, and tells a limit from a fault", () => {
		const { attempt, ended, call, services } = start(async () => Response.json({}));
		for (let failure = 0; failure < 3; failure++) services.breaker.fail("name");
		expect(services.breaker.isOpen("name")).toBe(true);
		const failure = attempt.fail(new TypeError("fetch failed"));
		expect([failure.canFailOver, ended, attempt.held]).toEqual([true, [["fail", undefined]], 0]);
		expect(call.record.attempts).toMatchObject([{ error: "TypeError", first_ms: null, ms: 0 }]);
		expect(attempt.cancellation.isCancelled).toBe(true);
	});

	it("ends with its client", async () => {
		const { attempt, call } = start(
			(_, init) =>
				new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason))),
		);
		const asked = attempt.options.fetch("https://a.example/v1", { method: "POST" });
		call.cancellation.cancel(clientLeft());
		await expect(asked).rejects.toThrow("The client left");
		expect(attempt.provider()).toBe("groq");
	});

	it.each([
		[{ model: "org/m", provider: undefined }, { model: "org/m", provider: "auto" }, "auto"],
		[
			{ model: "org/m:fastest", provider: "groq" },
			{ model: "org/m", provider: "groq", accessToken: "key of groq" },
			"groq",
		],
	])("at %j has what the library needs", (target, args, provider) => {
		const token = (id: string | undefined): string | undefined => id && `key of ${id}`;
		const { attempt } = start(async () => Response.json({}), { token }, target);
		expect([attempt.args, attempt.provider()]).toEqual([args, provider]);
	});
});

describe("a call", () => {
	const chat = { model: "org/m:groq", messages: [{ role: "user", content: "Hi" }] };
	const serve = (answer: Fetch, options: GatewayOptions = {}): Gateway =>
		createGateway({
			token: "hf_token_of_the_hub",
			offers: () => undefined,
			call: { cache: new Map() },
			fetch: (input, init) => {
				if (!String(input).includes("/api/models/")) return answer(input, init);
				const entry = { status: "live", task: "conversational", providerId: "m" };
				return Promise.resolve(Response.json({ inferenceProviderMapping: { groq: entry, together: entry } }));
			},
			...options,
		});

	it("whose client has left before asks nobody", async () => {
		let asked = 0;
		const gateway = serve(async () => {
			asked++;
			return Response.json(completion);
		});
		const response = await post(gateway, "/v1/chat/completions", chat, { signal: AbortSignal.abort() });
		await response.text();
		expect(asked).toBe(0);
		const { calls } = (await (await get(gateway, "/calls")).json()) as { calls: unknown };
		expect(calls).toMatchObject([{ state: "cancelled", status: 499, attempts: [] }]);
	});

	it("holds the end of the gateway", async () => {
		let answer = (_response: Response): void => undefined;
		const gateway = serve(() => new Promise((resolve) => (answer = resolve)));
		await gateway.drain();
		const fresh = serve(() => new Promise((resolve) => (answer = resolve)));
		const asked = post(fresh, "/v1/chat/completions", chat);
		await expect.poll(() => fresh.inFlight).toBe(1);
		let isDrained = false;
		const drained = Promise.all([fresh.drain(), fresh.drain()]).then(() => {
			isDrained = true;
		});
		expect((await post(fresh, "/v1/chat/completions", chat)).status).toBe(503);
		expect(isDrained).toBe(false);
		answer(Response.json(completion));
		expect((await asked).status).toBe(200);
		await drained;
		expect(fresh.inFlight).toBe(0);
	});

	it("that meets a bug says so, without secrets", async () => {
		const gateway = serve(async () => Response.json(completion), {
			secrets: ["a secret value"],
			readForm: () => Promise.reject(new RangeError("It has a secret value")),
		});
		const body = new FormData();
		const response = await gateway(new Request("http://localhost/v1/audio/transcriptions", { method: "POST", body }));
		const error = {
			message: "This is a bug in hub: It has [redacted]",
			type: "server_error",
			code: "internal_error",
			param: null,
		};
		expect([response.status, await response.json()]).toEqual([500, { error }]);
	});

	it("of an unknown form is refused by what is read of it", async () => {
		const headers = { "content-type": "multipart/form-data; boundary=x" };
		const request = new Request("http://localhost/v1/audio/transcriptions", { method: "POST", body: "y", headers });
		const error = {
			message: "The form cannot be read.",
			type: "invalid_request_error",
			code: "invalid_form",
			param: null,
		};
		expect(await (await serve(async () => Response.json({}))(request)).json()).toEqual({ error });
	});

	it.each([
		["org/mocel", " Did you mean org/model?"],
		["mocel", " Did you mean org/model? --alias mocel=org/model gives the name a model."],
		["mod", " Did you mean org/model or a/mode-x or b/modern? --alias mod=org/model gives the name a model."],
		["zzzzzz", " --alias zzzzzz=ORG/NAME gives the name a model."],
		["zz zz", ""],
	])("of the unknown model %s names near ones", async (model, hint) => {
		const data = ["org/model", "a/mode-x", "b/modern", "c/modest", "d/other"].map((id) => ({ id }));
		const unknown = { error: { message: `There is no ${model}.`, code: "model_not_found" } };
		const fetch: Fetch = async (input) =>
			String(input).endsWith("/v1/models") ? Response.json({ data }) : Response.json(unknown, { status: 404 });
		const gateway = createGateway({ fetch, token: "hf_x", call: { cache: new Map() } });
		const response = await post(gateway, "/v1/chat/completions", { ...chat, model });
		const { error } = (await response.json()) as { error: { message: string } };
		const isId = model.includes("/");
		const message = isId
			? `There is no ${model}.`
			: `"${model}" is not a model id: write ORG/NAME, ORG/NAME:PROVIDER or an alias.`;
		expect([response.status, error.message]).toEqual([404, message + hint]);
	});

	it("adds up what several answers used", () => {
		expect(toOpenAiUsage(null)).toBeNull();
		expect(toOpenAiUsage({ input_tokens: 3, output_tokens: 4 })).toEqual({
			prompt_tokens: 3,
			completion_tokens: 4,
			total_tokens: 7,
		});
		expect(() => readFile("text")).toThrow("Expected a file.");
	});
});

describe("models", () => {
	const local: LocalServers = {
		names: ["ollama", "lmstudio", "local"],
		find: () => Promise.reject(new Error("none")),
		list: async (name) => [{ id: `llama3.2:1b:${name}` }, { id: "shared:ollama" }],
	};
	const data = Array.from({ length: 25 }, (_, at) => ({ id: `org/m${at}`, created: at === 0 ? 1e300 : -at }));
	const gateway = createGateway({
		fetch: async () => Response.json({ data }),
		aliases: { fast: ["org/m1"], "gpt-*": ["org/m2"] },
		providers: ["ollama", "lmstudio"],
		local,
	});
	const anthropic = { "anthropic-version": "2023-06-01" };
	const list = async (query: string): Promise<[ids: string[], rest: unknown]> => {
		const { data: found, ...rest } = (await (await get(gateway, `/v1/models${query}`, anthropic)).json()) as {
			data: { id: string }[];
		};
		return [found.map(({ id }) => id), rest];
	};
	const ids = ["fast", "llama3.2:1b:ollama", "shared:ollama", "llama3.2:1b:lmstudio", ...data.map(({ id }) => id)];
	it.each([
		["", 0, 20],
		["?limit=x", 0, 20],
		["?limit=0", 0, 20],
		["?limit=-5", 0, 1],
		["?limit=1", 0, 1],
		["?limit=28", 0, 28],
		["?limit=1001", 0, 29],
		["?limit=2&after_id=fast", 1, 3],
		["?after_id=org/m24", 29, 29],
		["?after_id=unknown&limit=3", 0, 3],
	])("are listed in pages: %s", async (query, from, to) => {
		const page = ids.slice(from, to);
		const rest = { has_more: to < ids.length, first_id: page[0] ?? null, last_id: page.at(-1) ?? null };
		expect(await list(query)).toEqual([page, rest]);
	});

	it("have a date, and an owner", async () => {
		const read = async (id: string, headers = {}): Promise<unknown> =>
			(await get(gateway, `/v1/models/${id}`, headers)).json();
		const known = { object: "model", created: 0 };
		expect(await read("fast")).toEqual({ ...known, id: "fast", owned_by: "hub" });
		expect(await read("gpt-4o")).toEqual({ ...known, id: "gpt-4o", owned_by: "hub" });
		expect(await read("llama3.2:1b:lmstudio")).toEqual({ ...known, id: "llama3.2:1b:lmstudio", owned_by: "lmstudio" });
		const model = {
			type: "model",
			id: "org/m0",
			display_name: "org/m0",
			max_input_tokens: null,
			max_tokens: null,
			capabilities: null,
		};
		expect(await read("org/m0", anthropic)).toEqual({ ...model, created_at: "+275760-09-13T00:00:00.000Z" });
		expect(await read("org/m3", anthropic)).toMatchObject({ created_at: "1970-01-01T00:00:00.000Z" });
		const error = {
			message: 'There is no model "org/m99". Did you mean org/m9?',
			type: "invalid_request_error",
			code: "model_not_found",
			param: "model",
		};
		expect(await read("org/m99")).toEqual({ error });
	});
});

describe("a response that is passed through", () => {
	const gatewayOf = (answer: () => Response): Gateway =>
		createGateway({
			token: "key_of_openai",
			offers: () => undefined,
			call: { cache: new Map() },
			fetch: async (input) => {
				if (String(input).endsWith("/responses")) return answer();
				if (String(input).includes("/api/")) return Response.json({ inferenceProviderMapping: {} });
				return Response.json(completion);
			},
		});
	const send = (answer: () => Response, more: object = {}): Promise<Response> =>
		post(gatewayOf(answer), "/v1/responses", { model: "openai/m:openai", input: "Hi", ...more });
	it.each([
		["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
		["a list", () => Response.json([])],
		["no JSON", () => new Response("{", { headers: { "content-type": "application/json" } })],
		["404", () => Response.json({}, { status: 404 })],
	])("becomes a chat where the answer is %s", async (_, answer) => {
		expect(await (await send(answer)).json()).toMatchObject({
			object: "response",
			output: [{ content: [{ text: "Hi" }] }],
		});
	});

	it("is not asked again as a chat after an error", async () => {
		const response = await send(() => Response.json({ error: { message: "No" } }, { status: 400 }));
		expect([response.status, await response.json()]).toMatchObject([400, { error: { message: "No" } }]);
	});

	it.each<[events: object[], failed: object]>([
		[
			[
				{ type: "x.delta", sequence_number: 6, response: { id: "r", status: "in_progress" } },
				{ type: "y.delta", sequence_number: 7 },
			],
			{ sequence_number: 8, response: { id: "r", status: "failed" } },
		],
		[[{ type: "x.delta", response: 5 }], { response: { object: "response", output: [], status: "failed" } }],
	])("fails with what is known of it: %j", async (events, failed) => {
		const pieces = [...events, { error: { message: "Busy" } }].map((event) => `data: ${JSON.stringify(event)}\n\n`);
		const body = (left = [...pieces]) =>
			new ReadableStream<Uint8Array>({
				pull(controller) {
					const piece = left.shift();
					if (piece === undefined) controller.close();
					else controller.enqueue(new TextEncoder().encode(piece));
				},
			});
		const broken = (): Response => new Response(body(), { headers: { "content-type": "text/event-stream" } });
		const last = readEvents(await (await send(broken, { stream: true })).text()).at(-1);
		const { response, ...rest } = failed as { response: object };
		expect(last).toEqual({
			type: "response.failed",
			...rest,
			response: { ...response, error: { code: "server_error", message: "Busy" } },
		});
	});
});
