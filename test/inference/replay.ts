import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import type { CannedReply, ExpectedRequest, Members, WireFixture } from "../../scripts/wire-fixtures/format.ts";
import { functionName as nameOfFunction } from "../../src/inference/function-names.ts";

const folder = fileURLToPath(new URL("../fixtures/wire/", import.meta.url));

/** Every fixture, by its path. */
export const fixtures = new Map(
	readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".json"))
		.sort()
		.map((name) => [name, JSON.parse(readFileSync(folder + name, "utf8")) as WireFixture]),
);

type TaskFunctions = Record<string, (args: never, options: never) => unknown>;

export interface Outcome {
	requests: ExpectedRequest[];
	/** Requests to Hugging Face. */
	lookups: ExpectedRequest[];
	result?: unknown;
	error?: { name: string; message: string; reason?: string };
	/** Timers still running at the end. */
	timers: number;
}

export interface ReplayOptions {
	/** Answers instead of the fixture's; may throw, or never come. */
	answer?: (index: number, init: RequestInit) => Response | Promise<Response> | undefined;
	signal?: AbortSignal;
	/** Also answers the global `fetch`, which the reference client uses for polls. */
	global?: boolean;
	options?: Members;
	/** Default: vitest's timers, which other programs lack. */
	clock?: Clock;
}

/** Runs calls without waiting for their pauses. */
export interface Clock {
	start(): void;
	settle(promise: Promise<unknown>): Promise<Settled>;
	countTimers(): number;
	stop(): void;
}

const FAKE_TIMERS: Clock = {
	start: () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }),
	settle: (promise) => settleWithTimers(promise),
	countTimers: () => vi.getTimerCount(),
	stop: () => vi.useRealTimers(),
};

/** Runs the call of a fixture against its canned answers, without waiting for anything. */
export async function replay(library: object, fixture: WireFixture, settings: ReplayOptions = {}): Promise<Outcome> {
	const requests: ExpectedRequest[] = [];
	const lookups: ExpectedRequest[] = [];
	const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
		const url = String(input instanceof Request ? input.url : input);
		// Node's own fetch decodes data URLs; the reference client uses it for that.
		if (url.startsWith("data:")) return realFetch(url);
		init.signal?.throwIfAborted();
		const request = await describe(url, init);
		if (url.startsWith("https://huggingface.co/api/")) {
			lookups.push(request);
			return answerHub(fixture);
		}
		requests.push(request);
		const index = requests.length - 1;
		const answer = await settings.answer?.(index, init);
		if (answer) return answer;
		const reply = fixture.replies[index];
		if (!reply) throw new Error(`Unexpected request ${index}: ${url}`);
		return buildResponse(reply);
	};
	const realFetch = globalThis.fetch;
	const { clock = FAKE_TIMERS } = settings;
	clock.start();
	if (settings.global) globalThis.fetch = fetch as typeof globalThis.fetch;
	try {
		const { result, error } = await clock.settle(call(library, fixture, fetch, settings));
		const timers = clock.countTimers();
		return {
			requests,
			lookups,
			timers,
			...(error === undefined ? { result: await describeResult(result) } : { error }),
		};
	} finally {
		globalThis.fetch = realFetch;
		clock.stop();
	}
}

function call(library: object, fixture: WireFixture, fetch: unknown, settings: ReplayOptions): Promise<unknown> {
	const { accessToken: _accessToken, ...others } = decode(fixture.args) as Members;
	const accessToken = fixture.args["accessToken"];
	const args = { ...(accessToken ? { accessToken } : {}), ...others };
	const options = {
		...fixture.options,
		...settings.options,
		fetch,
		...(settings.signal ? { signal: settings.signal } : {}),
		cache: new Map(),
	};
	const task = (library as TaskFunctions)[functionName(fixture)];
	if (!task) throw new Error(`No function ${functionName(fixture)}`);
	const running = task(args as never, options as never);
	return fixture.stream ? collect(running as AsyncIterable<unknown>) : (running as Promise<unknown>);
}

async function collect(stream: AsyncIterable<unknown>): Promise<{ chunks: unknown[] }> {
	const chunks: unknown[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return { chunks };
}

/** The function that a fixture calls. */
export function functionName({ task, stream }: WireFixture): string {
	const name = nameOfFunction(task);
	return stream ? `${name}Stream` : name;
}

export interface Settled {
	result?: unknown;
	error?: { name: string; message: string; reason?: string };
}

/** Lets the clock run as fast as the promise allows. */
async function settleWithTimers(promise: Promise<unknown>, limit = 2000): Promise<Settled> {
	let settled: Settled | undefined;
	promise.then(
		(result) => {
			settled = { result };
		},
		(error: unknown) => {
			const { name, message, reason } = error as { name: string; message: string; reason?: string };
			settled = { error: { name, message, ...(reason === undefined ? {} : { reason }) } };
		},
	);
	for (let step = 0; step < limit; step++) {
		await new Promise((resolve) => setImmediate(resolve));
		if (settled) return settled;
		await vi.advanceTimersByTimeAsync(5000);
	}
	throw new Error("The call hangs");
}

function answerHub({ args, mapping }: WireFixture): Response {
	const { providerId, task, status = "live", ...others } = mapping ?? { providerId: "", task: "" };
	const entry = { provider: args["provider"], hfModelId: args["model"], providerId, status, task, ...others };
	return Response.json({ inferenceProviderMapping: [entry] });
}

export function buildResponse({ status = 200, type, json, text, base64 }: CannedReply): Response {
	if (json !== undefined) {
		return new Response(JSON.stringify(json), { status, headers: { "content-type": type ?? "application/json" } });
	}
	const body = base64 === undefined ? (text ?? "") : Buffer.from(base64, "base64");
	return new Response(body, { status, headers: type === undefined ? {} : { "content-type": type } });
}

async function describe(url: string, init: RequestInit): Promise<ExpectedRequest> {
	const headers = Object.fromEntries(
		Object.entries((init.headers ?? {}) as Record<string, string>).filter(([name]) => name !== "User-Agent"),
	);
	const body = await describeBody(init.body);
	return {
		method: init.method ?? "GET",
		url,
		headers,
		...(body ? { body } : {}),
		...(init.credentials ? { credentials: init.credentials } : {}),
	};
}

async function describeBody(body: unknown): Promise<ExpectedRequest["body"]> {
	if (body === undefined || body === null) return undefined;
	if (typeof body === "string") return { json: parse(body) };
	if (!(body instanceof FormData)) return { raw: await describeFile(body) };
	const form: [string, unknown][] = [];
	for (const [name, value] of body) form.push([name, typeof value === "string" ? value : await describeFile(value)]);
	return { form };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return { text };
	}
}

async function describeFile(value: unknown): Promise<unknown> {
	if (value instanceof Blob) {
		const $blob = Buffer.from(await value.arrayBuffer()).toString("base64");
		return { $blob, type: value.type, ...(value instanceof File ? { name: value.name } : {}) };
	}
	const bytes = ArrayBuffer.isView(value)
		? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
		: Buffer.from(value as ArrayBuffer);
	return { $bytes: bytes.toString("base64") };
}

async function describeResult(result: unknown): Promise<unknown> {
	if (result instanceof Blob) return { file: await describeFile(result) };
	if (result !== null && typeof result === "object" && "chunks" in result && !("text" in result)) return result;
	return { json: result === undefined ? undefined : (JSON.parse(JSON.stringify(result)) as unknown) };
}

/** Turns the files of a fixture into real ones. */
function decode(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(decode);
	if (value === null || typeof value !== "object") return value;
	const { $blob, $bytes, $view, $url, type } = value as Record<string, string | undefined>;
	if ($blob !== undefined) return new Blob([Buffer.from($blob, "base64")], { type: type ?? "" });
	if ($bytes !== undefined) return Uint8Array.from(Buffer.from($bytes, "base64")).buffer;
	if ($view !== undefined) return Uint8Array.from(Buffer.from($view, "base64"));
	if ($url !== undefined) return new URL($url);
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]));
}
