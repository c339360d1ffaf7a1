import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as library from "../../src/index.ts";
import { serve as listen } from "../helpers/server.ts";
import { COMPLETION, events, failure, serve } from "./serve.ts";

const args = { model: "org/model", accessToken: "hf_x", messages: [{ role: "user", content: "Hi" }] };
const HEAD = { headers: { "x-request-id": "r1", "content-type": "application/json" } };
const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

describe("withResponse", () => {
	it("returns the result with status and headers of its response", async () => {
		const { options } = serve({ "": new Response(JSON.stringify(COMPLETION), HEAD) });
		const client = new library.InferenceClient("hf_x", options);
		const call = client.chatCompletion(args);
		const { data, response } = await call.withResponse();
		expect(data).toEqual(await call);
		expect(response).toMatchObject({ status: 200, requestId: "r1", provider: "auto" });
		expect(response.headers.get("content-type")).toBe("application/json");
	});

	it("resolves when the headers of a stream arrive, and sends nothing before", async () => {
		const { options, requests } = serve({ "": events(chunk("a"), chunk("b"), "data: [DONE]", "") });
		const stream = library.chatCompletionStream(args, options);
		expect(requests).toEqual([]);
		const { data, response } = await stream.withResponse();
		expect(response.status).toBe(200);
		expect(data).toBe(stream);
		const texts: unknown[] = [];
		for await (const item of data) texts.push(item.choices[0]?.delta.content);
		expect(texts).toEqual(["a", "b"]);
		expect(requests).toHaveLength(1);
	});

	it("fails like the call", async () => {
		const { options } = serve({ "": new Response("no", { status: 401 }) });
		const call = library.chatCompletion(args, options);
		await expect(call.withResponse()).rejects.toBeInstanceOf(library.InferenceClientProviderApiError);
		await expect(call).rejects.toBeInstanceOf(library.InferenceClientProviderApiError);
		await expect(library.chatCompletionStream(args, options).withResponse()).rejects.toMatchObject({
			httpResponse: { status: 401 },
		});
	});
});

describe("onResponse", () => {
	it("receives status and headers of a response, errors included", async () => {
		const seen: unknown[] = [];
		const onResponse = ({ status, requestId, provider }: library.ResponseInfo) => {
			seen.push([status, requestId, provider]);
		};
		const { options } = serve({
			"": [
				new Response(JSON.stringify(COMPLETION), HEAD),
				new Response("no", { ...HEAD, status: 401 }),
				events(chunk("a")),
			],
		});
		await library.chatCompletion(args, { ...options, onResponse });
		await failure(library.chatCompletion(args, { ...options, onResponse }));
		await failure(library.chatCompletionStream(args, { ...options, onResponse }));
		expect(seen).toEqual([
			[200, "r1", "auto"],
			[401, "r1", "auto"],
			[200, "", "auto"],
		]);
	});
});

describe("maxRetries", () => {
	it.each([
		[{ maxRetries: 2 }, 3],
		[{ maxRetries: 0, retry_on_error: true }, 1],
		[{ maxRetries: 1, retry_on_error: false }, 2],
		[{ retry_on_error: false }, 1],
		[{}, 5],
	])("counts the attempts after the first: %j", async (more, attempts) => {
		vi.useFakeTimers();
		const { options, requests } = serve({ "": new Response("", { status: 503 }) });
		const { retry_on_error: _ignored, ...plain } = options;
		const outcome = failure(library.chatCompletion(args, { ...plain, ...more }));
		await vi.runAllTimersAsync();
		expect(await outcome).toContain("ProviderApiError");
		expect(requests).toHaveLength(attempts);
	});
});

describe("timeout", () => {
	it("limits the wait for a response and for each further chunk", async () => {
		const server = await listen(
			{ ending: "silence" },
			{ headers: { "content-type": "application/json" }, body: "{", ending: "hang" },
		);
		for (let turn = 0; turn < 2; turn++) {
			const call = library.chatCompletion({ endpointUrl: server.url, messages: [] }, { timeout: 100, maxRetries: 0 });
			await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
		}
	});
});

describe("firstTokenTimeout", () => {
	const role = `data: ${JSON.stringify({ choices: [{ delta: { role: "assistant", content: "" } }] })}\n\n`;

	it.each([
		["the response", { ending: "silence" } as const],
		[
			"the first event",
			{ headers: { "content-type": "text/event-stream" }, body: ": ping\n\n", ending: "hang" } as const,
		],
		["the first token", { headers: { "content-type": "text/event-stream" }, body: role, ending: "hang" } as const],
	])("limits the wait for %s", async (_, answer) => {
		const server = await listen(answer);
		const stream = library.chatCompletionStream({ endpointUrl: server.url, messages: [] }, { firstTokenTimeout: 100 });
		const error: unknown = await (async () => {
			for await (const item of stream) void item;
		})().catch((reason: unknown) => reason);
		expect(error).toMatchObject({ name: "TimeoutError", message: "No token within 0.1 s" });
		await server.requests[0]?.abandoned;
	});

	it("ends with the first token, and leaves no timer", async () => {
		vi.useFakeTimers();
		const { options } = serve({ "": events(role, chunk("a"), chunk("b")) });
		const stream = library.chatCompletionStream(args, { ...options, firstTokenTimeout: 1000 });
		await stream.next();
		expect(vi.getTimerCount()).toBe(1);
		await stream.next();
		expect(vi.getTimerCount()).toBe(0);
		expect(await stream.next()).toMatchObject({ done: false });
	});
});

describe("an abort", () => {
	it("stops a stream whose events have already arrived", async () => {
		const { options } = serve({ "": events(...Array.from({ length: 100 }, (_, index) => chunk(String(index)))) });
		const controller = new AbortController();
		const reason = new Error("enough");
		const stream = library.chatCompletionStream(args, { ...options, signal: controller.signal });
		let count = 0;
		const reading = (async () => {
			for await (const _ of stream) if (++count === 3) controller.abort(reason);
		})();
		await expect(reading).rejects.toBe(reason);
		expect(count).toBe(3);
		expect(getEventListeners(controller.signal, "abort")).toEqual([]);
	});

	it("of one signal for a thousand calls causes no warning and leaves no listener", async () => {
		const warnings: unknown[] = [];
		const listen = (warning: unknown): void => void warnings.push(warning);
		process.on("warning", listen);
		const controller = new AbortController();
		const { signal } = controller;
		const { options } = serve({
			"": () => new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json(COMPLETION)), 20)),
		});
		await Promise.all(Array.from({ length: 1000 }, () => library.chatCompletion(args, { ...options, signal })));
		expect(getEventListeners(signal, "abort")).toEqual([]);
		const silent = serve({ "": () => new Promise<Response>(() => undefined) });
		const waiting = Array.from({ length: 1000 }, () =>
			failure(library.chatCompletion(args, { ...silent.options, signal })),
		);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(getEventListeners(signal, "abort").length).toBe(1);
		controller.abort(new Error("enough"));
		expect(new Set(await Promise.all(waiting))).toEqual(new Set(["Error: enough"]));
		await new Promise((resolve) => setImmediate(resolve));
		process.off("warning", listen);
		expect(warnings).toEqual([]);
	});
});

describe("notices", () => {
	it("reach the console once per kind and minute, and the caller's logger always", async () => {
		const debug = vi.spyOn(console, "debug").mockImplementation(() => undefined);
		const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
		const { options } = serve({ "": Response.json({ ok: true }) });
		const { onNotice: _ignored, ...plain } = options;
		const call = () => library.request({ endpointUrl: "https://e.test", inputs: "a" }, plain);
		vi.useFakeTimers({ toFake: ["Date"] });
		for (let turn = 0; turn < 5; turn++) await call();
		expect(warn).toHaveBeenCalledTimes(1);
		vi.setSystemTime(Date.now() + 60_001);
		await call();
		expect(warn).toHaveBeenCalledTimes(2);
		expect(debug).not.toHaveBeenCalled();
		const lines: string[] = [];
		const write = (message: string): void => void lines.push(message);
		library.setLogger({ debug: write, info: write, warn: write, error: write, log: write });
		for (let turn = 0; turn < 3; turn++) await call();
		library.setLogger(console);
		expect(lines).toHaveLength(3);
	});
});
