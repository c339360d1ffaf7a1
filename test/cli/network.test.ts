import dns from "node:dns";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../src/cli/config/settings.ts";
import { type Context, createContext } from "../../src/cli/context.ts";
import {
	describeContent,
	lacksFile,
	readLogLevel,
	restoreContent,
	withoutFileContent,
} from "../../src/cli/network/call-recorder.ts";
import { createCallLog, createFetch, findProxy, printNotes, toEvent } from "../../src/cli/network/connect.ts";
import { loadOffers, type OfferSource, readKeptOffers } from "../../src/cli/network/offers.ts";
import { isPublicAddress, PUBLIC_HOSTS } from "../../src/cli/network/public-hosts.ts";
import { openRecording } from "../../src/cli/network/recording.ts";
import { openSpanQueue, readTraceSettings } from "../../src/cli/network/traces.ts";
import { decodeBody } from "../../src/cli/network/transport/decode-body.ts";
import {
	bareHost,
	portOf,
	prepareBody,
	prepareHeaders,
	proxyHeaders,
} from "../../src/cli/network/transport/request-parts.ts";
import { checkEndpoint, tokenFor } from "../../src/cli/network/trust.ts";
import type { Span } from "../../src/exchange/span.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
let open: Context[];
beforeEach(() => {
	home = createHome();
	open = [];
});
afterEach(async () => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	for (const context of open) await context.close();
	home.remove();
});

interface Made {
	context: Context;
	/** What was written to standard error. */
	said: string[];
}

function make(env: Record<string, string> = {}, { debug = false, now = (): number => 0 } = {}): Made {
	const said: string[] = [];
	const output = (hear?: string[]) => ({
		write: (text: string | Uint8Array) => {
			hear?.push(String(text));
			return true;
		},
	});
	const io = { stdin: Readable.from([]), stdout: output(), stderr: output(said), cwd: home.folder, now };
	const context = createContext(
		{ ...io, env: { HOME: home.folder, ...env }, signal: new AbortController().signal },
		{ quiet: false, debug, json: false, input: true },
	);
	open.push(context);
	return { context, said };
}

describe("the parts of a request", () => {
	it.each<[given: RequestInit["headers"], body: object, headers: object]>([
		[undefined, {}, { accept: "*/*", "accept-encoding": "gzip, deflate, br" }],
		[
			{ Accept: "a", "ACCEPT-Encoding": "b", "user-agent": "c" },
			{},
			{ accept: "a", "accept-encoding": "b", "user-agent": "c" },
		],
		[
			[
				["X-A", " 1\t"],
				["x-a", "\r\n2 "],
				["constructor", "x"],
			],
			{},
			{ "x-a": "1, 2", constructor: "x" },
		],
		[new Headers({ "x-a": "1" }), { type: "t", length: 0 }, { "x-a": "1", "content-type": "t", "content-length": "0" }],
		[
			{ "content-type": "own", "content-length": "9", Connection: "close", "Transfer-Encoding": "x", Upgrade: "y" },
			{ type: "t", length: 5 },
			{ "content-type": "own", "content-length": "5" },
		],
	])("%j has headers", (given, body, headers) => {
		const usual = {
			accept: "*/*",
			"accept-encoding": "gzip, deflate, br",
			"user-agent": expect.stringMatching(/^modelhub\/\d/),
		};
		expect(prepareHeaders(given, { content: undefined, ...body })).toEqual({ ...usual, ...headers });
	});

	const bytes = new TextEncoder().encode("né");
	it.each<
		[name: string, body: RequestInit["body"], type: string | undefined, length: number | undefined, text: string]
	>([
		["nothing", null, undefined, undefined, ""],
		["text", "né", "text/plain;charset=UTF-8", 3, "né"],
		["a buffer", bytes.slice().buffer, undefined, 3, "né"],
		["a view", bytes.subarray(1), undefined, 2, "é"],
		["parameters", new URLSearchParams({ a: "b c" }), "application/x-www-form-urlencoded;charset=UTF-8", 5, "a=b+c"],
		["a file", new Blob(["né"], { type: "a/b" }), "a/b", 3, "né"],
		["a file without a type", new Blob(["né"]), undefined, 3, "né"],
		["a stream", new Blob(["né"]).stream(), undefined, undefined, "né"],
	])("has the body %s", async (_, body, type, length, text) => {
		const { content, ...about } = await prepareBody(body);
		expect([about.type, about.length]).toEqual([type, length]);
		expect(content === undefined ? "" : await new Response(content as BodyInit).text()).toBe(text);
	});

	it("has a form with its boundary", async () => {
		const form = new FormData();
		form.append("a", "b");
		const { content, type = "", length } = await prepareBody(form);
		const text = await new Response(content as BodyInit, { headers: { "content-type": type } }).formData();
		expect([[...text], type.startsWith("multipart/form-data; boundary="), (length ?? 0) > 20]).toEqual([
			[["a", "b"]],
			true,
			true,
		]);
	});

	it.each([
		["http://proxy.test", { host: "a.test" }, 80, "proxy.test"],
		["https://proxy.test", { host: "a.test" }, 443, "proxy.test"],
		["http://u:p%20w@[::1]:8080", { host: "a.test", "proxy-authorization": `Basic ${btoa("u:p w")}` }, 8080, "::1"],
		["http://u@proxy.test:1", { host: "a.test", "proxy-authorization": `Basic ${btoa("u:")}` }, 1, "proxy.test"],
		["http://:p@proxy.test:1", { host: "a.test", "proxy-authorization": `Basic ${btoa(":p")}` }, 1, "proxy.test"],
	])("goes through the proxy %s", (proxy, headers, port, host) => {
		const url = new URL(proxy);
		expect([proxyHeaders(url, "a.test"), portOf(url), bareHost(url)]).toEqual([headers, port, host]);
	});

	it.each<
		[
			url: string,
			env: Record<string, string>,
			given: string | undefined,
			stored: string | undefined,
			proxy: string | undefined,
		]
	>([
		["http://localhost:1", { HTTP_PROXY: "a:1" }, "b:1", "c:1", undefined],
		["http://x.test", { HTTP_PROXY: "a:1", NO_PROXY: "x.test" }, "b:1", "c:1", "http://b:1"],
		["https://x.test", { HTTP_PROXY: "a:1" }, undefined, "c:1", "http://c:1"],
		["https://x.test", { HTTPS_PROXY: "", ALL_PROXY: "https://d:1" }, undefined, undefined, "https://d:1"],
		["https://x.test", { https_proxy: "e:1", HTTPS_PROXY: "a:1" }, undefined, undefined, "http://e:1"],
		["https://x.test", { ALL_PROXY: "a:1", no_proxy: "y.test, *" }, undefined, "c:1", undefined],
		["https://x.test", { ALL_PROXY: "a:1", no_proxy: "x.test:443" }, undefined, undefined, undefined],
		["http://x.test", { ALL_PROXY: "a:1", no_proxy: "x.test:443" }, undefined, undefined, "http://a:1"],
		["http://x.test", { ALL_PROXY: "a:1", no_proxy: "x.test:80" }, undefined, undefined, undefined],
		["http://x.test:8080", { ALL_PROXY: "a:1", no_proxy: "X.test:8080" }, undefined, undefined, undefined],
		["http://a.x.test", { ALL_PROXY: "a:1", no_proxy: "*.x.test" }, undefined, undefined, undefined],
		["http://ax.test", { ALL_PROXY: "a:1", no_proxy: ".x.test" }, undefined, undefined, "http://a:1"],
	])("to %s with %j finds its proxy", (url, env, given, stored, proxy) => {
		expect(findProxy(new URL(url), env, given, stored)).toBe(proxy);
	});
});

describe("an encoded body", () => {
	const text = "text ".repeat(20_000);
	const gzip = (times: number): Buffer =>
		Array.from({ length: times }).reduce<Buffer>((data) => gzipSync(data), Buffer.from(text));
	const decode = async (data: Buffer, header: string, size = 1000): Promise<string> => {
		const pieces = Array.from({ length: Math.ceil(data.length / size) }, (_, at) =>
			data.subarray(at * size, (at + 1) * size),
		);
		return (await buffer(decodeBody(Readable.from(pieces), header))).toString("latin1");
	};
	it.each<[header: string, data: Buffer, isDecoded?: boolean]>([
		["gzip", gzip(1)],
		["X-GZIP", gzip(1)],
		["deflate", deflateSync(text)],
		["deflate", deflateRawSync(text)],
		["br", brotliCompressSync(text)],
		["gzip, br", brotliCompressSync(gzip(1))],
		[" identity ,, gzip", gzip(1)],
		["gzip, ".repeat(5), gzip(5)],
		["gzip, ".repeat(6), gzip(6), false],
		["gzip, constructor", gzip(1), false],
		["identity", Buffer.from(text)],
		["deflate", Buffer.alloc(0), false],
	])("in %s is read", async (header, data, isDecoded = true) => {
		for (const size of [1, 1000, 1e6]) {
			if (size === 1 && data.length > 1000) continue;
			expect((await decode(data, header, size)) === (isDecoded ? text : data.toString("latin1")), String(size)).toBe(
				true,
			);
		}
	});

	it.each(["gzip", "deflate", "br"])("that is not in %s fails", async (header) => {
		await expect(decode(Buffer.from(`\x08${"no".repeat(100)}`), header)).rejects.toThrow();
	});

	it("of deflate is ended with its reader, and waits for a slow one", async () => {
		const source = Readable.from([deflateSync(Buffer.alloc(5_000_000))]);
		const body = decodeBody(source, "deflate");
		let size = 0;
		for await (const piece of body as AsyncIterable<Buffer>) {
			size += piece.length;
			if (size > 100_000) break;
		}
		expect([size < 1_000_000, body.destroyed]).toEqual([true, true]);
	});
});

describe("public hosts", () => {
	const lookup = (name: string, all: boolean): Promise<unknown[]> =>
		new Promise((resolve) => PUBLIC_HOSTS.lookup(name, { all }, (...results) => resolve(results)));
	const answer = (error: Error | null, ...addresses: string[]): void => {
		const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
		vi.spyOn(dns, "lookup").mockImplementation(((
			_name: string,
			_options: object,
			done: (...results: unknown[]) => void,
		) => done(error, found)) as never);
	};

	it("resolve to what was checked", async () => {
		answer(null, "1.1.1.1", "2606:4700::1111");
		expect(await lookup("a.test", false)).toEqual([null, "1.1.1.1", 4]);
		expect(await lookup("a.test", true)).toEqual([
			null,
			[
				{ address: "1.1.1.1", family: 4 },
				{ address: "2606:4700::1111", family: 6 },
			],
		]);
	});

	it.each([[["10.0.0.1"]], [["1.1.1.1", "127.0.0.1"]], [["1.1.1.1", "::ffff:7f00:1"]], [[]]])(
		"are none that resolve to %j",
		async (addresses) => {
			answer(null, ...addresses);
			for (const all of [true, false])
				expect(await lookup("a.test", all)).toMatchObject([
					{ message: "a.test is not on the public internet, so data may not name it." },
					[],
				]);
		},
	);

	it("fail where they cannot be resolved", async () => {
		const error = new Error("ENOTFOUND");
		answer(error);
		expect(await lookup("a.test", false)).toEqual([error, []]);
	});

	it.each([
		["1.1.1.1", true],
		["223.255.255.255", true],
		["224.0.0.0", false],
		["fe80::1%eth0", false],
		["2606:4700::1111%x", true],
		["64:ff9b::101:101", true],
		["64:ff9b::a00:1", false],
		["2001:db8::1", false],
		["3fff::1", false],
		["not an address", false],
		["::", false],
	])("%s: %s", (address, isPublic) => {
		expect(isPublicAddress(address)).toBe(isPublic);
	});
});

describe("tokens", () => {
	const token = {
		value: "hf_x",
		source: "HF_TOKEN",
		origin: "environment",
		variable: "HF_TOKEN",
		isExplicit: false,
	} as const;
	const encrypted =
		", which is not encrypted. Give it with --token to send it anyway; endpoint.trust takes https only.";
	it.each<[url: string, trust: string, note: string | undefined]>([
		["http://127.0.0.1:1", "", undefined],
		["https://huggingface.co/x", "", undefined],
		["https://router.huggingface.co", "", undefined],
		["https://hub.test/x", "", undefined],
		["https://a.test", "A.test,b.test:8443", undefined],
		["https://b.test:8443", "a.test,b.test:8443", undefined],
		[
			"https://b.test",
			"b.test:8443",
			"https://b.test. Give it with --token, or trust the host: hub config set endpoint.trust b.test",
		],
		[
			"https://a.test:1",
			"a.test",
			"https://a.test:1. Give it with --token, or trust the host: hub config set endpoint.trust a.test:1",
		],
		["http://a.test", "a.test", `http://a.test${encrypted}`],
		["https://x.endpoints.huggingface.cloud", "", undefined],
		[
			"https://x.endpoints.huggingface.cloud:1",
			"",
			"https://x.endpoints.huggingface.cloud:1. Give it with --token, or trust the host: hub config set endpoint.trust x.endpoints.huggingface.cloud:1",
		],
		[
			"https://endpoints.huggingface.cloud.evil.test",
			"",
			"https://endpoints.huggingface.cloud.evil.test. Give it with --token, or trust the host: hub config set endpoint.trust endpoints.huggingface.cloud.evil.test",
		],
	])("go to %s, or not: %s", (url, trust, note) => {
		const { context, said } = make({
			HF_ENDPOINT: "https://hub.test",
			...(trust ? { HUB_ENDPOINT_TRUST: trust } : {}),
		});
		const config = { ...readConfig(context), ...(trust ? { "endpoint.trust": trust } : {}) };
		expect(tokenFor(token, url, context, config)).toBe(note === undefined ? token : undefined);
		expect(said).toEqual(note === undefined ? [] : [`The token from HF_TOKEN is not sent to ${note}\n`]);
	});

	it("go everywhere where they were given for it", () => {
		const { context } = make();
		const given = { ...token, isExplicit: true };
		expect(tokenFor(given, "http://a.test", context, readConfig(context))).toBe(given);
		expect(tokenFor(undefined, "http://a.test", context, readConfig(context))).toBeUndefined();
		expect(tokenFor(token, undefined, context, readConfig(context))).toBe(token);
	});

	it.each<[endpoint: string, given: Parameters<typeof checkEndpoint>[1], message: string, hint?: string]>([
		[
			"http://a.test",
			{ sandbox: true },
			"--sandbox and --endpoint cannot be combined.",
			"The sandbox calls nothing; leave one of them out.",
		],
		[
			"http://a.test",
			{ provider: "groq" },
			"--endpoint and --provider cannot be combined.",
			"An endpoint is its own provider.",
		],
		[
			"http://a.test",
			{ provider: "groq", direct: true },
			"--endpoint and --direct cannot be combined.",
			"An endpoint is its own provider.",
		],
		[
			"ftp://a.test",
			{},
			'--endpoint must be a URL with http:// or https:// and without a password, got "ftp://a.test".',
		],
		[
			"http://u:p@a.test",
			{},
			'--endpoint must be a URL with http:// or https:// and without a password, got "http://[redacted]@a.test".',
			"Send a password with --header 'Authorization: Basic …'.",
		],
	])("and the endpoint %s with %j do not go together", (endpoint, given, message, hint) => {
		const check = (): unknown => checkEndpoint(endpoint, given);
		expect(check).toThrow(message);
		expect(check).toThrow(expect.objectContaining({ message, hint }));
	});
});

describe("offers", () => {
	const answer = {
		data: [{ id: "org/m", providers: [{ provider: "groq", pricing: { input: 1, output: 2 }, status: "live" }] }],
	};
	const found = expect.arrayContaining([expect.objectContaining({ model: "org/m", provider: "groq" })]);
	const source = (response: () => Response, more: Partial<OfferSource> = {}): OfferSource & { asked: unknown[] } => {
		const asked: unknown[] = [];
		const fetch: OfferSource["fetch"] = async (input, init) => {
			asked.push([input, init?.headers]);
			return response();
		};
		return { fetch, routerUrl: "https://router.test/", accessToken: "hf_x", isCached: true, asked, ...more };
	};

	it("are kept for a day", async () => {
		let time = 1000;
		const { context } = make({}, { now: () => time });
		const first = source(() => Response.json(answer));
		expect(readKeptOffers(first, context)).toBeUndefined();
		expect(await loadOffers(first, context)).toEqual(found);
		expect(first.asked).toEqual([["https://router.test/v1/models", { Authorization: "Bearer hf_x" }]]);
		const none = source(() => Response.error());
		const day = 24 * 3600 * 1000;
		for (time of [1000, 1000 + day - 1]) expect(await loadOffers(none, context)).toEqual(found);
		for (time of [999, 1000 + day]) expect(readKeptOffers(none, context)).toBeUndefined();
		time = 1000;
		expect(readKeptOffers({ ...none, routerUrl: "https://other.test" }, context)).toBeUndefined();
		expect(readKeptOffers({ ...none, isCached: false }, context)).toBeUndefined();
		expect(none.asked).toEqual([]);
		const path = join(home.folder, ".cache/hub/offers.json");
		writeFileSync(path, readFileSync(path, "utf8").replace('"savedAt":1000', '"savedAt":"1000"'));
		expect(readKeptOffers(none, context)).toEqual(found);
		time = day;
		expect(readKeptOffers(none, context)).toBeUndefined();
	});

	it("are no reason to write where nothing may be written, or to send a key of another service", async () => {
		writeFileSync(join(home.folder, "file"), "");
		const { context } = make({ XDG_CACHE_HOME: join(home.folder, "file") });
		const asked = source(() => Response.json(answer), { accessToken: "sk_x" });
		expect(await loadOffers(asked, context)).toEqual(found);
		expect(asked.asked).toEqual([["https://router.test/v1/models", {}]]);
		const failing = source(
			() => new Response(new ReadableStream({ cancel: () => Promise.reject(new Error("no")) }), { status: 503 }),
		);
		await expect(loadOffers(failing, context)).rejects.toThrow("The router returned 503.");
	});
});

describe("recordings", () => {
	it.each<[given: object, env: Record<string, string>, message: string]>([
		[{ append: true }, {}, "--append needs --record or --replay-or-record."],
		[{ replayIgnore: ["a"] }, {}, "--replay-ignore needs --replay or --replay-or-record."],
		[{ replay: "x", append: true }, {}, "--append does not apply to --replay."],
		[{ record: "x", replayIgnore: ["a"] }, {}, "--replay-ignore does not apply to --record."],
		[{ record: "x", replay: "y" }, {}, "--record and --replay cannot be combined."],
		[{ record: "x", replayOrRecord: "y" }, {}, "--record and --replay-or-record cannot be combined."],
		[{ record: "" }, {}, "--record needs a folder."],
		[{ replay: "empty" }, {}, "--replay: there are no recordings in empty."],
		[{ replayIgnore: [] }, { HUB_REPLAY: "empty" }, "HUB_REPLAY: there are no recordings in empty."],
		[{ replayIgnore: [] }, { HUB_RECORD: "a", HUB_REPLAY: "b" }, "HUB_RECORD and HUB_REPLAY cannot be combined."],
	])("cannot be %j %j", async (given, env, message) => {
		mkdirSync(join(home.folder, "empty"));
		writeFileSync(join(home.folder, "empty/note.txt"), "");
		const { context } = make(env);
		await expect(openRecording(given, context, readConfig(context))).rejects.toThrow(message);
	});

	it("are those of flags, else of variables; none without", async () => {
		const open = async (given: object, env: Record<string, string>): Promise<unknown> => {
			const { context } = make(env);
			const recording = await openRecording(given, context, readConfig(context));
			expect(await openRecording(given, context, readConfig(context))).toBe(recording);
			return (
				recording && [recording.mode, recording.folder.slice(home.folder.length), await recording.isDirect("groq")]
			);
		};
		expect(await open({}, { HUB_RECORD: "a" })).toBeUndefined();
		expect(await open({ replayIgnore: [] }, { HUB_RECORD: "a" })).toEqual(["record", "/a", false]);
		expect(await open({ replayIgnore: [], record: "b" }, { HUB_REPLAY: "a" })).toEqual(["record", "/b", false]);
		mkdirSync(join(home.folder, "calls"));
		writeFileSync(join(home.folder, "calls/x.txt"), '{"provider":"groq","routed":false}');
		for (const [name, recorded] of Object.entries({
			"1.json": "[",
			"2.json": '{"provider":"groq","routed":true}',
			"3.json": '{"provider":"openai","routed":false}',
		}))
			writeFileSync(join(home.folder, "calls", name), recorded);
		expect(await open({ replay: "calls" }, {})).toEqual(["replay", "/calls", false]);
		writeFileSync(join(home.folder, "calls/4.json"), '{"provider":"groq","routed":false}');
		expect(await open({ replayOrRecord: "calls", replayIgnore: ["body.seed"] }, {})).toEqual([
			"replay-or-record",
			"/calls",
			true,
		]);
	});
});

describe("traces", () => {
	const settings = {
		url: "https://c.test/v1/traces",
		headers: {},
		serviceName: "hub",
		traceparent: undefined,
		hasContent: false,
	};
	it.each<[env: Record<string, string>, settings: object | undefined]>([
		[{}, undefined],
		[{ OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.test//", OTEL_SDK_DISABLED: "TRUE" }, undefined],
		[{ OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.test//", OTEL_SDK_DISABLED: "1" }, settings],
		[
			{ OTEL_EXPORTER_OTLP_ENDPOINT: "https://x.test", OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://c.test/own/" },
			{ ...settings, url: "https://c.test/own/" },
		],
		[
			{
				OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.test",
				OTEL_EXPORTER_OTLP_HEADERS: "a=1, b = x%20y ,=c,no,bad name=1,d=e=f",
				OTEL_EXPORTER_OTLP_TRACES_HEADERS: "a=2,g=%E0%A4%A",
				OTEL_SERVICE_NAME: "me",
				TRACEPARENT: "00-a",
				OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "span_and_event",
			},
			{
				...settings,
				headers: { a: "2", b: "x y", d: "e=f", g: "%E0%A4%A" },
				serviceName: "me",
				traceparent: "00-a",
				hasContent: true,
			},
		],
		[
			{
				OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.test",
				OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "EVENT_ONLY",
			},
			settings,
		],
		[
			{
				OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.test",
				OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "SPAN_ONLY",
			},
			{ ...settings, hasContent: true },
		],
	])("are set by %j", (env, expected) => {
		expect(readTraceSettings(env)).toEqual(expected);
	});

	const span = { attributes: [], events: [], links: [] } as unknown as Span;
	const collect = (answer: () => Response): number[] => {
		const sent: number[] = [];
		vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
			const { resourceSpans } = JSON.parse(String(init.body)) as {
				resourceSpans: { scopeSpans: { spans: unknown[] }[] }[];
			};
			sent.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.map(({ spans }) => spans.length)));
			return answer();
		});
		return sent;
	};

	it("are sent a hundred at a time, and at the end", async () => {
		const sent = collect(() => new Response("{}"));
		const { context, said } = make();
		const queue = openSpanQueue(settings, context);
		expect(openSpanQueue(settings, context)).toBe(queue);
		for (let count = 0; count < 99; count++) queue(span);
		await new Promise((resolve) => setImmediate(resolve));
		expect(sent).toEqual([]);
		queue(span);
		queue(span);
		await context.close();
		expect([sent, said]).toEqual([[100, 1], []]);
	});

	it.each<[answer: () => Response, problem: string]>([
		[() => new Response("", { status: 500 }), "The collector refused the traces: HTTP 500\n"],
		[
			() => {
				throw new TypeError("fetch failed");
			},
			"The traces were not sent: fetch failed\n",
		],
	])("that fail are told with --debug alone: %#", async (answer, problem) => {
		for (const debug of [true, false]) {
			collect(answer);
			const { context, said } = make({}, { debug });
			openSpanQueue(settings, context)(span);
			await context.close();
			expect(said).toEqual(debug ? [problem] : []);
		}
	});
});

describe("events of a call", () => {
	it("are counted, and passed on", () => {
		const heard: unknown[] = [];
		const { log, listen } = createCallLog((event) => heard.push(event));
		const notices = [
			{ type: "auto-selected", provider: "groq", message: "a" },
			{ type: "repair", message: "b" },
			{ type: "repair", message: "b" },
			{ type: "instructions", message: "c" },
			{ type: "staging", message: "d" },
			{ type: "polling", message: "e" },
		] as unknown as Parameters<typeof toEvent>[0][];
		const events = [
			{ type: "provider", provider: "groq" },
			{ type: "repair" },
			{ type: "repair" },
			{ type: "instructions" },
			{ type: "note", message: "d" },
			{ type: "progress", text: "e" },
		];
		expect(notices.map(toEvent)).toEqual(events);
		for (const notice of notices) listen(toEvent(notice));
		listen({ type: "retry", message: "f" });
		listen({ type: "response", requestId: "1" });
		listen({ type: "response", requestId: undefined });
		expect(log).toEqual({ retries: 1, repairs: 2, isInstructed: true, provider: "groq", requestId: "1" });
		expect(heard).toHaveLength(9);
		const { context, said } = make();
		for (const event of heard) printNotes(context)(event as never);
		expect(said).toEqual(["d\n", "f\n"]);
	});

	it.each<[body: RequestInit["body"], length: number, events: string[]]>([
		["x".repeat(199_999), 199_999, []],
		["x".repeat(200_000), 200_000, ["Sending 200.0 kB", "Receiving 200.0 kB"]],
		[new ArrayBuffer(200_000), 0, ["Sending 200.0 kB"]],
		[new Uint8Array(200_000), 0, ["Sending 200.0 kB"]],
		[new Blob(["x".repeat(200_000)]), 0, ["Sending 200.0 kB"]],
		[new URLSearchParams("x".repeat(200_000)), 0, []],
	])("tell of large transfers: %#", async (body, length, events) => {
		const told: string[] = [];
		const sandbox = async (): Promise<Response> =>
			new Response(null, { headers: { "content-length": String(length) } });
		const fetch = createFetch(
			make().context,
			{ timeout: 0, retries: 0, sandbox },
			(event) => event.type === "progress" && told.push(event.text),
		);
		await fetch("https://a.test", { method: "POST", body: body ?? null });
		expect(told).toEqual(events);
	});

	it("are shown with --debug, without secrets", async () => {
		const { context, said } = make({}, { debug: true });
		const headers = { "set-cookie": "a=secret", "x-a": "b\u001bc" };
		const fetch = createFetch(
			context,
			{ timeout: 0, retries: 0, sandbox: async () => new Response("", { headers }) },
			() => undefined,
		);
		await fetch("https://a.test/\u001b", {
			method: "POST",
			body: "\u0007",
			headers: { authorization: "Bearer hf_abcdefgh", "x-b": "c" },
		});
		expect(said.map((line) => line.trim())).toEqual([
			"> POST https://a.test/␛",
			"> authorization: Bearer [redacted]",
			"> x-b: c",
			"> ␇",
			"< 200  (0 ms)",
			"< content-type: text/plain;charset=UTF-8",
			"< set-cookie: [redacted]",
			"< x-a: b␛c",
		]);
	});
});

describe("the content of a call in the log", () => {
	const file = (data: string, type = ""): Blob => new Blob([data], { type });
	it.each<[value: unknown, characters: number | undefined, described: unknown]>([
		[{ a: [1, null, true, "text"] }, undefined, { a: [1, null, true, "text"] }],
		[file("abc", "a/b"), undefined, { type: "a/b", size: 3, data: "YWJj" }],
		[
			{ file: new Uint8Array([1, 2]) },
			undefined,
			{ file: { type: "application/octet-stream", size: 2, data: "AQI=" } },
		],
		[file("x".repeat(1_000_001)), undefined, { type: "application/octet-stream", size: 1_000_001 }],
		["abcd", 12, "abcd"],
		["abcd", 11, { type: "text/plain", size: 4 }],
		[["ab", "cd", "ef"], 28, ["ab", "cd", { type: "application/json", size: null }]],
		[["ab", "cd", "ef"], 27, ["ab", { type: "text/plain", size: 2 }, { type: "text/plain", size: 2 }]],
		[[["a"]], 16, [{ type: "application/json", size: null }]],
	])("is %j within %s characters", async (value, characters, described) => {
		expect(await describeContent(value, characters)).toEqual(described);
	});

	it("ends where it is nested too deeply", async () => {
		const nest = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], "x");
		expect(await describeContent(nest(200))).toEqual(nest(200));
		const deep = JSON.stringify(await describeContent(nest(201)));
		expect(deep).toContain('[{"type":"application/json","size":null}]');
	});

	it("has its files again, where they are there", async () => {
		const kept = {
			a: [{ type: "a/b", size: 3, data: "YWJj" }],
			b: { type: "a/b", size: 9 },
			c: { type: "x", size: 1, more: 2 },
		};
		const restored = restoreContent(kept) as { a: Blob[]; b: unknown; c: unknown };
		expect([await restored.a[0]?.text(), restored.a[0]?.type, restored.b, restored.c]).toEqual([
			"abc",
			"a/b",
			undefined,
			kept.c,
		]);
		expect([kept, kept.a, kept.b, kept.c, "x", null].map(lacksFile)).toEqual([true, false, true, false, false, false]);
		expect(withoutFileContent(kept)).toEqual({ a: [{ type: "a/b", size: 3 }], b: kept.b, c: kept.c });
	});

	it.each<[log: string | boolean | undefined, variable: string, level: string | undefined]>([
		[undefined, "", undefined],
		[undefined, "content", "content"],
		[true, "content", "metadata"],
		[false, "content", undefined],
		["off", "content", undefined],
		["content", "", "content"],
	])("is kept with --log %s and HUB_LOG=%s: %s", (log, variable, level) => {
		const { context } = make({ HUB_LOG: variable });
		expect(readLogLevel({ log }, context, readConfig(context))).toBe(level);
	});
});
