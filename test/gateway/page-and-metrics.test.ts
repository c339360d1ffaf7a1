import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Exchange } from "../../src/exchange/index.ts";
import { createCallBook, type KeptCall, shorten } from "../../src/gateway/call-book.ts";
import { createGateway } from "../../src/gateway/index.ts";
import { createMetrics } from "../../src/gateway/metrics.ts";
import { createModelList } from "../../src/gateway/model-list.ts";
import { readBody } from "../../src/gateway/read-body.ts";
import { type ReplyStream, toResponse } from "../../src/gateway/reply.ts";
import { createResponseStore } from "../../src/gateway/response-store.ts";
import { EventText, readEventText } from "../../src/gateway/sse.ts";
import { createQueues, createTargetQueue } from "../../src/gateway/target-queue.ts";
import type { GatewayRequest } from "../../src/gateway/types.ts";
import { Cancellation } from "../../src/http/index.ts";
import { get } from "./ask.ts";
import { scriptedGateway, whole } from "./upstream.ts";

describe("the calls on the page", () => {
	const call: KeptCall = {
		id: "req_1",
		time: "",
		route: "/v1/chat/completions",
		key: "Alice",
		task: "conversational",
		model: "org/Model",
		served_model: null,
		provider: "groq",
		state: "running",
		status: null,
		stream: false,
		usage: null,
		cost_usd: null,
		first_ms: null,
		total_ms: null,
		attempts: [],
		error: "It Failed",
		request: "What is Said",
		response: "What is Answered",
	};

	it.each([
		["", true],
		["REQ_1", true],
		["chat/Completions", true],
		["ORG/model", true],
		["Groq", true],
		["alice", true],
		["it failed", true],
		["Said", true],
		["said", false],
		["Answered", true],
		["answered", false],
		["conversational", false],
		["null", false],
	])("are found by %s: %s", (text, isFound) => {
		const book = createCallBook(String);
		book.add({
			...call,
			id: "none",
			provider: null,
			key: null,
			error: null,
			model: "x",
			route: "y",
			request: "",
			response: "",
		});
		book.add(call);
		const { request: _request, response: _response, ...summary } = call;
		expect(book.list(text).filter(({ id }) => id === "req_1")).toEqual(isFound ? [summary] : []);
		expect(book.list(text)).toHaveLength(text === "" ? 2 : isFound ? 1 : 0);
	});

	it("are read and found without the secrets of their requests", () => {
		const book = createCallBook((text) => text.replaceAll("sk-secret", "[key]"));
		const long = `${"x".repeat(2 ** 20 - 4)}sk-secret`;
		book.add({ ...call, request: "my sk-secret is" });
		book.add({ ...call, id: "long", request: long });
		expect(book.get("req_1")?.request).toBe("my [key] is");
		// The cut comes after the removal: no beginning of a secret stays.
		expect(book.get("long")?.request).toBe(`${"x".repeat(2 ** 20 - 4)}[key…`);
		expect(book.list("sk-secret")).toEqual([]);
		expect(book.list("[key]").map(({ id }) => id)).toEqual(["req_1"]);
	});

	it("change as long as they are kept", () => {
		const book = createCallBook(String);
		book.add({ ...call });
		book.update("req_1", { state: "done", response: "x".repeat(19 * 2 ** 20) });
		book.update("req_2", { state: "done" });
		expect(book.get("req_1")?.state).toBe("done");
		expect(book.get("req_2")).toBeUndefined();
		book.add({ ...call, id: "req_3", request: "x".repeat(2 ** 20) });
		expect([book.get("req_1"), book.list().map(({ id }) => id)]).toEqual([undefined, ["req_3"]]);
	});

	it("have texts of a million characters at most", () => {
		expect([shorten("x".repeat(2 ** 20)).length, shorten("x".repeat(2 ** 20 + 1))]).toEqual([
			2 ** 20,
			`${"x".repeat(2 ** 20)}…`,
		]);
	});
});

describe("metrics", () => {
	const exchange = (more: Partial<Exchange>) => more as Exchange;

	it("are Prometheus text", () => {
		const metrics = createMetrics();
		metrics.inFlight = 2;
		metrics.failovers = 3;
		const usage = { input_tokens: 7, output_tokens: 2 };
		metrics.countCall("/v1/a", 200, exchange({ provider: 'gr"oq\\\n', first_ms: 50, usage, cost_usd: 0.5 }), 2, 0.25);
		metrics.countCall(
			"/v1/a",
			200,
			exchange({ provider: 'gr"oq\\\n', first_ms: null, usage: null, cost_usd: null }),
			1,
			121,
		);
		metrics.countCall("/v1/a", 404, undefined, 0, 0.0625);
		metrics.countKey("alice", 0.5);
		metrics.countKey("alice", 0);
		const text = metrics.format(4, 5);
		const values = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
		const bounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 120, "+Inf"];
		const provider = 'provider="gr\\"oq\\\\\\n"';
		const buckets = (name: string, counts: number[]) =>
			bounds.map((le, at) => `${name}_bucket{le="${le}"} ${counts[at]}`);
		expect(values).toEqual([
			`hub_calls_total{route="/v1/a",status="200",${provider}} 2`,
			'hub_calls_total{route="/v1/a",status="404",provider="none"} 1',
			"hub_upstream_calls_total 3",
			"hub_failovers_total 3",
			`hub_tokens_total{direction="input",${provider}} 7`,
			`hub_tokens_total{direction="output",${provider}} 2`,
			`hub_cost_usd_total{${provider}} 0.5`,
			'hub_key_calls_total{key="alice"} 2',
			'hub_key_cost_usd_total{key="alice"} 0.5',
			"hub_calls_in_flight 2",
			"hub_calls_waiting 4",
			"hub_targets_open 5",
			...buckets("hub_call_seconds", [0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]),
			"hub_call_seconds_sum 121.3125",
			"hub_call_seconds_count 3",
			...buckets("hub_first_byte_seconds", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
			"hub_first_byte_seconds_sum 0.05",
			"hub_first_byte_seconds_count 1",
		]);
		const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]);
		expect(types.map(([, type]) => type)).toEqual([
			...Array(8).fill("counter"),
			...Array(3).fill("gauge"),
			"histogram",
			"histogram",
		]);
		expect([...text.matchAll(/^# HELP (\S+) .+\.$/gm)].map(([, name]) => name)).toEqual(types.map(([name]) => name));
		expect(text.endsWith("\n")).toBe(true);
	});

	it("tell 500 label sets apart, and count the others together", () => {
		const metrics = createMetrics();
		for (let name = 0; name < 503; name++) metrics.countKey(`k${name}`, 1);
		metrics.countKey("k499", 1);
		metrics.countKey("k500", 1);
		const lines = metrics
			.format(0, 0)
			.split("\n")
			.filter((line) => line.startsWith("hub_key_calls_total{"));
		expect(lines).toHaveLength(501);
		expect(lines.slice(-2)).toEqual(['hub_key_calls_total{key="k499"} 2', 'hub_key_calls_total{key="other"} 4']);
	});

	it("count a failover where another target is asked, and none after the last", async () => {
		const failing = { status: 500, body: {} };
		const { gateway, server } = await scriptedGateway({ groq: [failing], together: [whole, failing] });
		const ask = async (): Promise<number> => {
			const body = JSON.stringify({ model: "model", messages: [{ role: "user", content: "Hi" }] });
			return (await gateway(new Request("http://localhost/v1/chat/completions", { method: "POST", body }))).status;
		};
		expect([await ask(), await ask()]).toEqual([200, 500]);
		expect(await (await get(gateway, "/metrics")).text()).toMatch(/^hub_failovers_total 2$/m);
		await server.close();
	});
});

describe("a body", () => {
	const bytes = (size: number) => new Uint8Array(size).fill(7);
	it.each<[body: Partial<GatewayRequest>, length: string | null, limit: number, expected: number | string]>([
		[{ body: null }, null, 5, 0],
		[{ content: bytes(6) }, "5", 5, 6],
		[{ content: bytes(6) }, "6", 5, "5 B"],
		[{ body: null }, "1001", 1000, "1 kB"],
		[{ body: null }, "1001", 999, "999 B"],
		[{ body: null }, "1000001", 1e6, "1 MB"],
		[{ body: null }, "1000001", 999_500, "999.5 kB"],
	])("%# is read within the limit, or refused", async (request, length, limit, expected) => {
		const headers = new Headers(length === null ? {} : { "content-length": length });
		const reading = readBody({ method: "POST", url: "", headers, body: null, ...request }, limit);
		if (typeof expected === "number") expect(await reading).toEqual(bytes(expected));
		else
			await expect(reading).rejects.toMatchObject({
				status: 413,
				message: `The body is larger than ${expected}.`,
				details: { code: "body_too_large" },
			});
	});

	it.each([
		[[5], 5, 5],
		[[2, 3], 5, 5],
		[[2, 4, 1], 5, "canceled"],
	])("of pieces %j is read up to %i bytes: %s", async (pieces, limit, expected) => {
		let isCanceled = false;
		const left = [...pieces];
		const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
			pull(controller) {
				const size = left.shift();
				if (size === undefined) controller.close();
				else controller.enqueue(bytes(size));
			},
			cancel() {
				isCanceled = true;
				throw new Error("not now");
			},
		});
		const read = await readBody({ method: "POST", url: "", headers: new Headers(), body }, limit).catch(
			() => "refused",
		);
		expect([read, isCanceled]).toEqual(typeof expected === "number" ? [bytes(expected), false] : ["refused", true]);
	});
});

describe("the router's list of models", () => {
	it("is asked for every ten minutes, and again half a minute after a failure", async () => {
		let time = 0;
		let answer: () => Response = () => Response.json({ data: [{ id: "a/b" }] });
		let token: string | undefined;
		const asked: unknown[] = [];
		const list = createModelList(
			"https://a.example/models",
			async (input, init) => {
				asked.push([input, init?.headers]);
				return answer();
			},
			() => token,
			() => time,
		);
		const known = { object: "model", created: 0 };
		expect([list.known(), list.offers()]).toEqual([[], undefined]);
		const [first, second] = await Promise.all([list.list(), list.list()]);
		expect([first, second, list.known()]).toEqual(Array(3).fill([{ ...known, id: "a/b", owned_by: "a" }]));
		expect([asked, list.offers()]).toEqual([[["https://a.example/models", {}]], []]);
		time = 599_999;
		await list.list();
		expect(asked).toHaveLength(1);
		time = 600_000;
		token = "hf_token";
		answer = () => Response.json({ data: [{ id: "c/d" }] }, { status: 500 });
		expect(await list.list()).toBe(first);
		expect(asked[1]).toEqual(["https://a.example/models", { Authorization: "Bearer hf_token" }]);
		time = 629_999;
		await list.list();
		expect(asked).toHaveLength(2);
		time = 630_000;
		token = "sk_of_another_service";
		answer = () => Response.json({ data: "none" });
		expect(await list.list()).toBe(first);
		expect(asked[2]).toEqual(["https://a.example/models", {}]);
		time = 660_000;
		answer = () => {
			throw new TypeError("fetch failed");
		};
		expect(await list.list()).toBe(first);
		time = 690_000;
		const data = [
			null,
			"x",
			{},
			{ id: 5 },
			{ id: "bare" },
			{ id: "c/d", created: "1", owned_by: "own" },
			{ id: "e/f/g", created: 7, owned_by: 8 },
		];
		answer = () => Response.json({ data });
		expect(await list.list()).toEqual([
			{ ...known, id: "bare", owned_by: "bare" },
			{ ...known, id: "c/d", owned_by: "own" },
			{ ...known, id: "e/f/g", owned_by: "e", created: 7 },
		]);
		expect(asked).toHaveLength(5);
	});
});

describe("events", () => {
	it.each([
		[{ choices: [{ text: "a" }] }, "a"],
		[{ choices: [{ delta: { content: "" } }] }, ""],
		[{ choices: [{ text: 5, delta: { content: "b" } }] }, "b"],
		[{ token: { text: "c" } }, "c"],
		[{ type: "response.output_text.delta", delta: "d" }, "d"],
		[{ type: "response.output_text.done", delta: "d" }, undefined],
		[{ choices: [] }, undefined],
	])("%j has the text %s", (event, text) => {
		expect(readEventText(event)).toBe(text);
	});

	it("end somewhere", () => {
		const events = new EventText();
		const piece = new Uint8Array(64 * 2 ** 20 + 1).fill(97);
		expect(() => events.push(piece)).toThrow("A stream event is too large.");
	});

	it("that break off break the response off too", async () => {
		const texts = ["Hel", "lo"];
		const stream = (isBroken: boolean, left = [...texts]): ReplyStream => ({
			next: async () => left.shift(),
			cancel: () => left.splice(0),
			isBroken,
			onEnd: undefined,
		});
		const read = (body: ReplyStream): Promise<string> => toResponse({ status: 200, headers: {}, body }).text();
		expect(await read(stream(false))).toBe("Hello");
		await expect(read(stream(true))).rejects.toThrow("The answer was cut off");
	});
});

it("the turns of a conversation are items, whatever was kept", () => {
	const store = createResponseStore(() => 0);
	store.keep("a", "", { request: '{"input":"Hi"}', response: '{"output":[{"id":1}]}' }, undefined);
	store.keep("b", "", { request: '{"input":[{"id":2}]}', response: "{}" }, "a");
	store.keep("c", "", { request: "{}", response: '{"output":null}' }, "b");
	expect(store.readHistory("c", "")).toEqual([{ role: "user", content: "Hi" }, { id: 1 }, { id: 2 }]);
	expect(() => store.readHistory(5, "")).toThrow("There is no response with this id. hub keeps");
	expect(() => store.read("x".repeat(101), "")).toThrow(`There is no response "${"x".repeat(100)}". hub keeps`);
});

describe("the queue of a target", () => {
	beforeEach(() => void vi.useFakeTimers({ now: 0 }));
	afterEach(() => void vi.useRealTimers());
	const now = (): number => Date.now();
	const none = new Cancellation();
	const wait = (seconds: string): Headers => new Headers({ "retry-after": seconds });
	/** How a promise has settled by now. */
	const settled = async (...promises: Promise<unknown>[]): Promise<unknown[]> => {
		const found: unknown[] = promises.map(() => "waits");
		for (const [place, promise] of promises.entries())
			promise.then(
				(value) => (found[place] = value),
				(error: unknown) => (found[place] = error),
			);
		await vi.advanceTimersByTimeAsync(0);
		return found;
	};

	it("holds calls until the limit ends, and refuses those that do not wait as long", async () => {
		const all = { waiting: 0, limit: 2 };
		const queue = createTargetQueue(all, now);
		expect(queue.isIdle()).toBe(true);
		const first = await queue.acquire("a", 0, none);
		expect(queue.isIdle()).toBe(false);
		first.limit(wait("2"));
		expect(queue.isIdle()).toBe(false);
		const stopped = { name: "QueueStopped", delay: 2000, message: "" };
		await expect(queue.acquire("a", 1999, none)).rejects.toMatchObject(stopped);
		const patient = queue.acquire("a", 2000, none);
		const short = queue.acquire("b", 2000, none);
		expect(all.waiting).toBe(2);
		await expect(queue.acquire("c", 9000, none)).rejects.toMatchObject({
			status: 429,
			message: "Too many calls are waiting.",
			details: { code: "queue_full", retryAfter: 2 },
		});
		await vi.advanceTimersByTimeAsync(1999);
		expect(await settled(patient, short)).toEqual(["waits", "waits"]);
		await vi.advanceTimersByTimeAsync(1);
		queue.noteRefusal("Slow down.");
		(await patient).limit(wait("60"));
		expect(await settled(short)).toMatchObject([{ name: "QueueStopped", delay: 60_000, message: "Slow down." }]);
		expect(all.waiting).toBe(0);
		const last = queue.acquire("b", 60_000, none);
		await vi.advanceTimersByTimeAsync(59_999);
		expect([all.waiting, await settled(last)]).toEqual([1, ["waits"]]);
		await vi.advanceTimersByTimeAsync(1);
		(await last).succeed();
		expect([all.waiting, queue.isIdle()]).toEqual([0, true]);
	});

	it("lets the next call start when one ends, and forgets those that leave", async () => {
		const all = { waiting: 0, limit: 3 };
		const queue = createTargetQueue(all, now);
		const [first, second] = await Promise.all(["a", "a"].map((client) => queue.acquire(client, 0, none)));
		// From now on one call may be in flight.
		first?.limit(wait("0"));
		await vi.advanceTimersByTimeAsync(5000);
		const gone = new Cancellation();
		const calls = [none, gone, none].map((cancellation) => queue.acquire("a", 9000, cancellation));
		await expect(queue.acquire("b", 0, none)).rejects.toMatchObject({ details: { code: "queue_full", retryAfter: 1 } });
		gone.cancel(new Error("gone"));
		expect([all.waiting, await settled(...calls)]).toMatchObject([2, ["waits", { message: "gone" }, "waits"]]);
		second?.succeed();
		await vi.advanceTimersByTimeAsync(0);
		expect(await settled(calls[2] ?? Promise.resolve())).toEqual(["waits"]);
		(await calls[0])?.fail();
		await vi.advanceTimersByTimeAsync(5000);
		(await calls[2])?.succeed();
		expect([all.waiting, queue.isIdle()]).toEqual([0, true]);
	});

	it("is one of a thousand: those that are idle go first", async () => {
		const queues = createQueues(10, now);
		const [busy, idle] = [queues.get("busy"), queues.get("idle")];
		const ticket = await busy.acquire("a", 0, none);
		for (let name = 2; name < 1000; name++) queues.get(String(name));
		expect([queues.get("busy"), queues.get("idle")]).toEqual([busy, idle]);
		queues.get("one more");
		expect([queues.get("busy") === busy, queues.get("idle") === idle]).toEqual([true, false]);
		ticket.succeed();
	});
});

describe("the page", () => {
	it("has its files, with what protects them", async () => {
		const gateway = createGateway({
			key: "k".repeat(20),
			offers: () => undefined,
			page: { script: "let a;", style: "a{}" },
		});
		for (const [path, type, text] of [
			["/page.js", "text/javascript; charset=utf-8", "let a;"],
			["/page.css", "text/css; charset=utf-8", "a{}"],
		] as const) {
			const response = await get(gateway, path);
			expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([200, type, text]);
			expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
			expect(response.headers.get("x-content-type-options")).toBe("nosniff");
		}
	});

	it.each([
		["/page.js", 404, "This gateway has no page."],
		["/calls/none", 404, "Unknown call, or one too old to be kept."],
		["/calls/%E0%A4%A", 400, "The URL is malformed."],
		["/calls/", 200, undefined],
		["//", 200, undefined],
		["/V1/models", 404, "There is no route GET /V1/models. Did you mean /v1/models?"],
		["/v1/responses", 405, "/v1/responses takes POST, not GET."],
	])("%s: %i %s", async (path, status, message) => {
		const response = await get(createGateway({ offers: () => undefined }), path);
		const text = await response.text();
		expect([response.status, message && (JSON.parse(text) as { error: { message: string } }).error.message]).toEqual([
			status,
			message,
		]);
	});
});
