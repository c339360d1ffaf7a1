import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { type RunningSandbox, startSandbox } from "../../src/sandbox-server.ts";
import { chat, KEY, LARGE_REQUESTS } from "./large-requests.ts";

/** Long enough for a busy machine; each of these took minutes or ended the process before. */
const TIME = 20_000;

let sandbox: RunningSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe("large requests are answered or rejected", () => {
	it.each(LARGE_REQUESTS)("%s", { timeout: TIME }, async (_, body, status) => {
		const response = await fetch(`${sandbox.url}/v1/chat/completions`, { method: "POST", headers: KEY, body: body() });
		const text = await response.text();
		expect(`${response.status} ${text.slice(0, 200)}`).toMatch(new RegExp(`^${status} \\{`));
		expect(text.length).toBeLessThan(1_000_000);
	});

	it.each(LARGE_REQUESTS)("in process: %s", { timeout: TIME }, async (_, body, status) => {
		const request = new Request("http://localhost/v1/chat/completions", { method: "POST", headers: KEY, body: body() });
		expect((await createSandbox()(request)).status).toBe(status);
	});

	it.each([
		["completions", "/v1/completions", { prompt: "x", max_tokens: 1e9 }, 200],
		["embeddings of many texts", "/v1/embeddings", { input: Array(2048).fill("x"), dimensions: 4096 }, 400],
		["a text of 1 MB", "/models/sandbox/token-classification", { inputs: "A ".repeat(500_000) }, 400],
		["100,000 words with capitals", "/models/sandbox/token-classification", { inputs: "A ".repeat(49_000) }, 200],
		[
			"10,000 labels",
			"/models/sandbox/zero-shot-classification",
			{ inputs: "x", parameters: { candidate_labels: Array(10_000).fill("y") } },
			400,
		],
		[
			"a table of a million cells",
			"/models/sandbox/table-question-answering",
			{ inputs: { query: "x", table: { a: Array(1_000_000).fill("1") } } },
			400,
		],
	])("%s", { timeout: TIME }, async (_, path, body, status) => {
		const base = path.startsWith("/v1") ? `${sandbox.url}/@api.together.xyz` : `${sandbox.url}/hf-inference`;
		const key = path.startsWith("/v1") ? "sk-test" : "hf_test";
		const response = await fetch(base + path, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
			body: JSON.stringify({ model: "sandbox/text-generation", ...body }),
		});
		await response.body?.cancel();
		expect(response.status).toBe(status);
	});
});

describe("bodies", () => {
	/** Sends a body to its end, whatever the server says meanwhile, and returns what it has said. */
	async function send(head: string, frame: (part: Buffer) => Buffer[], total: number): Promise<string> {
		const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
		let text = "";
		socket.on("data", (part) => {
			text += part;
		});
		const closed = once(socket, "close");
		socket.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`);
		const part = Buffer.alloc(8 << 20, 0x20);
		for (let sent = 0; sent < total; sent += part.length) {
			for (const piece of frame(part)) if (!socket.write(piece)) await once(socket, "drain");
		}
		for (const piece of frame(Buffer.alloc(0))) socket.write(piece);
		socket.end();
		await closed;
		return text;
	}
	const size = 600 << 20;
	const asIs = (part: Buffer): Buffer[] => [part];
	const asChunk = (part: Buffer): Buffer[] => [
		Buffer.from(`${part.length.toString(16)}\r\n`),
		part,
		Buffer.from("\r\n"),
	];

	it.each([
		["with its length", `Content-Length: ${size}`, asIs],
		["in chunks", "Transfer-Encoding: chunked", asChunk],
	])("of 600 MB %s are rejected with 413, and read to the end", { timeout: 60_000 }, async (_, head, frame) => {
		const before = process.memoryUsage().rss;
		const key = "Authorization: Bearer hf_test\r\nContent-Type: application/json\r\nConnection: close";
		const text = await send(`${key}\r\n${head}`, frame, size);
		expect(text).toMatch(/^HTTP\/1\.1 413 /);
		expect(text).toContain("The request body is larger than 64 MB.");
		expect(process.memoryUsage().rss - before).toBeLessThan(400 << 20);
	});
});

describe("access", () => {
	const get = (headers: Record<string, string>, url = sandbox.url, path = "/v1/models", method = "GET") =>
		new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
			const request = httpRequest(`${url}${path}`, { method, headers });
			request.on("error", reject);
			request.on("response", (response) => {
				let text = "";
				response.on("data", (part: Buffer) => {
					text += part;
				});
				response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
			});
			request.end();
		});

	it("rejects web pages, and names the option that allows them", async () => {
		const refused = await get({ origin: "https://attacker.test" });
		expect(refused.status).toBe(403);
		expect(refused.text).toContain("--cors https://attacker.test");
		expect(refused.headers).not.toHaveProperty("access-control-allow-origin");
		expect((await get({ origin: "null" })).status).toBe(403);
		expect((await get({ origin: sandbox.url })).status).toBe(200);
		expect((await get({})).headers).not.toHaveProperty("access-control-allow-origin");
	});

	it.each(["attacker.test", "127.0.0.1.attacker.test", "localhost.attacker.test:80", "10.0.0.1"])(
		"rejects the host %s",
		async (host) => {
			expect((await get({ host })).status).toBe(403);
		},
	);

	it.each(["localhost", "localhost:1234", "app.localhost:1", "127.0.0.1", "[::1]:80", "LOCALHOST"])(
		"answers for the host %s",
		async (host) => {
			expect((await get({ host })).status).toBe(200);
		},
	);

	it("answers allowed pages and hosts", async () => {
		const open = await startSandbox({ cors: "https://app.test", allowedHosts: ["box.test"] });
		const allowed = await get({ origin: "https://app.test", host: "box.test" }, open.url);
		expect(allowed.status).toBe(200);
		expect(allowed.headers["access-control-allow-origin"]).toBe("https://app.test");
		const preflight = await get({ origin: "https://app.test" }, open.url, "/v1/chat/completions", "OPTIONS");
		expect(preflight.status).toBe(204);
		expect(preflight.headers["access-control-allow-headers"]).toContain("authorization");
		expect((await get({ origin: "https://other.test" }, open.url)).status).toBe(403);
		await open.close();
	});

	it.each([
		"//",
		"///x",
		"/%E0%A4%A",
		"/api/models/%E0%A4%A",
		"/hf-inference/models/%ff",
		"*",
		"/@",
		"/@%",
		"http://[",
		"/\\",
	])("answers the target %s", async (target) => {
		const { port } = new URL(sandbox.url);
		const answer = await new Promise<string>((resolve, reject) => {
			const socket = connect(Number(port), "127.0.0.1", () => {
				socket.write(`POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
			});
			let text = "";
			socket.on("data", (part) => {
				text += part;
			});
			socket.on("error", reject);
			socket.on("close", () => resolve(text));
		});
		expect(answer).toMatch(/^HTTP\/1\.1 (?:200|4\d\d) /);
	});
});

describe("a caller that disconnects", () => {
	it("ends an in-process stream with the abort reason", async () => {
		const controller = new AbortController();
		const request = new Request("http://localhost/v1/chat/completions", {
			method: "POST",
			headers: KEY,
			body: chat(`Repeat: ${"word ".repeat(200)}`, { stream: true }),
			signal: controller.signal,
		});
		const response = await createSandbox({ latency: 5 })(request);
		const reader = response.body?.getReader();
		await reader?.read();
		controller.abort(new Error("enough"));
		await expect(
			(async () => {
				while (!(await reader?.read())?.done) {}
			})(),
		).rejects.toThrow("enough");
	});

	it("gets no response if it left before", async () => {
		const signal = AbortSignal.abort(new Error("too late"));
		await expect(createSandbox()(new Request("http://localhost/", { signal }))).rejects.toThrow("too late");
	});
});
