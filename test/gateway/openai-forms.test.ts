import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getPath, parseJson } from "../../src/base/json.ts";
import { readForm } from "../../src/cli/commands/serve/forms.ts";
import { isReleasing, type RunningServer, startServer } from "../../src/cli/commands/serve/server.ts";
import { createGateway } from "../../src/gateway/index.ts";
import { createBreaker } from "../../src/gateway/target-queue.ts";
import { recording } from "../sandbox/samples.ts";
import { get, post, sandboxGateway } from "./ask.ts";
import { scriptedGateway, whole } from "./upstream.ts";

const messages = [{ role: "user", content: "Hi" }];

describe("with the openai package", () => {
	let server: RunningServer;
	let client: OpenAI;
	beforeAll(async () => {
		server = await startServer(sandboxGateway({ readForm }), "127.0.0.1", 0);
		client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "none", maxRetries: 0 });
	});
	afterAll(() => server.close());

	it("images stream as events of finished images", async () => {
		const events: { type: string; b64_json?: string; url?: string }[] = [];
		const model = "black-forest-labs/FLUX.1-schnell";
		// Events hold the image itself, whatever form is asked for.
		const asked = { n: 2, stream: true, partial_images: 2, response_format: "url" } as const;
		const request = { model, prompt: "a cat", ...asked };
		for await (const event of await client.images.generate(request)) events.push(event as never);
		expect(events.map(({ type }) => type)).toEqual(["image_generation.completed", "image_generation.completed"]);
		for (const { b64_json: data = "", url } of events) {
			expect(Buffer.from(data, "base64").length).toBeGreaterThan(100);
			expect(url).toBeUndefined();
		}
	});

	it.each([
		["url", ["url"]],
		["b64_json", ["b64_json"]],
		[undefined, ["b64_json", "url"]],
	] as const)("an image with the response format %s has %j", async (format, members) => {
		const model = "black-forest-labs/FLUX.1-schnell";
		const request = { model, prompt: "a cat", ...(format ? { response_format: format } : {}) };
		const { data } = await client.images.generate(request);
		expect(data?.map((image) => Object.keys(image).sort())).toEqual([members]);
	});

	it("edited images stream too", async () => {
		const model = "black-forest-labs/FLUX.1-Kontext-dev";
		const { data } = await client.images.generate({ model: "black-forest-labs/FLUX.1-schnell", prompt: "a cat" });
		const image = new File([Buffer.from(data?.[0]?.b64_json ?? "", "base64")], "a.png", { type: "image/png" });
		const types: string[] = [];
		for await (const event of await client.images.edit({ model, image, prompt: "a hat", stream: true }))
			types.push(event.type);
		expect(types).toEqual(["image_edit.completed"]);
	});

	it("speech is translated where the target has it", async () => {
		const file = new File([Buffer.from("RIFF\0\0\0\0WAVEfmt ")], "a.wav", { type: "audio/wav" });
		const ask = (model: string) => client.audio.translations.create({ file, model });
		await expect(ask("openai/whisper-large-v3:hf-inference")).rejects.toMatchObject({
			status: 400,
			code: "unsupported_task",
			message: expect.stringContaining("such as openai/whisper-large-v3:deepinfra or openai/whisper-large-v3:together"),
		});
	});

	it.each(["deepinfra", "together"])("the sandbox translates speech as %s does", async (provider) => {
		const file = new File([recording], "a.wav", { type: "audio/wav" });
		const { text } = await client.audio.translations.create({ file, model: `openai/whisper-large-v3:${provider}` });
		expect(text).toMatch(/\w/);
	});

	it.each([
		[[1, 2, 3], 1],
		[[[1, 2], [3]], 2],
	])("the sandbox embeds token ids as nebius does: %j", async (input, count) => {
		const { data, usage } = await client.embeddings.create({ model: "Qwen/Qwen3-Embedding-8B:nebius", input });
		expect(data).toHaveLength(count);
		expect(usage.prompt_tokens).toBe(3);
	});

	it("bare names of models list near ones, and show --alias", async () => {
		const ask = (model: string) =>
			client.chat.completions.create({ model, messages: [{ role: "user", content: "Hi" }] });
		await expect(ask("llama-3.1-8b-instruct")).rejects.toMatchObject({
			status: 404,
			code: "model_not_found",
			message: expect.stringMatching(
				/Did you mean meta-llama\/Llama-3\.1-8B-Instruct.*\? --alias llama-3\.1-8b-instruct=meta-llama\/Llama-3\.1-8B-Instruct gives/,
			),
		});
		await expect(ask("gpt-4o")).rejects.toMatchObject({
			message: expect.stringMatching(/Did you mean openai\/gpt-oss-.* --alias gpt-4o=openai\/gpt-oss-/),
		});
		await expect(ask("zzz")).rejects.toMatchObject({ message: expect.stringContaining("--alias zzz=ORG/NAME gives") });
	});
});

describe("the target's own route and input", () => {
	interface Sent {
		url: string;
		body: unknown;
	}
	const sent: Sent[] = [];
	const gateway = createGateway({
		token: "hf_token_of_the_hub",
		offers: () => undefined,
		call: { cache: new Map() },
		aliases: { both: ["org/model:together", "org/model:nebius"] },
		fetch: async (input, init) => {
			const url = String(input);
			const task = url.includes("whisper") ? "automatic-speech-recognition" : "feature-extraction";
			if (url.includes("/api/models/")) {
				const entry = { status: "live", task, providerId: "m" };
				return Response.json({ inferenceProviderMapping: { together: entry, nebius: entry } });
			}
			sent.push({ url, body: typeof init?.body === "string" ? parseJson(init.body) : undefined });
			if (url.includes("/audio/")) return Response.json({ text: "Hello" });
			return Response.json({
				data: [{ embedding: [1, 2] }, { embedding: [3, 4] }].slice(0, url.includes("one") ? 1 : 2),
			});
		},
	});

	it("translations go to the route of translations", async () => {
		sent.length = 0;
		const form = new FormData();
		form.append("model", "org/whisper:together");
		form.append("file", new Blob(["RIFF"], { type: "audio/wav" }), "a.wav");
		const response = await gateway(
			new Request("http://localhost/v1/audio/translations", { method: "POST", body: form }),
		);
		expect(await response.json()).toEqual({ text: "Hello" });
		expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(["/together/v1/audio/translations"]);
	});

	it.each([
		["org/model:nebius", [[1, 2], [3]]],
		// The first target takes text only.
		["both", [[1, 2], [3]]],
	])("token ids go to a target that takes them: %s", async (model, input) => {
		sent.length = 0;
		const response = await post(gateway, "/v1/embeddings", { model, input });
		expect(response.status).toBe(200);
		expect(sent).toMatchObject([{ url: expect.stringContaining("/nebius/"), body: { input } }]);
	});

	it.each([[[1, 2, 3]], [[[1, 2], [3]]]])("token ids are refused elsewhere, with the fix: %j", async (input) => {
		const response = await post(gateway, "/v1/embeddings", { model: "org/model:together", input });
		expect(response.status).toBe(400);
		const message = getPath(await response.json(), "error", "message");
		expect(message).toContain("together takes text, not token ids. Send strings;");
		expect(message).toContain("check_embedding_ctx_length=False");
	});

	it.each([[[1, "a"]], [[[1], "a"]], [[[]]], [[-1]], [[0.5]], [[]], [null]])(
		"mixed inputs are invalid: %j",
		async (input) => {
			expect((await post(gateway, "/v1/embeddings", { model: "org/model:nebius", input })).status).toBe(400);
		},
	);
});

describe("a redirect to another host", () => {
	it.each([301, 302, 303, 307, 308])("%i is refused with a code", async (status) => {
		const headers = { location: "https://elsewhere.example/v1" };
		const { gateway, server } = await scriptedGateway({ groq: [{ status, headers, body: "" }] });
		for (const stream of [false, true]) {
			const response = await post(gateway, "/v1/chat/completions", { model: "model", messages, stream });
			expect(response.status).toBe(502);
			expect(getPath(await response.json(), "error", "code")).toBe("redirect_refused");
		}
		await server.close();
	});
});

describe("a target that failed", () => {
	it("is probed again where the first probe says nothing about it", () => {
		let now = 0;
		const breaker = createBreaker(1000, () => now);
		for (let failure = 0; failure < 3; failure++) breaker.fail("a");
		expect(breaker.isOpen("a")).toBe(true);
		now = 1500;
		expect(breaker.isOpen("a")).toBe(false);
		breaker.begin("a");
		expect(breaker.isOpen("a")).toBe(true);
		breaker.release("a");
		expect(breaker.isOpen("a")).toBe(false);
	});

	it("is probed again after the client of the probe has left", async () => {
		let now = 1_000_000;
		const failing = { status: 500, body: { error: { message: "down" } } };
		const upstream = { groq: [failing, failing, failing, { status: 400, body: { error: { message: "no" } } }] };
		const { gateway, server } = await scriptedGateway(upstream, { now: () => now, cooldown: 1000 });
		const ask = (): Promise<Response> => post(gateway, "/v1/chat/completions", { model: "model", messages });
		const open = async (): Promise<string> =>
			/^hub_targets_open (\d)$/m.exec(await (await get(gateway, "/metrics")).text())?.[1] ?? "";
		for (let call = 0; call < 3; call++) expect((await ask()).status).toBe(500);
		expect(await open()).toBe("1");
		now += 2000;
		// The probe gets an answer that is the client's fault: it says nothing about the target.
		expect((await ask()).status).toBe(400);
		expect(await open()).toBe("0");
		await server.close();
	});

	it("is probed again after a call that its limit did not let through", async () => {
		let now = 1_000_000;
		const failing = { status: 500, body: { error: { message: "down" } } };
		const limited = { status: 429, headers: { "retry-after": "60" }, body: { error: { message: "slow" } } };
		const upstream = { groq: [failing, failing, failing, limited, whole] };
		const { gateway, server, asked } = await scriptedGateway(upstream, { now: () => now, cooldown: 1000, wait: 5000 });
		const ask = async (): Promise<number> =>
			(await post(gateway, "/v1/chat/completions", { model: "model", messages })).status;
		for (const status of [500, 500, 500]) expect(await ask()).toBe(status);
		now += 2000;
		expect(await ask()).toBe(429);
		// The target is not asked: its limit lasts longer than a call may wait.
		expect(await ask()).toBe(429);
		expect(asked("groq")).toHaveLength(4);
		expect(await (await get(gateway, "/metrics")).text()).toMatch(/^hub_targets_open 0$/m);
		now += 60_000;
		expect(await ask()).toBe(200);
		await server.close();
	});
});

describe("answers to web pages", () => {
	it("differ by origin, and say so to caches", async () => {
		const gateway = sandboxGateway({ cors: ["http://good.example"] });
		const headers = { origin: "http://good.example" };
		for (const path of ["/health", "/v1/models", "/nowhere", "/calls/none"]) {
			const response = await get(gateway, path, headers);
			expect(response.headers.get("vary"), path).toBe("origin");
			expect(response.headers.get("access-control-allow-origin"), path).toBe("http://good.example");
		}
		const preflight = await gateway(
			new Request("http://localhost/v1/chat/completions", { method: "OPTIONS", headers }),
		);
		expect(preflight.headers.get("vary")).toBe("origin");
	});
});

describe("a port", () => {
	const holders: (Server | RunningServer)[] = [];
	afterAll(() => Promise.all(holders.map((holder) => holder.close())));
	const hold = async (answer: string | undefined): Promise<number> => {
		const server = createServer((_, response) => {
			if (answer !== undefined) response.end(answer);
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		holders.push(server);
		return (server.address() as AddressInfo).port;
	};

	it("is waited for only where a hub serve that ends holds it, or nobody any more", async () => {
		const gateway = sandboxGateway({});
		const server = await startServer(gateway, "127.0.0.1", 0);
		const port = Number(new URL(server.url).port);
		expect(await isReleasing("127.0.0.1", port)).toBe(false);
		await gateway.drain();
		expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: "stopping", server: "hub" });
		expect(await isReleasing("127.0.0.1", port)).toBe(true);
		await server.close();
		expect(await isReleasing("127.0.0.1", port)).toBe(true);
		for (const answer of ["", "Hello", '{"status":"stopping"}', '{"server":"hub","status":"ok"}']) {
			expect(await isReleasing("127.0.0.1", await hold(answer))).toBe(false);
		}
		// One that is silent is waited for a second.
		expect(await isReleasing("127.0.0.1", await hold(undefined))).toBe(false);
	});
});
