import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { hashKey } from "../../src/gateway/access.ts";
import { createGateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { get, post, sandboxGateway } from "./ask.ts";
import { scriptedGateway, stream, whole } from "./upstream.ts";

const chat = { model: "model", messages: [{ role: "user", content: "Hi" }] };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe("/health and /ready", () => {
	it("are 200 while the gateway runs, and 503 while it ends", async () => {
		const gateway = sandboxGateway({ key: "owner_key_0001" });
		expect(await (await get(gateway, "/health")).json()).toEqual({ status: "ok", server: "hub" });
		expect(await (await get(gateway, "/ready")).json()).toEqual({ status: "ready", server: "hub" });
		await gateway.drain();
		for (const path of ["/health", "/ready"]) {
			const response = await get(gateway, path);
			expect([response.status, await response.json()]).toEqual([503, { status: "stopping", server: "hub" }]);
		}
	});

	it("say apart that no further call may wait", async () => {
		const limited = { status: 429, headers: { "retry-after": "1" }, body: {} };
		const { gateway } = await scriptedGateway({ groq: [limited, limited, whole] }, { queue: 1, wait: 3000 });
		const calls = ["a", "b"].map(() => post(gateway, "/v1/chat/completions", chat));
		await expect.poll(async () => (await get(gateway, "/ready")).status).toBe(503);
		expect((await get(gateway, "/health")).status).toBe(200);
		await Promise.all(calls);
	});
});

describe("a compressed body", () => {
	const send = async (content: BodyInit, encoding: string, options: GatewayOptions = {}) => {
		const { gateway, asked } = await scriptedGateway({ groq: [whole] }, options);
		const headers = { "content-type": "application/json", "content-encoding": encoding };
		const request = new Request("http://localhost/v1/chat/completions", { method: "POST", body: content, headers });
		const response = await gateway(request);
		const { error } = (await response.json()) as { error?: { code: string } };
		return { status: response.status, code: error?.code, headers: response.headers, sent: asked("groq")[0]?.body };
	};
	const text = JSON.stringify(chat);

	it.each([
		["gzip", gzipSync(text)],
		["x-gzip", gzipSync(text)],
		["GZIP", gzipSync(text)],
		["deflate", deflateSync(text)],
		["identity", Buffer.from(text)],
	])("is read: %s", async (encoding, content) => {
		const { status, sent } = await send(new Uint8Array(content), encoding);
		expect(status).toBe(200);
		expect(JSON.parse(sent ?? "")).toMatchObject({ messages: chat.messages });
	});

	it.each(["br", "zstd", "gzip, gzip", "x"])("of another kind is 415: %s", async (encoding) => {
		const { status, code, headers, sent } = await send(text, encoding);
		expect([status, code, headers.get("accept-encoding"), sent]).toEqual([
			415,
			"unsupported_encoding",
			"gzip, deflate",
			undefined,
		]);
	});

	it.each([
		["no gzip at all", text],
		["cut off", new Uint8Array(gzipSync(text.repeat(50)).subarray(0, 60))],
	])("that is broken is 400: %s", async (_, content) => {
		expect(await send(content, "gzip")).toMatchObject({ status: 400, code: "invalid_encoding" });
	});

	it("is limited by its size when it is decompressed", async () => {
		const bomb = new Uint8Array(gzipSync("x".repeat(5_000_000)));
		expect(bomb.length).toBeLessThan(10_000);
		expect(await send(bomb, "gzip", { maxBody: 100_000 })).toMatchObject({ status: 413, code: "body_too_large" });
	});
});

describe("a path of a proxy", () => {
	const serve = () => sandboxGateway({ key: "owner_key_0001", basePath: "/hub", page: { script: "1", style: "2" } });

	it.each(["/hub/health", "/health"])("stands in front of routes or not: %s", async (path) => {
		expect((await get(serve(), path)).status).toBe(200);
		const call = await post(
			serve(),
			path.replace("health", "v1/chat/completions"),
			{ ...chat, model: "openai/gpt-oss-20b" },
			{ headers: bearer("owner_key_0001") },
		);
		expect(call.status).toBe(200);
	});

	it.each(["/hubs/health", "/other/hub/health", "/hub/hub/health"])("is no other path: %s", async (path) => {
		expect((await get(serve(), path)).status).toBe(404);
	});

	it("is in the links of the page, and in its cookie", async () => {
		const gateway = serve();
		const link = gateway.createPageLink();
		expect(link).toMatch(/^\/hub\/\?code=/);
		const opened = await get(gateway, link);
		expect([opened.status, opened.headers.get("location")]).toEqual([303, "/hub/"]);
		const cookie = opened.headers.get("set-cookie") ?? "";
		expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/hub\/$/);
		const page = await (await get(gateway, "/hub/", { cookie: cookie.split(";")[0] ?? "" })).text();
		expect(page).toContain('href="/hub/page.css"');
		expect(page).toContain('src="/hub/page.js"');
		expect((await get(gateway, "/hub/page.js")).status).toBe(200);
	});

	it.each([
		[{ isSecure: () => true }, "http", true],
		[{ isSecure: () => false }, "https", false],
		[{}, "https", true],
		[{}, "http", false],
	])("the cookie is Secure over https: %j %s", async (more, scheme, isSecure) => {
		const gateway = serve();
		const url = `${scheme}://localhost${gateway.createPageLink()}`;
		const headers = new Headers({ host: "localhost" });
		const response = await gateway({ method: "GET", url, headers, body: null, ...more });
		expect(response.headers.get("set-cookie")?.endsWith("; Secure")).toBe(isSecure);
	});
});

describe("a key of which only the hash is known", () => {
	it("opens like another", async () => {
		const key = "hub_key_that_is_not_kept";
		const sha256 = await hashKey(key);
		expect(sha256).toMatch(/^[0-9a-f]{64}$/);
		const gateway = sandboxGateway({
			key: "owner_key_0001",
			keys: [
				{ name: "ann", sha256 },
				{ name: "bob", key: "bob_key_0001" },
			],
		});
		const ask = async (given: string) =>
			(
				await post(
					gateway,
					"/v1/chat/completions",
					{ ...chat, model: "openai/gpt-oss-20b" },
					{ headers: bearer(given) },
				)
			).status;
		expect(
			await Promise.all([key, "bob_key_0001", "owner_key_0001", sha256, "", `${key}x`, "x".repeat(5000)].map(ask)),
		).toEqual([200, 200, 200, 401, 401, 401, 401]);
		expect(await (await get(gateway, "/metrics", bearer("owner_key_0001"))).text()).toContain(
			'hub_key_calls_total{key="ann"} 1',
		);
	});
});

describe("calls a minute", () => {
	it("are limited for each key, within any minute", async () => {
		let time = 1e12;
		const keys = [
			{ name: "ann", key: "ann_key_0001", callsPerMinute: 3 },
			{ name: "bob", key: "bob_key_0001" },
		];
		const gateway = createGateway({
			fetch: async () => Response.json(whole.body),
			key: "owner_key_0001",
			keys,
			aliases: { model: ["org/m"] },
			token: "hf_x",
			now: () => time,
		});
		const ask = (key: string) => post(gateway, "/v1/chat/completions", chat, { headers: bearer(key) });
		for (const at of [0, 30_000, 59_000]) {
			time = 1e12 + at;
			expect((await ask("ann_key_0001")).status).toBe(200);
		}
		const refused = await ask("ann_key_0001");
		expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
		expect(await refused.json()).toMatchObject({
			error: { code: "rate_limit_exceeded", message: expect.stringContaining("3 calls a minute") },
		});
		const list = await get(gateway, "/v1/models", bearer("ann_key_0001"));
		expect([list.status, (await ask("bob_key_0001")).status, (await ask("owner_key_0001")).status]).toEqual([
			200, 200, 200,
		]);
		time = 1e12 + 60_001;
		expect([(await ask("ann_key_0001")).status, (await ask("ann_key_0001")).status]).toEqual([200, 429]);
		gateway.update({ aliases: { model: ["org/m"] }, keys: [{ name: "ann", key: "ann_key_0001", callsPerMinute: 4 }] });
		expect((await ask("ann_key_0001")).status).toBe(200);
	});
});

it("a call hands the span of its client on", async () => {
	const spans: (string | undefined)[] = [];
	const { gateway } = await scriptedGateway(
		{ groq: [whole, stream] },
		{ onCall: (_exchange, readContent) => void spans.push(readContent().traceparent) },
	);
	const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
	await post(gateway, "/v1/chat/completions", chat, { headers: { traceparent } });
	await (await post(gateway, "/v1/chat/completions", { ...chat, stream: true })).text();
	expect(spans).toEqual([traceparent, undefined]);
});
