import type { Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { Fetch } from "../../../src/http/index.ts";
import type { RawAnswer, RawRequest } from "../../helpers/raw-server.ts";

/** Something a server or a caller does, and what the caller is to see of it. */
export interface Behavior {
	title: string;
	answer: RawAnswer;
	/** Answers before the body of the request has come. */
	isEager?: boolean;
	host?: string;
	/** Calls `fetch`; its result must be the same with both. Default: reads the response whole. */
	call?: ((fetch: Fetch, url: string) => Promise<unknown>) | undefined;
	/** Where the two differ: part of the outcome with the transport. */
	differs?: object;
	/** Lines of the request that must be the same with both. */
	compares?: RegExp;
}

const write =
	(...parts: (string | Uint8Array)[]): RawAnswer =>
	(socket) => {
		for (const part of parts) socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
	};
const head = (lines: string[], status = "200 OK"): string =>
	[`HTTP/1.1 ${status}`, ...lines, "connection: close", "", ""].join("\r\n");
const sized = (body: string, lines: string[] = [], status?: string): string =>
	head([...lines, `content-length: ${body.length}`], status) + body;
const encoded = (encoding: string, bytes: Uint8Array): RawAnswer =>
	write(head([`content-encoding: ${encoding}`, `content-length: ${bytes.length}`]), bytes);
const thenEnd =
	(...parts: (string | Uint8Array)[]): RawAnswer =>
	(socket, request) => {
		write(...parts)(socket, request);
		socket.end();
	};
const thenDestroy =
	(...parts: string[]): RawAnswer =>
	(socket, request) => {
		write(...parts)(socket, request);
		setTimeout(() => socket.destroy(), 20);
	};
const redirectTo =
	(status: number, location = "/next"): RawAnswer =>
	(socket, request) =>
		write(request.head.includes(" /next") ? sized("there") : sized("", [`location: ${location}`], `${status} X`))(
			socket,
			request,
		);

/** A response as plain data. */
export async function describeResponse(response: Response): Promise<unknown> {
	const { status, statusText, ok, url, body } = response;
	const headers = [...response.headers];
	const text = await response.text().catch((error: Error) => `${error.name}: ${error.message}`);
	return { status, statusText, ok, url, hasBody: body !== null, headers, text };
}

const get = async (fetch: Fetch, url: string): Promise<unknown> => describeResponse(await fetch(url));
const call =
	(init: () => RequestInit): Behavior["call"] =>
	async (fetch, url) =>
		describeResponse(await fetch(url, init()));
const ok = write(sized("fine"));
const sent =
	/^(POST|GET|PUT|HEAD|DELETE|patch|content-type|content-length|transfer-encoding|x-\w+|host|accept)\b.*$/gim;
const streamOf = (...parts: string[]): ReadableStream<Uint8Array> =>
	new ReadableStream({
		start(sink) {
			for (const part of parts) sink.enqueue(new TextEncoder().encode(part));
			sink.close();
		},
	});
const abortSoon = (reason?: unknown, delay = 30): AbortSignal => {
	const controller = new AbortController();
	setTimeout(() => controller.abort(reason), delay);
	return controller.signal;
};
/** The headers are there before the abort, however slow the machine is. */
const abortInBody = async (fetch: Fetch, url: string): Promise<unknown> => {
	const controller = new AbortController();
	const response = await fetch(url, { signal: controller.signal });
	setTimeout(() => controller.abort(), 30);
	return describeResponse(response);
};
const keepAlive = (body: string): string => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const twice = async (fetch: Fetch, url: string): Promise<unknown> => {
	const first = await (await fetch(url)).text();
	await new Promise((resolve) => setTimeout(resolve, 30));
	return [first, await (await fetch(url)).text()];
};
const onOneConnection = (socket: Socket, { turn, connection }: RawRequest): void => {
	socket.write(keepAlive(`${connection}.${turn}`));
};
const never = (): void => undefined;
const text = "The quick brown fox. ".repeat(50);
const bytes = Buffer.from(text);

export const behaviors: Behavior[] = [
	// Framing of the response.
	{ title: "a body with its length", answer: ok },
	{ title: "an empty body", answer: write(sized("")) },
	{
		title: "a body in chunks",
		answer: write(head(["transfer-encoding: chunked"]), "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"),
	},
	{ title: "chunks with extensions", answer: write(head(["transfer-encoding: chunked"]), "3;a=b\r\nabc\r\n0\r\n\r\n") },
	{ title: "trailers", answer: write(head(["transfer-encoding: chunked"]), "1\r\na\r\n0\r\nx-sum: 1\r\n\r\n") },
	{ title: "a body that ends with the connection", answer: thenEnd(head([]), "to the end") },
	{ title: "HTTP/1.0", answer: thenEnd("HTTP/1.0 200 OK\r\n\r\nold") },
	{ title: "a body cut short of its length", answer: thenEnd(head(["content-length: 100"]), "short") },
	{
		title: "chunks that break off",
		differs: { value: { text: "TypeError: terminated" } },
		answer: thenEnd(head(["transfer-encoding: chunked"]), "5\r\nab"),
	},
	{
		title: "a chunk of no size",
		differs: { error: "TypeError" },
		answer: thenEnd(head(["transfer-encoding: chunked"]), "zz\r\nab\r\n"),
	},
	{ title: "a reset in the middle of the body", answer: thenDestroy(head(["content-length: 100"]), "short") },
	{ title: "a connection closed without a response", answer: (socket) => socket.destroy() },
	{ title: "a half-closed connection without a response", answer: (socket) => socket.end() },
	{ title: "bytes that are not HTTP", answer: thenEnd("hello\r\n\r\n") },
	{ title: "a length that is no number", answer: thenEnd("HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\nab") },
	{ title: "headers without an end", answer: thenEnd("HTTP/1.1 200 OK\r\nx-a: b\r\n") },
	{
		title: "the head byte by byte",
		answer: (socket) => {
			const all = sized("slow");
			socket.setNoDelay(true);
			for (const [index, byte] of [...all].entries()) setTimeout(() => socket.write(byte, "latin1"), index / 4);
		},
	},
	{
		title: "a character split between chunks",
		answer: write(head(["transfer-encoding: chunked"]), "1\r\n\xc3\r\n", "1\r\n\xa9\r\n0\r\n\r\n"),
	},
	// Status and headers.
	{ title: "204", answer: write(head([], "204 No Content")) },
	{ title: "304", answer: write(head([], "304 Not Modified")) },
	{ title: "404 with a body", answer: write(sized("none", [], "404 Not Found")) },
	{
		title: "a status without a text",
		answer: write("HTTP/1.1 200 \r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
	},
	{
		title: "a status text of Latin-1",
		differs: { value: { statusText: "caf\u00e9" } },
		answer: write("HTTP/1.1 200 caf\xe9\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
	},
	{
		title: "100 before the response",
		differs: { value: { text: "after" } },
		answer: write("HTTP/1.1 100 Continue\r\n\r\n", sized("after")),
	},
	{ title: "103 before the response", answer: write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", sized("after")) },
	{
		title: "102 twice before the response",
		answer: write("HTTP/1.1 102 P\r\n\r\nHTTP/1.1 102 P\r\n\r\n", sized("after")),
	},
	{ title: "a header sent twice", answer: write(sized("a", ["x-a: 1", "X-A: 2"])) },
	{ title: "two cookies", answer: write(sized("a", ["set-cookie: a=1", "set-cookie: b=2"])) },
	{ title: "a header in Latin-1", answer: write(sized("a", ["x-a: caf\xe9"])) },
	{
		title: "spaces around a value",
		differs: {
			value: {
				headers: [
					["connection", "close"],
					["content-length", "1"],
					["x-a", "b"],
				],
			},
		},
		answer: write(sized("a", ["x-a:   b   "])),
	},
	{ title: "an empty value", answer: write(sized("a", ["x-a:"])) },
	{
		title: "the response to HEAD",
		answer: write(head(["content-length: 10"])),
		call: call(() => ({ method: "HEAD" })),
	},
	// Encodings.
	{ title: "gzip", answer: encoded("gzip", gzipSync(bytes)) },
	{ title: "x-gzip", answer: encoded("x-gzip", gzipSync(bytes)) },
	{ title: "deflate", answer: encoded("deflate", deflateSync(bytes)) },
	{ title: "Brotli", answer: encoded("br", brotliCompressSync(bytes)) },
	{ title: "gzip after Brotli", answer: encoded("br, gzip", gzipSync(brotliCompressSync(bytes))) },
	{ title: "an unknown encoding", answer: encoded("rot13", bytes) },
	{ title: "an encoding with a name of JavaScript's own", answer: encoded("constructor", bytes) },
	{ title: "an encoding in capitals", answer: encoded("GZIP", gzipSync(bytes)) },
	{ title: "gzip without its end", answer: encoded("gzip", gzipSync(bytes).subarray(0, -8)) },
	{ title: "gzip that is none", answer: encoded("gzip", Buffer.from("plainly not gzip")) },
	{ title: "two members of gzip", answer: encoded("gzip", Buffer.concat([gzipSync("a"), gzipSync("b")])) },
	// Requests.
	{ title: "a string as body", answer: ok, call: call(() => ({ method: "POST", body: "hé" })), compares: sent },
	{
		title: "bytes as body",
		answer: ok,
		call: call(() => ({ method: "PUT", body: new Uint8Array([104, 105]) })),
		compares: sent,
	},
	{
		title: "a Blob as body",
		answer: ok,
		call: call(() => ({ method: "POST", body: new Blob(["x"], { type: "a/b" }) })),
		compares: sent,
	},
	{
		title: "a form of the URL kind as body",
		answer: ok,
		call: call(() => ({ method: "POST", body: new URLSearchParams({ a: "b c" }) })),
		compares: sent,
	},
	{
		title: "a stream as body",
		answer: ok,
		call: call(() => ({ method: "POST", body: streamOf("ab", "cd"), duplex: "half" }) as RequestInit),
		compares: sent,
	},
	{ title: "POST without a body", answer: ok, call: call(() => ({ method: "POST" })), compares: sent },
	{ title: "GET with a body", answer: ok, call: call(() => ({ body: "x" })) },
	{ title: "methods in lowercase", answer: ok, call: call(() => ({ method: "delete" })), compares: /^\w+ /g },
	{ title: "PATCH in lowercase stays", answer: ok, call: call(() => ({ method: "patch" })), compares: /^\w+ /g },
	{
		title: "headers in pairs, one of them twice",
		answer: ok,
		call: call(() => ({
			headers: [
				["X-A", "1"],
				["x-a", "2"],
			],
		})),
		compares: /^x-a.*$/gim,
	},
	{
		title: "headers with spaces around",
		answer: ok,
		call: call(() => ({ headers: { "x-a": "  b " } })),
		compares: /^x-a.*$/gim,
	},
	{ title: "a header with a line break", answer: ok, call: call(() => ({ headers: { "x-a": "b\r\nx-b: c" } })) },
	{
		title: "a query and a fragment",
		answer: ok,
		call: (fetch, url) => get(fetch, `${url}/a?b=c d#e`),
		compares: /^GET.*$/g,
	},
	{ title: "a URL with a password", answer: ok, call: (fetch, url) => get(fetch, url.replace("//", "//u:p@")) },
	{ title: "a port that is forbidden", answer: ok, call: (fetch) => get(fetch, "http://127.0.0.1:6000/") },
	{ title: "a scheme that is unknown", answer: ok, call: (fetch) => get(fetch, "ftp://127.0.0.1/") },
	{ title: "what is no URL", answer: ok, call: (fetch) => fetch("no url").then(String, (error: Error) => error.name) },
	{ title: "a port where nobody listens", answer: ok, call: (fetch) => get(fetch, "http://127.0.0.1:2/") },
	{
		title: "a response before the body was sent",
		isEager: true,
		answer: write(sized("early", [], "413 Too Large")),
		call: call(() => ({ method: "POST", body: "x".repeat(1000) })),
	},
	{ title: "data: URLs", answer: ok, call: async (fetch) => (await fetch("data:text/plain,hi")).text() },
	{ title: "IPv6", host: "::1", answer: ok },
	// Redirects, of one origin.
	...[301, 302, 303, 307, 308].map((status) => ({
		title: `${status} of a POST`,
		answer: redirectTo(status),
		call: call(() => ({ method: "POST", body: "x" })),
		compares: /^(POST|GET) \S+/gm,
	})),
	{
		title: "a redirect that is not to be followed",
		answer: redirectTo(302),
		call: call(() => ({ redirect: "manual" })),
	},
	{ title: "a redirect that is an error", answer: redirectTo(302), call: call(() => ({ redirect: "error" })) },
	// Connections.
	{ title: "two requests on one connection", answer: onOneConnection, call: twice },
	{
		title: "a connection closed after the response",
		answer: (socket, request) => {
			onOneConnection(socket, request);
			socket.end();
		},
		call: twice,
	},
	{
		title: "a response that closes its connection",
		answer: (socket, { connection }) => {
			socket.write(sized(String(connection)));
		},
		call: twice,
	},
	// Aborts, by phase.
	{ title: "an abort before the request", answer: ok, call: call(() => ({ signal: AbortSignal.abort() })) },
	{
		title: "an abort with a reason",
		answer: ok,
		call: call(() => ({ signal: AbortSignal.abort(new RangeError("mine")) })),
	},
	{ title: "an abort while the response is awaited", answer: never, call: call(() => ({ signal: abortSoon() })) },
	{
		title: "an abort with a reason while the response is awaited",
		answer: never,
		call: call(() => ({ signal: abortSoon(new RangeError("mine")) })),
	},
	{
		title: "an abort in the middle of the body",
		answer: write(head(["content-length: 9"]), "part"),
		call: abortInBody,
	},
	{
		title: "an abort in the middle of a body that is encoded",
		answer: write(head(["content-encoding: gzip", "content-length: 999"]), gzipSync(bytes).subarray(0, 20)),
		call: abortInBody,
	},
	{
		title: "an abort while the body is sent",
		answer: never,
		call: call(
			() =>
				({
					method: "POST",
					duplex: "half",
					body: new ReadableStream({ pull: () => new Promise(() => undefined) }),
					signal: abortSoon(),
				}) as RequestInit,
		),
	},
	{
		title: "an abort after the end",
		answer: ok,
		call: async (fetch, url) => {
			const controller = new AbortController();
			const response = await describeResponse(await fetch(url, { signal: controller.signal }));
			controller.abort();
			return response;
		},
	},
	{
		title: "a body canceled in the middle",
		answer: write(head(["content-length: 9"]), "part"),
		call: async (fetch, url) => {
			const reader = (await fetch(url)).body?.getReader();
			const first = await reader?.read();
			await reader?.cancel();
			return [first?.value?.length, (await reader?.read())?.done];
		},
	},
	// Bodies, read in each way.
	{ title: "JSON", answer: write(sized('{"a":1}')), call: async (fetch, url) => (await fetch(url)).json() },
	{
		title: "a Blob",
		answer: write(sized("abc", ["content-type: a/b"])),
		call: async (fetch, url) => {
			const blob = await (await fetch(url)).blob();
			return [blob.size, blob.type, await blob.text()];
		},
	},
	{
		title: "an ArrayBuffer",
		answer: ok,
		call: async (fetch, url) => (await (await fetch(url)).arrayBuffer()).byteLength,
	},
	{
		title: "a body read twice",
		answer: ok,
		call: async (fetch, url) => {
			const response = await fetch(url);
			await response.text();
			return [response.bodyUsed, await response.text().catch((error: Error) => error.name)];
		},
	},
	{
		title: "a copy",
		answer: ok,
		call: async (fetch, url) => {
			const response = await fetch(url);
			return [await response.clone().text(), await response.text()];
		},
	},
	{ title: "a raw deflate", answer: encoded("deflate", deflateRawSync(bytes)) },
];
