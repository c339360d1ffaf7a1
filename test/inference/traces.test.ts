import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import * as library from "../../src/index.ts";
import type { CallOptions } from "../../src/inference/types.ts";

/** Calls that fail at each place a call can fail. An error shows where the program made the call. */
const json = (body: unknown, status = 200): Response => Response.json(body, { status });
const later = (response: Response): Promise<Response> => new Promise((done) => setTimeout(() => done(response), 1));
const FAILING = (): Promise<Response> => later(json({ error: "x" }, 400));
const EVENTS = { headers: { "content-type": "text/event-stream" } };
const endpoint = { endpointUrl: "https://e.test/v1", accessToken: "k" };
const messages = [{ role: "user" as const, content: "Hi" }];
const hub = { accessToken: "hf_x", inputs: "x" };
const jobs = (address: unknown): Promise<Response> => {
	const url = String(address);
	const job = { request_id: "r", status: "IN_QUEUE", status_url: "https://queue.fal.run/x/y/requests/r/status" };
	if (url.includes("/api/models"))
		return later(
			json({ inferenceProviderMapping: { "fal-ai": { providerId: "x/y", status: "live", task: "text-to-video" } } }),
		);
	return later(url.includes("/status") ? json({ detail: "bad" }, 500) : json(job));
};
const chat = (options: CallOptions) => library.chatCompletionStream({ ...endpoint, messages }, options);

const CASES: [
	string,
	(options: CallOptions) => PromiseLike<unknown> | AsyncIterable<unknown>,
	CallOptions["fetch"]?,
][] = [
	["a chat", (options) => library.chatCompletion({ ...endpoint, messages }, options)],
	["a stream that is refused", chat],
	[
		"a stream that fails later",
		chat,
		() => later(new Response('data: {"choices":[]}\n\ndata: {"error":"boo"}\n\n', EVENTS)),
	],
	["the text of a stream", (options) => chat(options).text()],
	["the head of a stream", (options) => chat(options).withResponse()],
	["a look-up of the mapping", (options) => library.textToImage({ ...hub, provider: "fal-ai", model: "a/b" }, options)],
	["a look-up of the provider", (options) => library.textToImage({ ...hub, provider: "auto", model: "a/b" }, options)],
	[
		"a look-up for a stream",
		(options) =>
			library.chatCompletionStream({ accessToken: "hf_x", messages, provider: "groq", model: "a/b" }, options),
	],
	["a look-up of a default model", (options) => library.fillMask({ ...hub, provider: "hf-inference" }, options)],
	["a poll", (options) => library.textToVideo({ ...hub, provider: "fal-ai", model: "a/b" }, options), jobs],
	["a missing argument", (options) => library.textToImage({} as typeof hub, options)],
];
const SETTINGS: [string, CallOptions][] = [
	["", {}],
	[" with a signal", { signal: new AbortController().signal }],
	[" with a deadline", { deadline: 10_000 }],
	[" with retries", { maxRetries: 1, wait: () => Promise.resolve() }],
];

describe("the stack of an error names the caller", () => {
	it.each(
		SETTINGS.flatMap(([setting, extra]) =>
			CASES.map(([name, call, fetch]) => [name + setting, call, fetch, extra] as const),
		),
	)("of %s", async (_, call, fetch = FAILING, extra) => {
		const options = { retry_on_error: false, wait: () => Promise.resolve(), cache: new Map(), ...extra, fetch };
		async function theCaller(): Promise<void> {
			const running = call(options);
			if (Symbol.asyncIterator in running) for await (const _chunk of running);
			else await running;
		}
		const error = await theCaller().then(
			() => undefined,
			(reason: Error) => reason,
		);
		expect(error?.stack).toMatch(/ theCaller /);
	});
});

describe("notices", () => {
	const spies = new Map<string, MockInstance>();
	const levels = ["debug", "info", "log", "warn", "error"] as const;
	beforeEach(() => {
		library.setLogger(console);
		for (const level of levels)
			spies.set(
				level,
				vi.spyOn(console, level).mockImplementation(() => undefined),
			);
		vi.useFakeTimers({ now: Date.now() + 1e12, toFake: ["Date"] });
	});
	afterEach(() => {
		vi.restoreAllMocks();
		vi.useRealTimers();
		library.setLogger(console);
	});
	const mapping = () =>
		json({ inferenceProviderMapping: { "fal-ai": { providerId: "x/y", status: "live", task: "text-to-image" } } });
	const options: CallOptions = { cache: new Map(), maxRetries: 1, wait: () => Promise.resolve() };
	const ask = (): Promise<unknown> => {
		let requests = 0;
		const fetch = async () => (requests++ === 0 ? mapping() : json({}, 503));
		return library
			.textToImage({ ...hub, model: "a/b" }, { ...options, cache: new Map(), fetch })
			.catch(() => undefined);
	};

	it("go to standard error, never to standard output", async () => {
		await ask();
		expect(spies.get("warn")).toHaveBeenCalledWith("Auto selected provider:", "fal-ai");
		for (const level of ["debug", "info", "log"] as const) expect(spies.get(level)).not.toHaveBeenCalled();
	});

	it("go to a logger of one's own at their levels", async () => {
		const logger = { debug: vi.fn(), info: vi.fn(), log: vi.fn(), warn: vi.fn(), error: vi.fn() };
		library.setLogger(logger);
		await ask();
		expect(logger.log).toHaveBeenCalledWith("Auto selected provider:", "fal-ai");
		expect(logger.debug).toHaveBeenCalled();
		for (const level of levels) expect(spies.get(level)).not.toHaveBeenCalled();
	});
});
