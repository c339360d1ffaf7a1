import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { type ScriptedAnswer, serve } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

/** A token no output may ever contain. */
const TOKEN = "hf_neverShownAnywhere123";

const completion = {
	id: "1",
	created: 1,
	model: "m",
	choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
const chunk = (content: string): string =>
	`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const events = { "content-type": "text/event-stream" };
const json = (status: number, body: unknown, headers = {}): ScriptedAnswer => ({ status, body, headers });

interface Fault {
	title: string;
	answers: ScriptedAnswer[];
	/** Default: streaming. */
	flags?: string;
	code: number;
	/** In what is printed on stderr. */
	says: string | RegExp;
	stdout?: string;
	requests?: number;
}

const faults: Fault[] = [
	{
		title: "401",
		answers: [json(401, { error: "Invalid username or password." })],
		code: 3,
		says: /Invalid username or password.*\(HTTP 401\)\nHint: The token from HF_TOKEN/,
	},
	{
		title: "401 repeating the token",
		answers: [json(401, { error: { message: `Incorrect API key provided: ${TOKEN}` } })],
		code: 3,
		says: "Incorrect API key provided: [redacted]",
	},
	{
		title: "403",
		answers: [json(403, { error: "You may not" })],
		code: 3,
		says: /You may not \(HTTP 403\)\nHint: The token may not do this/,
	},
	{
		title: "400",
		answers: [json(400, { error: { message: "max_tokens is too large" } })],
		code: 4,
		says: "max_tokens is too large (HTTP 400)",
	},
	{ title: "402", answers: [json(402, { error: "Out of credit" })], code: 4, says: "--bill-to" },
	{
		title: "404",
		answers: [json(404, { message: "model not found" })],
		code: 4,
		says: /model not found \(HTTP 404\)\nHint: Check the model id/,
	},
	{
		title: "422",
		answers: [json(422, { detail: "messages: field required" })],
		code: 4,
		says: "messages: field required (HTTP 422)",
	},
	{
		title: "429 forever",
		answers: [json(429, { error: "Slow down" })],
		flags: "--retries 1",
		code: 6,
		says: /Slow down \(HTTP 429\)\nHint: Try again later/,
		requests: 2,
	},
	{
		title: "429 with a short Retry-After, then success",
		answers: [json(429, { error: "Slow down" }, { "retry-after": "0" }), json(200, completion)],
		flags: "--no-stream",
		code: 0,
		says: "attempt 2 of 5",
		stdout: "Hello\n",
		requests: 2,
	},
	{
		title: "429 with a long Retry-After",
		answers: [json(429, { error: "Slow down" }, { "retry-after": "3600" })],
		code: 6,
		says: "Try again in 3600 s",
		requests: 1,
	},
	{
		title: "500",
		answers: [json(500, { error: "Oops" })],
		code: 4,
		says: /Oops \(HTTP 500\)\nHint: This is the provider's fault/,
		requests: 1,
	},
	{
		title: "503 twice, then success",
		answers: [json(503, {}), json(503, {}), { headers: events, body: `${chunk("Hi")}data: [DONE]\n\n` }],
		code: 0,
		says: "The service answered 503",
		stdout: "Hi\n",
		requests: 3,
	},
	{
		title: "503 forever",
		answers: [json(503, { error: "Loading" })],
		flags: "--retries 1",
		code: 6,
		says: "Loading (HTTP 503)",
		requests: 2,
	},
	{
		title: "an HTML page as an error",
		answers: [{ status: 500, headers: { "content-type": "text/html" }, body: "<h1>Bad</h1>" }],
		code: 4,
		says: "/v1/chat/completions returned an HTML page instead of JSON. (HTTP 500)",
	},
	{
		title: "an HTML page as response",
		answers: [{ headers: { "content-type": "text/html" }, body: "<h1>Hi</h1>" }],
		code: 5,
		says: "/v1/chat/completions returned an HTML page instead of JSON",
	},
	{
		title: "an HTML page as a whole response",
		answers: [{ headers: { "content-type": "text/html" }, body: "<h1>Hi</h1>" }],
		flags: "--no-stream",
		code: 5,
		says: "/v1/chat/completions returned an HTML page instead of JSON",
	},
	{
		title: "invalid JSON",
		answers: [{ headers: { "content-type": "application/json" }, body: '{"id": ' }],
		flags: "--no-stream",
		code: 5,
		says: "Expected ChatCompletionOutput",
	},
	{
		title: "an empty body",
		answers: [{ headers: { "content-type": "application/json" } }],
		flags: "--no-stream",
		code: 5,
		says: "Expected ChatCompletionOutput",
	},
	{
		title: "an empty stream",
		answers: [{ headers: events, body: "" }],
		code: 5,
		says: "ended the stream before its first event",
	},
	{
		title: "a stream with only an end marker",
		answers: [{ headers: events, body: "data: [DONE]\n\n" }],
		flags: "--format ndjson",
		code: 5,
		says: "ended the stream before its first event",
	},
	{
		title: "a wrong shape",
		answers: [json(200, { choices: "none" })],
		flags: "--no-stream",
		code: 5,
		says: /Expected ChatCompletionOutput\. The response is JSON with choices\.\nHint: The provider's response has an unexpected form/,
	},
	{
		title: "an error inside the stream",
		answers: [{ headers: events, body: `${chunk("Hal")}data: {"error": {"message": "overloaded"}}\n\n` }],
		code: 4,
		says: "an occurred while streaming the response: overloaded",
		stdout: "Hal",
	},
	{
		title: "a malformed event",
		answers: [{ headers: events, body: `${chunk("Hal")}data: {oops\n\n` }],
		code: 5,
		says: "malformed event in the stream: {oops",
		stdout: "Hal",
	},
	{
		title: "a cut stream",
		answers: [{ headers: events, body: chunk("Hal"), ending: "cut" }],
		code: 7,
		says: "the connection was closed before the response was complete",
		stdout: "Hal",
	},
	{
		title: "a cut body",
		answers: [
			{ headers: { "content-type": "application/json", "content-length": "500" }, body: '{"id"', ending: "cut" },
		],
		flags: "--no-stream",
		code: 7,
		says: "the connection was closed before the response was complete",
	},
	{
		title: "a truncated error",
		answers: [
			{
				status: 401,
				headers: { "content-type": "application/json", "content-length": "500" },
				body: '{"error"',
				ending: "cut",
			},
		],
		code: 3,
		says: "an HTTP error occurred when requesting the provider. (HTTP 401)",
	},
	{
		title: "silence",
		answers: [{ ending: "silence" }],
		flags: "--timeout 1 --retries 0",
		code: 7,
		says: /No response within 1 s\.\nHint: Allow more time with --timeout/,
	},
	{
		title: "an idle stream",
		answers: [{ headers: events, body: chunk("Hal"), ending: "hang" }],
		flags: "--timeout 3 --retries 0",
		code: 7,
		says: "Nothing more arrived within 3 s",
		stdout: "Hal",
	},
	{
		title: "no response at all",
		answers: [{ ending: "refuse" }],
		flags: "--retries 1",
		code: 7,
		says: "Network failure: the connection was closed",
		requests: 2,
	},
	{
		title: "one byte at a time",
		answers: [{ headers: events, body: `${chunk("Grüße, 世界 🌍")}data: [DONE]\n\n`, step: 1 }],
		code: 0,
		says: "",
		stdout: "Grüße, 世界 🌍\n",
	},
	{
		title: "a text page as an error",
		answers: [{ status: 400, headers: { "content-type": "text/plain" }, body: "line one\nline two" }],
		code: 4,
		says: "line one line two",
	},
];

let home: Home;
beforeAll(() => {
	home = createHome();
});
afterAll(() => home.remove());

describe("a failing service", () => {
	for (const fault of faults) {
		it(fault.title, async () => {
			const { code, says, stdout = "", requests } = fault;
			const server = await serve(...fault.answers);
			const env = { HF_TOKEN: TOKEN, HUB_ROUTER_URL: server.url };
			const line = `hub infer -t chat -m a/b ${fault.flags ?? ""} hello`;
			const outcome = await home.run(line, { env });
			expect(outcome.stderr).toMatch(says);
			expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code, stdout });
			expect(outcome.stderr.split("\n").filter((text) => /^(Error|Hint)/.test(text)).length).toBeLessThanOrEqual(2);
			expect(outcome.stderr).not.toMatch(/^\s+at /m);
			expect(server.requests.length).toBe(requests ?? fault.answers.length);
			expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
			expect(outcome.stderr + outcome.stdout).not.toContain(TOKEN);
		});
	}

	it("is reported in full with --debug, without the token", async () => {
		const server = await serve(json(401, { error: `bad token ${TOKEN}` }));
		const outcome = await home.run("hub infer -t chat -m a/b --debug hello", {
			env: { HF_TOKEN: TOKEN, HUB_ROUTER_URL: server.url },
		});
		expect(outcome.code).toBe(3);
		expect(outcome.stderr).toMatch(/^> POST http:.*\/v1\/chat\/completions$/m);
		expect(outcome.stderr).toMatch(/^> Authorization: Bearer \[redacted\]$/m);
		expect(outcome.stderr).toMatch(/^< 401/m);
		expect(outcome.stderr).toMatch(/^\s+at /m);
		expect(outcome.stderr + outcome.stdout).not.toContain(TOKEN);
	});

	it("makes hub try the next provider of a list, with a token read once", async () => {
		const entry = { status: "live", task: "conversational" };
		const mapping = { together: { ...entry, providerId: "t" }, nscale: { ...entry, providerId: "n" } };
		const known = json(200, { inferenceProviderMapping: mapping });
		const server = await serve(known, json(500, { error: "Oops" }), json(200, completion));
		const line = `echo ${TOKEN} | hub infer -t chat -m a/b -p together,nscale --no-stream --token-stdin hello`;
		const outcome = await home.run(line, { env: { HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url } });
		expect(outcome).toEqual({
			code: 0,
			stdout: "Hello\n",
			stderr: "together failed, trying nscale: Oops (HTTP 500)\n",
		});
		expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${TOKEN}`));
	});

	it("is reported as JSON with --json", async () => {
		const server = await serve(json(403, { error: "no" }, { "x-request-id": "r-1" }));
		const outcome = await home.run("hub infer -t chat -m a/b --json hello", {
			env: { HF_TOKEN: TOKEN, HUB_ROUTER_URL: server.url },
		});
		expect(outcome.stdout).toBe("");
		expect(JSON.parse(outcome.stderr)).toEqual({
			error: {
				code: "forbidden",
				name: "ProviderApiError",
				message: "no (HTTP 403)",
				hint: expect.any(String),
				status: 403,
				requestId: "r-1",
				model: "a/b",
				url: `${server.url}/v1/chat/completions`,
			},
		});
	});

	it("that rejects a request is quoted, with what to do", async () => {
		const mapping = { together: { status: "live", task: "conversational", providerId: "t" } };
		const server = await serve(
			json(200, { inferenceProviderMapping: mapping }),
			json(422, { error: "temperature is wrong" }),
		);
		const line = "hub infer -t chat -m a/b -p together --no-stream hello";
		const env = { HF_TOKEN: TOKEN, HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url };
		const { stderr } = await home.run(line, { env });
		expect(stderr).toContain("Error: together refused the request: temperature is wrong (HTTP 422)");
		expect(stderr).toContain("Hint: Change the input or the parameter it names");
	});

	it.each([
		"The key is missing: send the one that hub serve printed.",
		"Wrong key: send the one that this hub serve printed.",
	])("that is a hub serve names its key: %s", async (message) => {
		const server = await serve(json(401, { error: { message } }));
		const { stderr } = await home.run(`hub infer -t chat --endpoint ${server.url} --no-stream hello`);
		expect(stderr).toBe(
			`Error: ${message} (HTTP 401)\nHint: Give the key that hub serve printed when it started: --token KEY.\n`,
		);
	});

	it("may not redirect to another host", async () => {
		const other = await serve(json(200, completion));
		const server = await serve({ status: 307, headers: { location: `${other.url}/v1/chat/completions` } });
		const outcome = await home.run(`hub infer -t chat -m m --endpoint ${server.url} hello`, {
			env: { HF_TOKEN: TOKEN },
		});
		expect(outcome.code).toBe(4);
		expect(outcome.stderr).toContain(`redirects to another host, ${other.url}: refused`);
		expect(other.requests).toEqual([]);
	});

	it("may redirect on its own host", async () => {
		const server = await serve({ status: 308, headers: { location: "/else" } }, json(200, completion));
		const outcome = await home.run(`hub infer -t chat --no-stream -m m --endpoint ${server.url} hello`, {
			env: { HF_TOKEN: TOKEN },
		});
		expect(outcome).toEqual({ code: 0, stdout: "Hello\n", stderr: "" });
		expect(server.requests[1]?.path).toBe("/else");
		expect(server.requests[1]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
	});

	it("cannot redirect prompt or token from the router to another host", async () => {
		const other = await serve({ headers: events, body: `${chunk("Hi")}data: [DONE]\n\n` });
		const port = new URL(other.url).port;
		const server = await serve({ status: 307, headers: { location: `http://localhost:${port}/` } });
		const outcome = await home.run("hub infer -t chat -m a/b hello", {
			env: { HF_TOKEN: TOKEN, HUB_ROUTER_URL: server.url },
		});
		expect(outcome.stdout).toBe("");
		expect(outcome.stderr).toContain("The service redirects to http://localhost:");
		expect(other.requests).toEqual([]);
	});
});

describe("interruptions", () => {
	it("Ctrl-C aborts the request at the server and keeps the partial answer", async () => {
		const server = await serve({ headers: events, body: chunk("Hal"), ending: "hang" });
		const child = spawn(process.execPath, [builtFile("bin/hub.js"), "infer", "-t", "chat", "-m", "a/b", "hello"], {
			env: { PATH: process.env["PATH"], HOME: home.folder, HUB_ROUTER_URL: server.url, HF_TOKEN: TOKEN },
			stdio: ["ignore", "pipe", "pipe"],
		});
		let stdout = "";
		let stderr = "";
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			stderr += text;
		});
		const exit = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
		await new Promise<void>((resolve) => {
			child.stdout.setEncoding("utf8").on("data", (text: string) => {
				stdout += text;
				resolve();
			});
		});
		child.kill("SIGINT");
		await server.requests[0]?.abandoned;
		expect(await exit).toEqual({ code: 130, signal: null });
		expect({ stdout, stderr }).toEqual({ stdout: "Hal", stderr: "" });
	});

	it("SIGTERM before the first token exits with 143", async () => {
		const server = await serve({ ending: "silence" });
		const child = spawn(process.execPath, [builtFile("bin/hub.js"), "infer", "-t", "chat", "-m", "a/b", "hello"], {
			env: { PATH: process.env["PATH"], HOME: home.folder, HUB_ROUTER_URL: server.url, HF_TOKEN: TOKEN },
			stdio: ["ignore", "pipe", "pipe"],
		});
		while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
		child.kill("SIGTERM");
		await server.requests[0]?.abandoned;
		expect(await new Promise((resolve) => child.on("close", resolve))).toBe(143);
	});

	it("a reader that stops after the first line ends the command quietly with 0", async () => {
		const lines = Array.from({ length: 5000 }, (_, index) => chunk(`line ${index}\n`)).join("");
		const server = await serve({ headers: events, body: `${lines}data: [DONE]\n\n` });
		const outcome = await home.run("hub infer -t chat -m a/b hello | head -1; echo $" + "{PIPESTATUS[0]}", {
			env: { HUB_ROUTER_URL: server.url },
		});
		expect(outcome).toEqual({ code: 0, stdout: "line 0\n0\n", stderr: "" });
	});

	it.skipIf(!existsSync("/dev/full"))("a failed write is reported", async () => {
		const server = await serve(
			{ headers: events, body: `${chunk("Hi")}data: [DONE]\n\n` },
			{ headers: events, body: `${chunk("Hi")}data: [DONE]\n\n` },
		);
		const env = { HUB_ROUTER_URL: server.url };
		for (const words of [
			"infer -t chat -m a/b hello",
			"infer -t chat -m a/b --format ndjson hello",
			"infer --help",
			"tasks",
		]) {
			const { code, stderr } = await home.run(`hub ${words} > /dev/full`, { env });
			expect(stderr).toMatch(/^(Error: |\{"error":).*The output cannot be written: the disk is full\.[^\n]*\n$/);
			expect(code).toBe(1);
		}
		expect(await home.run("hub --version > /dev/full")).toMatchObject({
			code: 1,
			stderr: "Error: The output cannot be written: the disk is full.\n",
		});
	});

	it("a megabyte passes through a pipe whole", async () => {
		const text = "0123456789abcdef".repeat(65_536);
		const server = await serve({ headers: events, body: `${chunk(text)}data: [DONE]\n\n` });
		const outcome = await home.run("hub infer -t chat -m a/b hello | (sleep 0.3; wc -c)", {
			env: { HUB_ROUTER_URL: server.url },
		});
		expect(outcome).toEqual({ code: 0, stdout: `${text.length + 1}\n`, stderr: "" });
	});

	it("a pipe that stays open and silent does not block the command", async () => {
		const server = await serve({ headers: events, body: `${chunk("Hi")}data: [DONE]\n\n` });
		const child = spawn(process.execPath, [builtFile("bin/hub.js"), "infer", "-t", "chat", "-m", "a/b", "hello"], {
			env: { PATH: process.env["PATH"], HOME: home.folder, HUB_ROUTER_URL: server.url },
			stdio: ["pipe", "pipe", "pipe"],
		});
		let stdout = "";
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			stdout += text;
		});
		expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
		expect(stdout).toBe("Hi\n");
	});
});
