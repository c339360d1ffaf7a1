import { getEventListeners } from "node:events";
import { fetch as undiciFetch } from "undici";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Cancellation, cancellableTimeout, type Fetch, fetchWith, retry, timeout } from "../../src/http/index.ts";
import { serve } from "../helpers/server.ts";

const FETCHES: [string, Fetch][] = [
	["the builtin fetch", fetch],
	["undici's fetch", undiciFetch as unknown as Fetch],
];

const failure = (pending: Promise<unknown>): Promise<unknown> =>
	pending.then(
		() => "no failure",
		(error: unknown) => error,
	);

afterEach(() => {
	vi.useRealTimers();
});

describe.each(FETCHES)("timeout of %s", (_, inner) => {
	it("limits the wait for a response", async () => {
		const server = await serve({ ending: "silence" });
		const error = await failure(timeout(inner, { firstByte: 40 })(server.url));
		expect(error).toMatchObject({ name: "TimeoutError", message: "No response within 0.04 s" });
		await server.requests[0]?.abandoned;
	});

	it("limits the wait for the next chunk", async () => {
		const server = await serve({ body: "some", ending: "hang" });
		const response = await timeout(inner, { idle: 40 })(server.url);
		const error = await failure(response.text());
		expect(error).toMatchObject({ name: "TimeoutError", message: "Nothing more arrived within 0.04 s" });
		await server.requests[0]?.abandoned;
	});

	it("limits the total time, however steady the response is", async () => {
		const server = await serve({ body: "x".repeat(100), step: 1, pause: 10 });
		const limited = timeout(inner, { idle: 5000, total: 200 });
		const error = await failure(limited(server.url).then((response) => response.text()));
		expect(error).toMatchObject({ name: "TimeoutError", message: "The response was not complete within 0.2 s" });
		await server.requests[0]?.abandoned;
	});

	it.each([new Error("enough"), "a text", new DOMException("stop", "AbortError")])(
		"passes the abort reason on while waiting for the response and for the body: %s",
		async (reason) => {
			const server = await serve({ ending: "silence" }, { body: "some", ending: "hang" });
			const limited = timeout(inner, { firstByte: 5000, idle: 5000, total: 5000 });
			const first = new AbortController();
			const waiting = failure(limited(server.url, { signal: first.signal }));
			await vi.waitFor(() => expect(server.requests).toHaveLength(1), 10_000);
			first.abort(reason);
			expect(await waiting).toBe(reason);
			await server.requests[0]?.abandoned;

			const second = new AbortController();
			const reading = failure((await limited(server.url, { signal: second.signal })).text());
			second.abort(reason);
			expect(await reading).toBe(reason);
			await server.requests[1]?.abandoned;
			for (const { signal } of [first, second]) expect(getEventListeners(signal, "abort")).toEqual([]);
		},
	);

	it("ends with a cancellation, while waiting for the response and for the body", async () => {
		const server = await serve({ ending: "silence" }, { body: "some", ending: "hang" });
		const limited = cancellableTimeout(inner, { firstByte: 5000, idle: 5000 });
		const reason = new Error("enough");
		const first = new Cancellation();
		const waiting = failure(fetchWith(limited, server.url, {}, first));
		await vi.waitFor(() => expect(server.requests).toHaveLength(1), 20_000);
		first.cancel(reason);
		expect(await waiting).toBe(reason);
		await server.requests[0]?.abandoned;

		const second = new Cancellation();
		const reading = failure((await fetchWith(limited, server.url, {}, second)).text());
		second.cancel(reason);
		expect(await reading).toBe(reason);
		await server.requests[1]?.abandoned;
	});

	it("rejects at once if the signal is already aborted", async () => {
		const server = await serve({ body: "ok" });
		const reason = new Error("enough");
		expect(await failure(timeout(inner, {})(server.url, { signal: AbortSignal.abort(reason) }))).toBe(reason);
		expect(server.requests).toEqual([]);
	});

	it("closes the connection when the body is canceled", async () => {
		const server = await serve({ body: "some", ending: "hang" });
		const { signal } = new AbortController();
		const response = await timeout(inner, { idle: 5000, total: 5000 })(server.url, { signal });
		await response.body?.cancel();
		await server.requests[0]?.abandoned;
		expect(getEventListeners(signal, "abort")).toEqual([]);
	});

	it("passes a cut body on unchanged", async () => {
		const server = await serve({ body: "some", ending: "cut" });
		const error = await failure((await timeout(inner, { idle: 5000 })(server.url)).text());
		expect(error).toBeInstanceOf(TypeError);
	});

	it("keeps the properties of the response", async () => {
		const target = await serve({ status: 201, headers: { "x-a": "b", "content-type": "text/plain" }, body: "ok" });
		const server = await serve({ status: 302, headers: { location: `${target.url}/there` } });
		const { signal } = new AbortController();
		const response = await timeout(inner, { firstByte: 5000, idle: 5000, total: 5000 })(server.url, { signal });
		expect(response).toMatchObject({
			ok: true,
			status: 201,
			statusText: "Created",
			url: `${target.url}/there`,
			redirected: true,
		});
		expect(response.headers.get("x-a")).toBe("b");
		expect(await response.text()).toBe("ok");
		expect(getEventListeners(signal, "abort")).toEqual([]);
	});

	it.each([204, 304])("passes a response without a body on: %i", async (status) => {
		const server = await serve({ status });
		const { signal } = new AbortController();
		const response = await timeout(inner, { idle: 5000, total: 5000 })(server.url, { signal });
		expect(response).toMatchObject({ status, body: null });
		expect(getEventListeners(signal, "abort")).toEqual([]);
	});
});

describe("timeout", () => {
	const endless: Fetch = () => new Promise(() => undefined);
	const answers =
		(body: BodyInit | null): Fetch =>
		async () =>
			new Response(body);

	/** Answers with one character after the other, each after a pause. */
	const dripping =
		(text: string, pause: number): Fetch =>
		async () => {
			const letters = [...text];
			const body = new ReadableStream({
				async pull(sink) {
					await new Promise((resolve) => setTimeout(resolve, pause));
					const letter = letters.shift();
					if (letter === undefined) sink.close();
					else sink.enqueue(new TextEncoder().encode(letter));
				},
			});
			return new Response(body);
		};

	it("allows a slow but steady response", async () => {
		vi.useFakeTimers();
		const response = await timeout(dripping("12345678", 90), { firstByte: 100, idle: 100 })("http://h");
		const text = response.text();
		await vi.advanceTimersByTimeAsync(9 * 90);
		expect(await text).toBe("12345678");
	});

	it("does not count the time of a slow reader as idle", async () => {
		vi.useFakeTimers();
		const { body } = await timeout(dripping("1234", 5), { idle: 60 })("http://h");
		const reader = body?.getReader();
		let text = "";
		for (let end = 0; end < 5; end++) {
			const piece = reader?.read();
			await vi.advanceTimersByTimeAsync(10);
			const { value } = (await piece) ?? {};
			text += value ? new TextDecoder().decode(value) : "";
			await vi.advanceTimersByTimeAsync(90);
		}
		expect(text).toBe("1234");
	});

	it("does not depend on a fetch that obeys its signal", async () => {
		const error = await failure(timeout(endless, { firstByte: 20 })("http://h"));
		expect(error).toMatchObject({ name: "TimeoutError" });
	});

	it("listens to the signal of a Request", async () => {
		const controller = new AbortController();
		const pending = failure(timeout(endless, {})(new Request("http://h", { signal: controller.signal })));
		controller.abort(new Error("enough"));
		expect(await pending).toMatchObject({ message: "enough" });
	});

	it.each<[string, (limited: Fetch) => Promise<unknown>]>([
		["the body was read", async (limited) => (await limited("http://h")).text()],
		["the body was cancelled", async (limited) => (await limited("http://h")).body?.cancel()],
	])("leaves no timer behind when %s", async (_, use) => {
		vi.useFakeTimers();
		await use(timeout(answers("body"), { firstByte: 1000, idle: 1000, total: 1000 }));
		expect(vi.getTimerCount()).toBe(0);
	});

	it("leaves no timer behind without a body or response", async () => {
		vi.useFakeTimers();
		const limits = { firstByte: 1000, idle: 1000, total: 1000 };
		await timeout(answers(null), limits)("http://h");
		await failure(timeout(() => Promise.reject(new Error("x")), limits)("http://h"));
		expect(vi.getTimerCount()).toBe(0);
	});

	it("releases the signal when the total time ends without a reader", async () => {
		vi.useFakeTimers();
		const { signal } = new AbortController();
		const response = await timeout(answers("body"), { total: 1000 })("http://h", { signal });
		await vi.advanceTimersByTimeAsync(1000);
		expect(getEventListeners(signal, "abort")).toEqual([]);
		expect(await failure(response.text())).toMatchObject({ name: "TimeoutError" });
	});

	it.each([Number.POSITIVE_INFINITY, 2 ** 31])("treats a limit of %d ms as none", async (limit) => {
		const server = await serve({ body: "12", step: 1, pause: 10 });
		const limited = timeout(fetch, { firstByte: limit, idle: limit, total: limit });
		expect(await (await limited(server.url)).text()).toBe("12");
	});

	it("is not retried, because the service may still be working", async () => {
		let calls = 0;
		const silent: Fetch = () => {
			calls++;
			return endless("");
		};
		const error = await failure(retry(timeout(silent, { firstByte: 30 }), { baseDelay: 1 })("http://h"));
		expect(error).toMatchObject({ name: "TimeoutError" });
		expect(calls).toBe(1);
	});

	it("starts over for each attempt inside retry", async () => {
		const server = await serve({ status: 503 }, { body: "ok" });
		const limited = retry(timeout(fetch, { firstByte: 10_000, total: 10_000 }), { baseDelay: 1 });
		expect(await (await limited(server.url)).text()).toBe("ok");
	});
});
