import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readForm } from "../../src/cli/commands/serve/forms.ts";
import { startServer } from "../../src/cli/commands/serve/server.ts";
import { createGateway } from "../../src/gateway/index.ts";
import { startSandbox } from "../../src/sandbox-server.ts";

const KEY = "hub-client-key-1234567890";
/** More than the 64 kB that are read before a request is answered, and than a socket holds. */
const SIZE = 3 * 2 ** 20;
const TIME = 20_000;

const json = Buffer.from(`{"model":"a","messages":[{"role":"user","content":"Hi"}],"x":"${"x".repeat(SIZE)}"}`);
const form = Buffer.concat([
	Buffer.from(
		'--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n',
	),
	Buffer.alloc(SIZE, 0x61),
	Buffer.from("\r\n--b--\r\n"),
]);

interface Style {
	content: Buffer;
	type: string;
	isChunked: boolean;
}

const STYLES: Readonly<Record<string, Style>> = {
	plain: { content: json, type: "application/json", isChunked: false },
	chunked: { content: json, type: "application/json", isChunked: true },
	form: { content: form, type: "multipart/form-data; boundary=b", isChunked: false },
	"chunked form": { content: form, type: "multipart/form-data; boundary=b", isChunked: true },
};

interface Early {
	/** Method and target. */
	line: string;
	headers?: Record<string, string>;
	/** Default: all. */
	styles?: readonly string[];
	status: number;
}

const auth = { authorization: `Bearer ${KEY}` };
const JSON_BODIES = ["plain", "chunked"];
const FORMS = ["form", "chunked form"];

/** Answers of `hub serve` that do not wait for the body. */
const SERVED: readonly Early[] = [
	{ line: "POST /v1/chat/completions", status: 401 },
	{ line: "POST /v1/chat/completions", headers: { authorization: "Bearer wrong" }, status: 401 },
	{ line: "POST /v1/audio/transcriptions", status: 401 },
	{ line: "POST /v1/unknown", headers: auth, status: 404 },
	{ line: "POST /v1/tasks/unknown", headers: auth, status: 404 },
	{ line: "POST /v1/models", headers: auth, status: 405 },
	{ line: "PUT /v1/chat/completions", headers: auth, status: 405 },
	{ line: "TRACE /v1/chat/completions", headers: auth, status: 405 },
	{ line: "POST /v1/chat/completions", headers: { host: "evil.example" }, status: 403 },
	{ line: "POST /v1/chat/completions", headers: { origin: "http://evil.example" }, status: 403 },
	{ line: "OPTIONS /v1/chat/completions", headers: { origin: "http://good.example" }, status: 204 },
	{ line: "POST http://[::1", headers: auth, status: 400 },
	{ line: "POST /v1/chat/completions", headers: auth, styles: JSON_BODIES, status: 413 },
	{ line: "POST /v1/audio/transcriptions", headers: auth, styles: FORMS, status: 413 },
	{ line: "POST /v1/chat/completions", headers: auth, styles: FORMS, status: 415 },
	{ line: "POST /v1/audio/transcriptions", headers: auth, styles: JSON_BODIES, status: 415 },
	{ line: "POST /v1/images/edits", headers: { ...auth, "content-type": "multipart/form-data" }, status: 400 },
	{ line: "GET /health", status: 200 },
	{ line: "HEAD /health", status: 200 },
	// The page of calls.
	{ line: "POST /", status: 405 },
	{ line: "GET /", status: 401 },
	{ line: "GET /?code=wrong", status: 403 },
	{ line: "GET /calls", status: 401 },
	{ line: "DELETE /calls/x", status: 405 },
	{ line: "PUT /page.js", status: 405 },
];

const SANDBOX: readonly Early[] = [
	{ line: "POST /v1/chat/completions", status: 401 },
	{ line: "POST /v1/unknown", status: 404 },
	{ line: "POST /api/models", status: 405 },
	{ line: "POST /v1/models", headers: { authorization: "Bearer hf_test" }, status: 405 },
	{ line: "PUT /", status: 405 },
	{ line: "TRACE /", status: 501 },
	{ line: "PROPFIND /api/models", status: 501 },
	{ line: "POST /v1/models", headers: { host: "evil.example" }, status: 403 },
	{ line: "POST /v1/models", headers: { origin: "http://evil.example" }, status: 403 },
	{ line: "POST http://[::1", status: 400 },
	{ line: "OPTIONS /v1/models", status: 204 },
	{ line: "POST /v1/chat/completions", headers: { authorization: "Bearer hf_test" }, styles: FORMS, status: 415 },
	{ line: "GET /v1/models", headers: { authorization: "Bearer hf_test" }, status: 200 },
	{ line: "HEAD /", status: 200 },
];

function rows(list: readonly Early[]): (readonly [name: string, early: Early, style: Style])[] {
	return list.flatMap((early) =>
		(early.styles ?? Object.keys(STYLES)).flatMap((name) => {
			const style = STYLES[name];
			return style ? [[`${early.status} to ${early.line}, ${name}`, early, style] as const] : [];
		}),
	);
}

function frame({ line, headers = {} }: Early, { content, type, isChunked }: Style): Buffer {
	const all = {
		host: "localhost",
		"content-type": type,
		...(isChunked ? { "transfer-encoding": "chunked" } : { "content-length": String(content.length) }),
		...headers,
	};
	const head = `${line} HTTP/1.1\r\n${Object.entries(all)
		.map(([name, value]) => `${name}: ${value}\r\n`)
		.join("")}\r\n`;
	const half = content.length >> 1;
	const chunks = [content.subarray(0, half), content.subarray(half), Buffer.alloc(0)];
	const body = chunks.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]);
	return Buffer.concat([Buffer.from(head), ...(isChunked ? body : [content])]);
}

/** Sends a request, then the next one on the same connection; returns the statuses of both. */
function askTwice(url: string, first: Buffer): Promise<number[]> {
	return new Promise((resolve, reject) => {
		let text = "";
		const socket = connect(Number(new URL(url).port), "127.0.0.1", () => {
			socket.write(first);
			socket.write("OPTIONS /v1/models HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
		});
		socket.on("data", (part) => {
			text += part.toString("latin1");
		});
		socket.on("error", reject);
		socket.on("close", () => resolve([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))));
	});
}

interface Listening {
	url: string;
	close(): Promise<void>;
}

let serve: Listening;
let stopping: Listening;
/** Its only target has met a limit. */
let limited: Listening;
let sandbox: Listening;
/** It answers 429 to everything. */
let refusing: Listening;
beforeAll(async () => {
	const options = { key: KEY, maxBody: 1e6, cors: ["http://good.example"], readForm };
	serve = await startServer(createGateway(options), "127.0.0.1", 0);
	const drained = createGateway(options);
	await drained.drain();
	stopping = await startServer(drained, "127.0.0.1", 0);
	const refuse = async (): Promise<Response> =>
		Response.json({ error: { message: "slow" } }, { status: 429, headers: { "retry-after": "600" } });
	const target = { aliases: { a: ["openai/gpt-5:openai"] }, token: "sk-key-of-the-target-1234567890" };
	limited = await startServer(createGateway({ key: KEY, ...target, fetch: refuse, readForm }), "127.0.0.1", 0);
	sandbox = await startSandbox();
	refusing = await startSandbox({ faults: [{ kind: "status", status: 429, probability: 1 }] });
});
afterAll(() => Promise.all([serve, stopping, limited, sandbox, refusing].map((server) => server.close())));

describe("after an answer that did not wait for the body, the next request on the connection is answered", () => {
	it.each(rows(SERVED))("hub serve: %s", { timeout: TIME }, async (_, early, style) => {
		expect(await askTwice(serve.url, frame(early, style))).toEqual([early.status, 204]);
	});

	it.each(rows(SANDBOX))("sandbox: %s", { timeout: TIME }, async (_, early, style) => {
		expect(await askTwice(sandbox.url, frame(early, style))).toEqual([early.status, 204]);
	});

	it.each(rows([{ line: "POST /v1/chat/completions", headers: auth, status: 503 }]))(
		"hub serve that stops: %s",
		{ timeout: TIME },
		async (_, early, style) => {
			expect(await askTwice(stopping.url, frame(early, style))).toEqual([503, 204]);
		},
	);

	it.each(rows([{ line: "POST /v1/chat/completions", headers: auth, styles: JSON_BODIES, status: 429 }]))(
		"hub serve at a limit, twice: %s",
		{ timeout: TIME },
		async (_, early, style) => {
			// The first call learns the limit, the second is refused without a request.
			for (const _call of [1, 2]) expect(await askTwice(limited.url, frame(early, style))).toEqual([429, 204]);
		},
	);

	it.each(
		rows([
			{
				line: "POST /v1/chat/completions",
				headers: { authorization: "Bearer hf_test" },
				styles: JSON_BODIES,
				status: 429,
			},
		]),
	)("sandbox with a fault: %s", { timeout: TIME }, async (_, early, style) => {
		expect(await askTwice(refusing.url, frame(early, style))).toEqual([429, expect.any(Number)]);
	});
});

describe("methods that are not served", () => {
	it.each([
		["CONNECT example.org:443", 405],
		["CONNECT /", 405],
		["BREW /", 501],
		["trace /", 501],
	])("%s is refused, not cut off", async (line, status) => {
		for (const { url } of [serve, sandbox]) {
			const [found] = await askTwice(url, Buffer.from(`${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
			expect(found).toBe(status);
		}
	});
});
