import { afterEach, describe, expect, it } from "vitest";
import { createGateway } from "../../src/gateway/index.ts";
import { isStream } from "../../src/gateway/reply.ts";
import { get, post, sandboxGateway } from "./ask.ts";
import { DONE, FINISH, type Scripted, scriptedGateway, streamed, TOKEN, whole } from "./upstream.ts";

const KEY = "hub-client-key-1234567890";
const chat = { model: "model", messages: [{ role: "user", content: "Hi" }] };
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

let scripted: Scripted | undefined;
afterEach(() => scripted?.server.close());

describe("the key", () => {
	const gateway = sandboxGateway({ key: KEY });
	it("is required everywhere except /health", async () => {
		expect((await get(gateway, "/health")).status).toBe(200);
		for (const path of ["/v1/models", "/metrics", "/", "/calls", "/calls/x"]) {
			expect((await get(gateway, path)).status, path).toBe(401);
			expect((await get(gateway, path, bearer(`${KEY}x`))).status, path).toBe(401);
			expect((await get(gateway, path, bearer(KEY))).status, path).not.toBe(401);
		}
		const refused = await post(gateway, "/v1/chat/completions", chat, { headers: bearer("wrong") });
		expect(await refused.json()).toMatchObject({ error: { type: "authentication_error", code: "invalid_api_key" } });
	});
});

describe("the page", () => {
	const gateway = sandboxGateway({ key: KEY });
	it("opens once by its link, which sets a cookie", async () => {
		const link = gateway.createPageLink();
		const opened = await get(gateway, link);
		expect(opened.status).toBe(303);
		expect(opened.headers.get("location")).toBe("/");
		const cookie = opened.headers.get("set-cookie") ?? "";
		expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/);
		expect((await get(gateway, link)).status).toBe(403);
		const page = await get(gateway, "/", { cookie: cookie.split(";")[0] ?? "" });
		expect(page.status).toBe(200);
		expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self';/);
		expect(await page.text()).not.toMatch(/<script>|style=/);
		expect((await get(gateway, "/calls", { cookie: cookie.split(";")[0] ?? "" })).status).toBe(200);
		expect((await get(gateway, "/calls", { cookie: "hub_session=wrong" })).status).toBe(401);
	});
});

describe("hosts and origins", () => {
	const gateway = sandboxGateway({ cors: ["http://good.example"], hosts: ["mine.lan"] });
	it.each(["localhost", "localhost:4141", "127.0.0.1:4141", "[::1]:4141", "app.localhost", "mine.lan:4141"])(
		"answers for %s",
		async (host) => {
			expect((await get(gateway, "/health", { host })).status).toBe(200);
		},
	);
	it.each(["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1"])(
		"rejects %s",
		async (host) => {
			expect((await get(gateway, "/health", { host })).status).toBe(403);
		},
	);
	it("accepts only the configured origins", async () => {
		expect((await get(gateway, "/health", { origin: "http://evil.example" })).status).toBe(403);
		const good = await get(gateway, "/health", { origin: "http://good.example" });
		expect(good.headers.get("access-control-allow-origin")).toBe("http://good.example");
		expect((await get(gateway, "/health")).headers.get("access-control-allow-origin")).toBeNull();
	});
});

describe("requests", () => {
	it("cannot name another host, and no key leaks", async () => {
		const provider = "hf_secret_token_of_the_hub_1";
		const echo = { ...whole, body: { ...(whole.body as object), echo: `you sent ${provider}` } };
		scripted = await scriptedGateway(
			{
				groq: [
					echo,
					{ status: 400, body: { error: { message: `bad key ${provider}` } } },
					streamed(`${TOKEN.replace("Hello", `Hello ${provider}`)}${FINISH}${DONE}`),
				],
			},
			{ key: KEY },
		);
		const foreign = {
			endpointUrl: "http://127.0.0.1:1",
			accessToken: "hf_other",
			hubUrl: "http://127.0.0.1:1",
			routerUrl: "http://127.0.0.1:1",
			provider: { id: "evil", baseUrl: "http://127.0.0.1:1" },
			seed: 7,
		};
		const texts: string[] = [];
		for (const body of [chat, chat, { ...chat, stream: true }]) {
			const response = await post(
				scripted.gateway,
				"/v1/chat/completions",
				{ ...foreign, ...body },
				{ headers: bearer(KEY) },
			);
			texts.push(await response.text(), JSON.stringify([...response.headers]));
			for (const name of Object.keys(foreign))
				if (response.ok && name !== "seed") expect(response.headers.get("x-hub-notice")).toContain(name);
		}
		const calls = (await (await get(scripted.gateway, "/calls", bearer(KEY))).json()) as { calls: { id: string }[] };
		for (const { id } of calls.calls)
			texts.push(await (await get(scripted.gateway, `/calls/${id}`, bearer(KEY))).text());
		texts.push(await (await get(scripted.gateway, "/metrics", bearer(KEY))).text());
		expect(texts.join("\n")).toContain("you sent");
		expect(texts.join("\n")).not.toContain(provider);
		const sent = scripted.asked("groq");
		expect(sent).toHaveLength(3);
		expect(JSON.stringify(scripted.server.requests)).not.toContain(KEY);
		expect(sent[0]?.headers.authorization).toBe(`Bearer ${provider}`);
		const body = JSON.parse(sent[0]?.body ?? "") as Record<string, unknown>;
		expect(body).toMatchObject({ seed: 7 });
		expect(Object.keys(body)).not.toEqual(expect.arrayContaining(["endpointUrl"]));
		for (const name of ["accessToken", "hubUrl", "routerUrl", "endpointUrl"]) expect(body).not.toHaveProperty(name);
	});

	it("are limited in size, and must be JSON objects", async () => {
		const gateway = sandboxGateway({ maxBody: 1000 });
		const large = await post(gateway, "/v1/chat/completions", { ...chat, pad: "x".repeat(2000) });
		expect(large.status).toBe(413);
		expect(await large.json()).toMatchObject({ error: { message: "The body is larger than 1 kB." } });
		expect(large.headers.get("x-request-id")).toMatch(/^req_/);
		for (const body of ["", "{", "[]", "null", '"x"']) {
			const response = await post(gateway, "/v1/chat/completions", body);
			expect(response.status, body).toBe(400);
			expect(await response.json()).toMatchObject({ error: { code: "invalid_json", type: "invalid_request_error" } });
		}
	});

	it("get 503 while the gateway drains", async () => {
		const gateway = sandboxGateway();
		await gateway.drain();
		expect((await post(gateway, "/v1/chat/completions", chat)).status).toBe(503);
		expect((await get(gateway, "/health")).status).toBe(503);
	});

	it.each(["/v1/chat/completions", "/v1/responses", "/v1/messages"])(
		"that a client left within a stream do not hold up the end: %s",
		async (path) => {
			const gateway = createGateway({
				token: "hf_token_of_the_hub",
				offers: () => undefined,
				fetch: async (url) => {
					const groq = { status: "live", task: "conversational", providerId: "model" };
					if (String(url).includes("/api/models/")) return Response.json({ inferenceProviderMapping: { groq } });
					const endless = new ReadableStream({ start: (source) => source.enqueue(new TextEncoder().encode(TOKEN)) });
					return new Response(endless, { headers: { "content-type": "text/event-stream" } });
				},
			});
			const fields = { ...chat, model: "org/model:groq", max_tokens: 9, input: "Hi", stream: true };
			const request = new Request(`http://localhost${path}`, { method: "POST", body: JSON.stringify(fields) });
			const { body } = await gateway.reply(request);
			if (!isStream(body)) throw new Error("no stream");
			expect(await body.next()).toContain("Hello");
			const next = body.next();
			body.cancel();
			expect([await next, gateway.inFlight]).toEqual([undefined, 0]);
			await gateway.drain();
		},
	);
});

describe("aliases", () => {
	it.each([{ "a b": ["org/x"] }, { a: [] }, { a: ["x"] }, { a: ["org/x:nobody"] }])("are checked: %j", (aliases) => {
		expect(() => createGateway({ aliases })).toThrow(/alias|Alias/);
	});
});
