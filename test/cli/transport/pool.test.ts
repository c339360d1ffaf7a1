import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Context } from "../../../src/cli/context.ts";
import { createPool } from "../../../src/cli/network/pool/index.ts";
import { Cancellation, readPieces } from "../../../src/http/index.ts";
import { type RawAnswer, type RawServer, startRawServer } from "../../helpers/raw-server.ts";

const cleanups: (() => unknown)[] = [];
afterEach(() => Promise.all(cleanups.splice(0).map((clean) => clean())));

async function start(answer: RawAnswer): Promise<RawServer> {
	const server = await startRawServer(answer);
	cleanups.push(() => server.close());
	return server;
}

/** A pool, and the URLs of requests that it left to others. */
function make({ timeout = 5, hasProxy = (_url: URL): boolean => false } = {}) {
	const left: string[] = [];
	const context = { defer: (end: () => unknown) => void cleanups.push(end) } as unknown as Context;
	const slow = async (input: string | URL | Request): Promise<Response> => {
		left.push(String(input));
		return new Response("slow");
	};
	return { pool: createPool(slow, context, { timeout, hasProxy }), left };
}

const POST = { method: "POST", body: "a", redirect: "manual" } as const;
const HEAD = "HTTP/1.1 200 OK\r\n";
const big = "0123456789abcdef".repeat(2 ** 16);

describe("the pool", () => {
	it.each<[init: RequestInit, url: string | undefined, isPooled: boolean]>([
		[POST, undefined, true],
		[{ ...POST, method: "PUT" }, undefined, false],
		[{ method: "GET", redirect: "manual" }, undefined, false],
		[{ ...POST, body: new Uint8Array(1) }, undefined, false],
		[{ method: "POST", body: "a" }, undefined, false],
		[{ ...POST, redirect: "follow" }, undefined, false],
		[POST, "http://[", false],
		[POST, "http://through.proxy.test/", false],
	])("sends texts that nothing redirects: %j %s", async (init, url, isPooled) => {
		const server = await start((socket) => socket.write(`${HEAD}content-length: 4\r\n\r\npool`));
		const { pool, left } = make({ hasProxy: ({ hostname }) => hostname === "through.proxy.test" });
		const target = url ?? `${server.url}/a?b=c`;
		for (const response of [await pool(target, init), await pool.cancellable(target, init, new Cancellation())])
			expect(await response.text()).toBe(isPooled ? "pool" : "slow");
		expect(left).toEqual(isPooled ? [] : [target, target]);
		expect(server.requests.map(({ head }) => head.split("\r\n")[0])).toEqual(
			isPooled ? Array(2).fill("POST /a?b=c HTTP/1.1") : [],
		);
	});

	it("gives the answer its URL, status and headers, whatever came before", async () => {
		const lines = ["x-a: 1", "set-cookie: a=1", "x-a: 2", "set-cookie: b=2", "content-length: 0"];
		const server = await start((socket) =>
			socket.write(`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 418 Tea\r\n${lines.join("\r\n")}\r\n\r\n`),
		);
		const { status, headers, url, body } = await make().pool(`${server.url}/x`, POST);
		expect([status, url, headers.get("x-a"), headers.getSetCookie(), headers.has("link")]).toEqual([
			418,
			`${server.url}/x`,
			"1, 2",
			["a=1", "b=2"],
			false,
		]);
		expect(await new Response(body).text()).toBe("");
	});

	it.each([
		["gzip", gzipSync(big), big],
		["unknown", Buffer.from("as it is"), "as it is"],
	])("decodes a body in %s", async (encoding, data, text) => {
		const server = await start((socket) => {
			socket.write(`${HEAD}content-encoding: ${encoding}\r\ncontent-length: ${data.length}\r\n\r\n`);
			socket.write(data);
		});
		expect((await (await make().pool(server.url, POST)).text()) === text).toBe(true);
	});

	it("ends a request whose decoded body is not read to its end", async () => {
		let socket: Socket | undefined;
		const server = await start((given) => {
			socket = given;
			given.write(`${HEAD}content-encoding: gzip\r\n\r\n`);
			given.write(gzipSync(big).subarray(0, 500));
		});
		const { body } = await make().pool(server.url, POST);
		await body?.cancel();
		await vi.waitFor(() => expect(socket?.readableEnded || socket?.destroyed).toBe(true), 30_000);
	});

	it("reads a body in pieces, as a stream or whole, at the speed of its reader", async () => {
		const server = await start((socket) => socket.write(`${HEAD}content-length: ${big.length}\r\n\r\n${big}`));
		const { pool } = make();
		const whole = await pool(server.url, POST);
		// By now more has come than is kept for a reader that waits.
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect((await whole.text()) === big).toBe(true);
		const pieces = readPieces(await pool(server.url, POST));
		const parts: Uint8Array[] = [];
		for (let piece = await pieces.next(); piece; piece = await pieces.next()) parts.push(piece);
		expect(Buffer.concat(parts).toString() === big).toBe(true);
		expect(parts.every(({ length }) => length > 0)).toBe(true);
		const { body } = await pool(server.url, POST);
		expect((await new Response(body).text()) === big).toBe(true);
	});

	it.each([
		[big.length, big.length, true],
		[big.length - 1, big.length - 1, false],
		[0, 0, false],
	])("reads %i bytes at most", async (limit, size, isComplete) => {
		const server = await start((socket) => socket.write(`${HEAD}content-length: ${big.length}\r\n\r\n${big}`));
		const response = (await make().pool(server.url, POST)) as Response & {
			readWithin(limit: number): Promise<{ chunks: Uint8Array[]; isComplete: boolean }>;
		};
		const read = await response.readWithin(limit);
		expect([Buffer.concat(read.chunks).toString() === big.slice(0, size), read.isComplete]).toEqual([true, isComplete]);
	});

	it("tells an observer of every piece, and of the end", async () => {
		const server = await start((socket) => {
			socket.write(`${HEAD}content-length: 4\r\n\r\nab`);
			setTimeout(() => socket.write("cd"), 5);
		});
		const heard: unknown[] = [];
		const response = (await make().pool(server.url, POST)) as Response & {
			observe(observer: { piece(bytes: Uint8Array): void; end(error?: unknown): void }): void;
		};
		response.observe({
			piece: (bytes) => heard.push(Buffer.from(bytes).toString()),
			end: (error) => heard.push(["end", error]),
		});
		expect(await response.text()).toBe("abcd");
		expect(heard).toEqual(["ab", "cd", ["end", undefined]]);
	});

	it.each<[name: string, answer: RawAnswer, timeout: number, head: string | undefined, body: string | undefined]>([
		["is refused", (socket) => socket.resetAndDestroy(), 5, "fetch failed", undefined],
		["is not HTTP", (socket) => socket.write("no\r\n\r\n"), 5, "fetch failed", undefined],
		[
			"breaks off",
			(socket) => socket.write(`${HEAD}content-length: 9\r\n\r\nab`, () => socket.destroy()),
			5,
			undefined,
			"fetch failed",
		],
		["does not come", () => undefined, 0.05, "No response within 0.05 s", undefined],
		[
			"stands still",
			(socket) => socket.write(`${HEAD}content-length: 9\r\n\r\nab`),
			0.05,
			undefined,
			"Nothing more arrived within 0.05 s",
		],
	])("fails where the answer %s", async (_, answer, timeout, head, body) => {
		const server = await start(answer);
		const { pool } = make({ timeout });
		const asked = pool(server.url, POST);
		if (head !== undefined) return await expect(asked).rejects.toThrow(head);
		const pieces = readPieces(await asked);
		expect(Buffer.from((await pieces.next()) ?? []).toString()).toBe("ab");
		await expect(pieces.next()).rejects.toThrow(body);
	});

	it.each(["before it is sent", "before the answer", "within the answer"])(
		"ends a call that is canceled %s",
		async (moment) => {
			const server = await start((socket) => {
				if (moment === "within the answer") socket.write(`${HEAD}content-length: 9\r\n\r\nab`);
				else socket.write("");
			});
			const { pool } = make();
			const reason = new Error("Canceled");
			for (const [calls, isSignal] of [true, false].entries()) {
				const arrives = () => vi.waitFor(() => expect(server.requests).toHaveLength(calls + 1), 30_000);
				const cancellation = new Cancellation();
				const { signal } = cancellation;
				if (moment === "before it is sent") cancellation.cancel(reason);
				const asked = isSignal
					? pool(server.url, { ...POST, signal })
					: pool.cancellable(server.url, POST, cancellation);
				if (moment === "before it is sent") await expect(asked).rejects.toBe(reason);
				else if (moment === "before the answer") {
					void arrives().then(() => cancellation.cancel(reason));
					await expect(asked).rejects.toBe(reason);
				} else {
					const text = (await asked).text();
					setTimeout(() => cancellation.cancel(reason), 10);
					await expect(text).rejects.toBe(reason);
				}
			}
			expect(server.requests).toHaveLength(moment === "before it is sent" ? 0 : 2);
		},
	);

	it("lets a reader end the answer", async () => {
		let socket: Socket | undefined;
		const server = await start((given) => {
			socket = given;
			given.write(`${HEAD}content-length: 9\r\n\r\nab`);
		});
		const pieces = readPieces(await make().pool(server.url, POST));
		await pieces.next();
		const next = pieces.next();
		pieces.cancel();
		await expect(next).rejects.toThrow("canceled");
		await vi.waitFor(() => expect(socket?.readableEnded || socket?.destroyed).toBe(true), 30_000);
	});
});
