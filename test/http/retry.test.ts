import { getEventListeners } from "node:events";
import { Request as UndiciRequest, fetch as undiciFetch } from "undici";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Fetch, isConnectionFailure, type RetryNotice, readRetryAfter, retry } from "../../src/http/index.ts";
import { type ScriptedAnswer, serve } from "../helpers/server.ts";

const FAST = { baseDelay: 1, maxDelay: 2 };
const REFUSED = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

/** A fetch that gives these answers in turn, the last one again and again; it counts its calls. */
function script(...answers: (Response | Error)[]): Fetch & { calls: number } {
	const scripted = async (): Promise<Response> => {
		const answer = answers[Math.min(fetch.calls++, answers.length - 1)];
		if (answer instanceof Response) return answer.clone();
		throw answer;
	};
	const fetch = Object.assign(scripted, { calls: 0 });
	return fetch;
}

describe("retry over a connection", () => {
	it.each<[string, ScriptedAnswer[], number, number]>([
		["success at once", [{ body: "ok" }], 200, 1],
		["503 twice, then success", [{ status: 503 }, { status: 503 }, { body: "ok" }], 200, 3],
		["429, 502 and 504, then success", [{ status: 429 }, { status: 502 }, { status: 504 }, { body: "ok" }], 200, 4],
		["a closed connection, then success", [{ ending: "refuse" }, { body: "ok" }], 200, 2],
		["503 forever", [{ status: 503 }], 503, 5],
		["503, then 400", [{ status: 503 }, { status: 400 }], 400, 2],
		["500, which is final", [{ status: 500 }], 500, 1],
		["408, which is final", [{ status: 408 }], 408, 1],
		["401, which is final", [{ status: 401 }], 401, 1],
		["501, which is final", [{ status: 501 }], 501, 1],
	])("handles %s", async (_, answers, status, attempts) => {
		const server = await serve(...answers);
		const response = await retry(fetch, FAST)(server.url, { method: "POST", body: "payload" });
		expect(response.status).toBe(status);
		expect(server.requests.map(({ body }) => body)).toEqual(Array(attempts).fill("payload"));
	});

	it("passes the last response on with its body unread", async () => {
		const server = await serve({ status: 503, body: "first" }, { status: 503, body: "last" });
		expect(await (await retry(fetch, { ...FAST, retries: 1 })(server.url)).text()).toBe("last");
	});

	it("passes the last failure on unchanged", async () => {
		const server = await serve({ ending: "refuse" });
		const error: unknown = await retry(fetch, { ...FAST, retries: 2 })(server.url).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(TypeError);
		expect(isConnectionFailure(error)).toBe(true);
		expect(server.requests).toHaveLength(3);
	});

	it("releases the connection of a response it does not use", async () => {
		const server = await serve({ status: 503, body: "x", ending: "hang" }, { body: "ok" });
		expect((await retry(fetch, FAST)(server.url)).status).toBe(200);
		await server.requests[0]?.abandoned;
	});

	it.each<[string, (url: string, body: BodyInit) => Promise<Response>]>([
		["text", (url) => retry(fetch, FAST)(url, { method: "POST", body: "payload" })],
		["a Blob", (url) => retry(fetch, FAST)(url, { method: "POST", body: new Blob(["payload"]) })],
		["a Request", (url) => retry(fetch, FAST)(new Request(url, { method: "POST", body: "payload" }))],
		[
			"undici's own Request",
			(url) => {
				const request = new UndiciRequest(url, { method: "POST", body: "payload" });
				return retry(undiciFetch as unknown as Fetch, FAST)(request as unknown as Request);
			},
		],
	])("sends the same body again: %s", async (_, send) => {
		const server = await serve({ status: 503 }, { ending: "refuse" }, { body: "ok" });
		expect((await send(server.url, "")).status).toBe(200);
		expect(server.requests.map(({ method, body }) => [method, body])).toEqual(Array(3).fill(["POST", "payload"]));
	});

	it("sends a form again", async () => {
		const server = await serve({ status: 503 }, { body: "ok" });
		const form = new FormData();
		form.set("file", new Blob(["payload"]), "a.txt");
		await retry(fetch, FAST)(server.url, { method: "POST", body: form });
		expect(server.requests.map(({ body }) => body.includes("payload"))).toEqual([true, true]);
	});

	it("sends a stream once, and passes the real response on", async () => {
		const server = await serve({ status: 503, body: "busy" }, { body: "ok" });
		const init = { method: "POST", body: new Blob(["payload"]).stream(), duplex: "half" };
		const response = await retry(fetch, FAST)(server.url, init);
		expect([response.status, await response.text(), server.requests.length]).toEqual([503, "busy", 1]);
	});

	it("accepts a URL object", async () => {
		const server = await serve({ status: 503 }, { body: "ok" });
		const notices: RetryNotice[] = [];
		await retry(fetch, { ...FAST, onNotice: (notice) => notices.push(notice) })(new URL(`${server.url}/a?b=[c]`));
		expect(notices.map(({ url }) => url)).toEqual([`${server.url}/a?b=[c]`]);
	});
});

describe("retry in time", () => {
	beforeEach(() => {
		vi.useFakeTimers({ now: Date.parse("Sun, 06 Nov 1994 08:49:37 GMT") });
	});

	async function watch(answers: (Response | Error)[], options: Parameters<typeof retry>[1] = {}) {
		const notices: RetryNotice[] = [];
		const fetch = script(...answers);
		const settled = retry(fetch, { ...options, onNotice: (notice) => notices.push(notice) })("http://u:pw@h/x").then(
			({ status }) => status,
			(error: unknown) => error,
		);
		await vi.runAllTimersAsync();
		return { result: await settled, notices, delays: notices.map(({ delay }) => delay), calls: fetch.calls };
	}

	const answer = (status: number, retryAfter?: string): Response =>
		new Response(null, { status, ...(retryAfter === undefined ? {} : { headers: { "retry-after": retryAfter } }) });

	it.each([
		[0, [125, 250, 500, 1000]],
		[0.9999999, [250, 500, 1000, 2000]],
	])("doubles its pauses, with jitter %d", async (random, delays) => {
		vi.spyOn(Math, "random").mockReturnValue(random);
		const outcome = await watch([answer(503)]);
		expect(outcome.delays.map(Math.round)).toEqual(delays);
		expect(outcome).toMatchObject({ result: 503, calls: 5 });
	});

	it("never pauses longer than its limit", async () => {
		vi.spyOn(Math, "random").mockReturnValue(0.9999999);
		const { delays } = await watch([answer(503)], { retries: 12 });
		expect(Math.max(...delays)).toBeLessThanOrEqual(60_000);
		expect(delays.at(-1)).toBeGreaterThan(59_000);
	});

	it.each([
		["2", 2000],
		[" 0.5 ", 500],
		["60", 60_000],
		["Sun, 06 Nov 1994 08:49:47 GMT", 10_000],
		["Sunday, 06-Nov-94 08:49:47 GMT", 10_000],
		["Sun Nov  6 08:49:47 1994", 10_000],
	])("waits as long as Retry-After says: %s", async (header, delay) => {
		expect(await watch([answer(429, header), answer(200)])).toMatchObject({ result: 200, delays: [delay], calls: 2 });
	});

	it.each(["0", "0.001", "Sat, 05 Nov 1994 08:49:47 GMT"])(
		"pauses as usual if Retry-After asks for no pause: %s",
		async (header) => {
			vi.spyOn(Math, "random").mockReturnValue(0);
			expect(await watch([answer(429, header), answer(200)])).toMatchObject({ result: 200, delays: [125], calls: 2 });
		},
	);

	it("treats an absurd Retry-After as a year", () => {
		const headers = new Headers({ "retry-after": "9".repeat(400) });
		expect(readRetryAfter(headers)).toBe(365 * 24 * 60 * 60 * 1000);
	});

	it.each(["61", "99999999999999999999", "Sun, 06 Nov 1994 09:49:37 GMT"])(
		"does not wait for an excessive Retry-After: %s",
		async (header) => {
			expect(await watch([answer(429, header), answer(200)])).toMatchObject({ result: 429, delays: [], calls: 1 });
		},
	);

	it.each(["", "soon", "-5", "in 5 minutes", "1e3", "Sunday"])("ignores an invalid Retry-After: %j", async (header) => {
		vi.spyOn(Math, "random").mockReturnValue(0);
		expect(await watch([answer(429, header), answer(200)])).toMatchObject({ result: 200, delays: [125] });
	});

	it("reports each pause, without the password of the URL", async () => {
		vi.spyOn(Math, "random").mockReturnValue(0.6);
		const { notices } = await watch([answer(503), REFUSED, answer(200)], { retries: 2 });
		const shared = { type: "retry", url: "http://[redacted]@h/x", attempts: 3 };
		expect(notices).toEqual([
			{
				...shared,
				attempt: 1,
				delay: 200,
				status: 503,
				message: "The service answered 503; attempt 2 of 3 in 0.2 s",
			},
			{ ...shared, attempt: 2, delay: 400, message: "The connection failed; attempt 3 of 3 in 0.4 s" },
		]);
	});

	it("does nothing with zero retries", async () => {
		expect(await watch([answer(503)], { retries: 0 })).toMatchObject({ result: 503, delays: [], calls: 1 });
	});

	it.each([new DOMException("gone", "AbortError"), new DOMException("late", "TimeoutError")])(
		"ends its pause on abort with the signal's reason: %s",
		async (reason) => {
			const controller = new AbortController();
			const fetch = script(answer(503));
			const pending = retry(fetch)("http://h", { signal: controller.signal });
			const caught = pending.catch((error: unknown) => error);
			await vi.advanceTimersByTimeAsync(50);
			controller.abort(reason);
			expect(await caught).toBe(reason);
			expect([fetch.calls, vi.getTimerCount()]).toEqual([1, 0]);
		},
	);

	it("listens to the signal of a Request", async () => {
		const controller = new AbortController();
		const caught = retry(script(answer(503)))(new Request("http://h", { signal: controller.signal })).catch(
			(error: unknown) => error,
		);
		await vi.advanceTimersByTimeAsync(50);
		controller.abort(new Error("enough"));
		expect(await caught).toMatchObject({ message: "enough" });
	});

	it("removes its listeners", async () => {
		const { signal } = new AbortController();
		const pending = retry(script(answer(503), answer(503), answer(200)))("http://h", { signal });
		await vi.runAllTimersAsync();
		await pending;
		expect(getEventListeners(signal, "abort")).toEqual([]);
	});
});

/** How runtimes report failures; `passing` ones are tried again. */
const FAILURES: { title: string; error: unknown; isFailure: boolean; passing?: boolean }[] = [
	...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN"].map((code) => ({
		title: code,
		error: Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(), { code }) }),
		isFailure: true,
		passing: true,
	})),
	...["UND_ERR_SOCKET", "UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused", "ConnectionClosed"].map((code) => ({
		title: code,
		error: Object.assign(new Error("x"), { code }),
		isFailure: true,
		passing: true,
	})),
	...["ENOTFOUND", "CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"].map((code) => ({
		title: code,
		error: Object.assign(new TypeError("fetch failed"), { cause: { code } }),
		isFailure: true,
	})),
	{
		title: "undici's header timeout",
		error: Object.assign(new TypeError("fetch failed"), { cause: { code: "UND_ERR_HEADERS_TIMEOUT" } }),
		isFailure: true,
	},
	...["bad port", "redirect count exceeded"].map((reason) => ({
		title: `Node's own refusal: ${reason}`,
		error: Object.assign(new TypeError("fetch failed"), { cause: new Error(reason) }),
		isFailure: true,
	})),
	{
		title: "Deno's text",
		error: Object.assign(new TypeError("fetch failed"), {
			cause: new Error("error sending request from 127.0.0.1:5 for http://a.test/: client error (SendRequest)"),
		}),
		isFailure: true,
		passing: true,
	},
	{ title: "Chrome's text", error: new TypeError("Failed to fetch"), isFailure: true, passing: true },
	{ title: "Safari's text", error: new TypeError("Load failed"), isFailure: true, passing: true },
	{
		title: "Firefox's text",
		error: new TypeError("NetworkError when attempting to fetch resource."),
		isFailure: true,
		passing: true,
	},
	{
		title: "an error of another realm",
		error: { name: "TypeError", message: "fetch failed", cause: { code: "ECONNRESET" } },
		isFailure: true,
		passing: true,
	},
	{ title: "an abort", error: new DOMException("fetch failed", "AbortError"), isFailure: false },
	{ title: "a timeout", error: new DOMException("No answer", "TimeoutError"), isFailure: false },
	{ title: "a bug", error: new TypeError("x is not a function"), isFailure: false },
	{ title: "a missing file", error: Object.assign(new Error("no file"), { code: "ENOENT" }), isFailure: false },
	{
		title: "an invalid URL",
		error: Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL" }),
		isFailure: false,
	},
	{ title: "a text", error: "fetch failed", isFailure: false },
	{ title: "nothing", error: undefined, isFailure: false },
];

describe("isConnectionFailure", () => {
	it.each(FAILURES)("recognizes $title", async ({ error, isFailure, passing = false }) => {
		expect(isConnectionFailure(error)).toBe(isFailure);
		let calls = 0;
		const failing: Fetch = async () => {
			calls++;
			throw error;
		};
		const caught: unknown = await retry(failing, { ...FAST, retries: 1 })("http://h").catch(
			(reason: unknown) => reason,
		);
		expect(caught).toBe(error);
		expect(calls).toBe(passing ? 2 : 1);
	});
});

describe("readRetryAfter", () => {
	it("measures a date by the given clock", () => {
		const headers = new Headers({ "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" });
		expect(readRetryAfter(headers, () => Date.UTC(1994, 10, 6, 8, 49, 0))).toBe(37_000);
	});
});
