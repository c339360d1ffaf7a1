import { once } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Context } from "../../../src/cli/context.ts";
import { createPool } from "../../../src/cli/network/pool/index.ts";
import { toWebStream } from "../../../src/cli/network/transport/body-stream.ts";
import { createTransport } from "../../../src/cli/network/transport/index.ts";
import { retry } from "../../../src/http/index.ts";
import { type RawServer, startRawServer } from "../../helpers/raw-server.ts";
import { type Behavior, behaviors, describeResponse } from "./behaviors.ts";

const cleanups: (() => unknown)[] = [];
afterEach(() => Promise.all(cleanups.splice(0).map((clean) => clean())));

async function start(...args: Parameters<typeof startRawServer>): Promise<RawServer> {
	const server = await startRawServer(...args);
	cleanups.push(() => server.close());
	return server;
}

function transport(proxy?: string): typeof globalThis.fetch {
	const { fetch, close } = createTransport(() => proxy);
	cleanups.push(close);
	return fetch as typeof globalThis.fetch;
}

/** What a call leads to, with the parts in which the two differ by design left out. */
async function observe(behavior: Behavior, fetch: typeof globalThis.fetch): Promise<unknown> {
	const server = await start(behavior.answer, behavior.host, behavior.isEager);
	const call = behavior.call ?? (async (send, url) => describeResponse(await send(url)));
	const outcome = await call(fetch, `${server.url}/`).then(
		(value) => ({ value }),
		(error: Error) => ({ error: error.name, message: error.message === "fetch failed" }),
	);
	const { compares } = behavior;
	const lines =
		compares &&
		server.requests.map(({ head, body }) => [
			(head.match(compares) ?? [])
				.map((line) => line.toLowerCase())
				.filter((line) => !line.startsWith("accept-"))
				.sort(),
			body,
		]);
	return JSON.parse(JSON.stringify({ outcome, lines }).replaceAll(new URL(server.url).host, "HOST"));
}

describe("the transport behaves like fetch", () => {
	it.each(behaviors.filter(({ differs }) => !differs))("$title", async (behavior) => {
		expect(await observe(behavior, transport())).toEqual(await observe(behavior, globalThis.fetch));
	});

	it("in more than sixty cases", () => {
		expect(new Set(behaviors.map(({ title }) => title)).size).toBeGreaterThanOrEqual(60);
	});
});

describe("the transport improves on Node 20's fetch", () => {
	it.each(behaviors.filter(({ differs }) => differs))("$title", async (behavior) => {
		expect(await observe(behavior, transport())).toMatchObject({ outcome: behavior.differs });
	});
});

it("a body that broke before it was read fails, and does not hang", async () => {
	const source = new PassThrough();
	const closed = once(source, "close");
	source.destroy();
	await closed;
	let settled = 0;
	const { stream } = toWebStream(
		source,
		() => settled++,
		({ message }) => new TypeError("terminated", { cause: message }),
	);
	await expect(stream.getReader().read()).rejects.toMatchObject({ message: "terminated", cause: "other side closed" });
	expect(settled).toBe(1);
});

describe("connections", () => {
	/** Answers the first request of each connection, and breaks the connection at the next. */
	const breaking = () =>
		start((socket, { turn, connection }) => {
			if (turn > 1) socket.resetAndDestroy();
			else socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n${connection}`);
		});

	it("sends a look-up again when a kept-alive connection breaks", async () => {
		const server = await breaking();
		const fetch = transport();
		expect(await (await fetch(server.url)).text()).toBe("1");
		expect(await (await fetch(server.url)).text()).toBe("2");
		expect(server.requests).toHaveLength(3);
	});

	it("sends no look-up again that was canceled on a kept-alive connection", async () => {
		const seen: Promise<unknown>[] = [];
		const server = await start((socket, { turn }) => {
			if (turn === 1) return void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1");
			abort.abort(new Error("Canceled"));
			seen.push(new Promise((resolve) => socket.once("close", resolve)));
		});
		const abort = new AbortController();
		const fetch = transport();
		await (await fetch(server.url)).text();
		const rejections: unknown[] = [];
		const note = (reason: unknown): void => void rejections.push(reason);
		process.on("unhandledRejection", note);
		await expect(fetch(server.url, { signal: abort.signal })).rejects.toThrow("Canceled");
		await Promise.all(seen);
		await new Promise((resolve) => setTimeout(resolve, 20));
		process.off("unhandledRejection", note);
		expect(rejections).toEqual([]);
		expect(server.requests).toHaveLength(2);
	});

	const pool = async (): Promise<typeof globalThis.fetch> => {
		const context = { defer: (end: () => unknown) => void cleanups.push(end) } as unknown as Context;
		return createPool(globalThis.fetch, context, { timeout: 5, hasProxy: () => false });
	};

	it.each([
		["the transport", async () => transport()],
		["the pool", pool],
	])("sends a POST once when a kept-alive connection breaks: %s", async (_, create) => {
		const server = await breaking();
		const fetch = await create();
		const post = (body: string): Promise<Response> => fetch(server.url, { method: "POST", body, redirect: "manual" });
		expect(await (await post("a")).text()).toBe("1");
		// undici gives a connection back a little later.
		await new Promise((resolve) => setTimeout(resolve, 20));
		await expect(post("b")).rejects.toThrow("fetch failed");
		expect(server.requests.map(({ body }) => body)).toEqual(["a", "b"]);
	});

	it("takes a connection for as many requests as are under way at once: the pool", async () => {
		const held: (() => void)[] = [];
		const server = await start((socket, { connection, body }) => {
			const answer = (): void => void socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n${connection}`);
			if (body === "held") held.push(answer);
			else answer();
		});
		const fetch = await pool();
		const post = async (body: string, signal?: AbortSignal): Promise<string> =>
			(await fetch(server.url, { method: "POST", body, redirect: "manual", ...(signal ? { signal } : {}) })).text();
		for (let turn = 0; turn < 3; turn++) expect(await post("now")).toBe("1");
		const both = Promise.all([post("held"), post("held")]);
		await vi.waitFor(() => expect(held).toHaveLength(2), 30_000);
		for (const answer of held.splice(0)) answer();
		expect((await both).sort()).toEqual(["1", "2"]);
		// What was aborted lets the next one in, over a new connection in place of the broken one.
		const dropped = new AbortController();
		const pending = post("held", dropped.signal);
		await vi.waitFor(() => expect(held).toHaveLength(1), 30_000);
		dropped.abort();
		await expect(pending).rejects.toThrow();
		const after = new Set([await post("now"), await post("now"), await post("now")]);
		expect(after.size).toBe(1);
	});

	it("counts the second call of a retry", async () => {
		const server = await breaking();
		const notices: number[] = [];
		const fetch = retry(transport(), { baseDelay: 1, onNotice: ({ attempt }) => notices.push(attempt) });
		await (await fetch(server.url, { method: "POST", body: "a" })).text();
		expect(await (await fetch(server.url, { method: "POST", body: "b" })).text()).toBe("2");
		expect(notices).toEqual([1]);
	});

	it("does not send a stream twice", async () => {
		const server = await start((socket, { turn }) => {
			if (turn > 1) socket.resetAndDestroy();
			else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
		});
		const fetch = transport();
		await (await fetch(server.url)).text();
		const body = new Blob(["b"]).stream();
		const init = { method: "POST", body, duplex: "half" } as RequestInit;
		await expect(fetch(server.url, init)).rejects.toThrow("fetch failed");
		expect(server.requests).toHaveLength(2);
	});

	it("sends a form", async () => {
		const server = await start((socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
		const form = new FormData();
		form.append("file", new File(["bytes"], "a.txt", { type: "text/plain" }));
		await transport()(server.url, { method: "POST", body: form });
		expect(server.requests[0]?.head).toMatch(/^content-type: multipart\/form-data; boundary=/im);
		expect(server.requests[0]?.body).toContain('filename="a.txt"');
	});
});

describe("redirects", () => {
	it("send no headers and no body to another origin", async () => {
		const other = await start((socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
		const server = await start((socket) =>
			socket.write(`HTTP/1.1 307 X\r\nlocation: ${other.url}\r\ncontent-length: 0\r\n\r\n`),
		);
		const response = await transport()(server.url, {
			method: "POST",
			body: "prompt",
			headers: { authorization: "key" },
		});
		expect(response.status).toBe(307);
		expect(other.requests).toEqual([]);
	});
});

describe("proxies", () => {
	it.each([
		["me:p%40ss", "me:p@ss"],
		// A sign of percent that stands for itself, as other programs take it.
		["me:100%", "me:100%"],
		["me", "me:"],
	])("get the full URL of an http request, and their own credentials: %s", async (written, credentials) => {
		const proxy = await start((socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nvia"));
		const fetch = transport(proxy.url.replace("//", `//${written}@`));
		expect(await (await fetch("http://far.test/a?b=c")).text()).toBe("via");
		const head = proxy.requests[0]?.head ?? "";
		expect(head).toMatch(/^GET http:\/\/far\.test\/a\?b=c HTTP/);
		expect(head).toMatch(/^host: far\.test$/im);
		expect(head).toContain(`Basic ${Buffer.from(credentials).toString("base64")}`);
	});

	it("open a tunnel for https, and see only the host", async () => {
		const proxy = await start((socket) => socket.end("HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n"));
		const pending = transport(proxy.url)("https://far.test/secret", { headers: { authorization: "key" } });
		await expect(pending).rejects.toMatchObject({ cause: { message: expect.stringContaining("407") } });
		expect(proxy.requests[0]?.head).toMatch(/^CONNECT far\.test:443 HTTP/);
		expect(proxy.requests[0]?.head).not.toMatch(/secret|authorization: key/i);
	});
});
