import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import type { Client } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.ts";
import { type McpSession, startMcp, startMcpService } from "../helpers/mcp-session.ts";
import { startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

const TOKEN = "hf_secretsecretsecretsecretsecret12";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
let home: Home;
let sessions: McpSession[];
beforeEach(() => {
	home = createHome({ ".env": "KEY=hidden-value", "note.txt": "hidden-value" });
	writeFileSync(join(home.folder, "pixel.png"), Buffer.from(PIXEL, "base64"));
	sessions = [];
});
afterEach(async () => {
	for (const session of sessions) await session.leave();
	home.remove();
});

/** Starts a server on the sandbox, or as `args` say. */
async function start(args: readonly string[] = ["--sandbox"], more: { env?: object } = {}): Promise<Client> {
	const env = { ...home.env, HF_TOKEN: TOKEN, ...more.env };
	const session = await startMcp(args, { cwd: home.folder, env });
	sessions.push(session);
	return session.client;
}

type Part = { type: string; text?: string; data?: string; mimeType?: string; uri?: string; name?: string };

async function call(
	client: Client,
	name: string,
	args: object,
): Promise<{ parts: Part[]; text: string; isError: boolean }> {
	const result = await client.callTool({ name, arguments: { ...args } });
	const parts = result.content as Part[];
	expect(JSON.stringify(result)).not.toContain(TOKEN);
	return { parts, text: parts.map((part) => part.text ?? "").join("\n"), isError: result.isError === true };
}

describe("the command line", () => {
	it.each([
		["--tools drawing", 'There is no tool "drawing".'],
		["-m org/model", "-m org/model has no task."],
		["--no-key", "--no-key needs --http."],
		["--http 70000", '--http "70000" is not valid.'],
		["--token-stdin", "--token-stdin does not apply: the client writes to standard input."],
	])("refuses %s", async (flags, message) => {
		const { stderr, code } = await home.run(`hub mcp --sandbox ${flags}`);
		expect({ stderr, code }).toEqual({ stderr: expect.stringContaining(message), code: 2 });
	});

	it("prints an entry with limits and without secrets", async () => {
		const flags = "-m generate_image=org/name --max-cost 2 --unknown-price allow";
		const { stdout, stderr } = await home.run(`hub mcp ${flags} --token ${TOKEN} --print cursor`);
		const args = ["mcp", ...flags.split(" ")];
		expect(JSON.parse(stdout)).toEqual({ mcpServers: { hub: { command: "hub", args } } });
		expect(stdout + stderr).not.toContain(TOKEN);
	});
});

describe("a tool", () => {
	it.each<[string, object, RegExp]>([
		["chat", { prompt: "What is this?", images: ["pixel.png"] }, /1 × 1/],
		["describe_image", { image: "pixel.png" }, /1 × 1/],
		["describe_image", { image: "pixel.png", question: "How large is it?" }, /1 × 1/],
		["find_models", { words: "Qwen/Qwen3-32B" }, /^PROVIDER\t.*\ntogether\tlive/],
		["chat", { prompt: "x", model: "org/name" }, /org\/name/],
	])("answers %s %j", async (name, args, expected) => {
		expect((await call(await start(), name, args)).text).toMatch(expected);
	});

	it("takes its model from -m, by the name of the tool or of the task", async () => {
		const client = await start(["--sandbox", "-m", "classify=org/by-tool", "-m", "asr=org/by-task"]);
		expect((await call(client, "classify", { text: "x" })).text).toContain("org/by-tool");
		writeFileSync(
			join(home.folder, "a.wav"),
			Buffer.from("UklGRiQAAABXQVZFZm10IBAAAAABAAEAgD4AAAB9AAACABAAZGF0YQAAAAA=", "base64"),
		);
		expect((await call(client, "transcribe", { audio: "a.wav" })).text).toContain("org/by-task");
	});
});

describe("an agent that is hostile", () => {
	it.each<[string, string, object, RegExp]>([
		["a file outside", "transcribe", { audio: "/etc/passwd" }, /^\/etc\/passwd is not a file in the folder/],
		["a path that climbs", "describe_image", { image: "../../../etc/passwd" }, /is not a file in the folder/],
		[
			"a missing file",
			"transcribe",
			{ audio: "/root/missing.wav" },
			/^\/root\/missing.wav is not a file in the folder/,
		],
		["a link that leads outside", "describe_image", { image: "link.png" }, /^link.png is not a file in the folder/],
		["a folder", "transcribe", { audio: "." }, /is not a file in the folder/],
		["a FIFO", "transcribe", { audio: "fifo" }, /^fifo is not a file in the folder/],
		["a device", "transcribe", { audio: "/dev/zero" }, /^\/dev\/zero is not a file in the folder/],
		["a file with keys", "describe_image", { image: ".env" }, /\.env is not an image/],
		["a text", "chat", { prompt: "x", images: ["note.txt"] }, /note.txt is not an image/],
		["this machine", "transcribe", { audio: "http://127.0.0.1:1/a.wav" }, /not on the public internet/],
		[
			"cloud metadata",
			"chat",
			{ prompt: "x", images: ["http://169.254.169.254/latest"] },
			/not on the public internet/,
		],
		[
			"a private name",
			"edit_image",
			{ image: "http://printer.local/a.png", prompt: "x" },
			/not on the public internet/,
		],
		["another scheme", "transcribe", { audio: "file:///etc/passwd" }, /not http or https/],
		["a password in a URL", "transcribe", { audio: "https://u:p@example.com/a.wav" }, /has a password/],
		["an unknown field", "chat", { prompt: "x", root: "/" }, /root/],
		["a wrong type", "chat", { prompt: ["x"] }, /prompt/],
		["nothing", "chat", {}, /prompt/],
		["too many texts", "embed", { texts: Array(300).fill("x") }, /texts/],
		["a deep value", "chat", { prompt: deep(1000) }, /./],
		["a model that is a path", "chat", { prompt: "x", model: "../../api/whoami" }, /./],
	])("gets no more than an error for %s", async (_, name, args, message) => {
		symlinkSync("/etc/passwd", join(home.folder, "link.png"));
		execFileSync("mkfifo", [join(home.folder, "fifo")]);
		const client = await start();
		const { text, isError } = await call(client, name, args);
		expect(isError).toBe(true);
		expect(text).toMatch(message);
		expect(text).not.toMatch(/hidden-value|root:x:/);
		expect((await call(client, "chat", { prompt: "Say hi" })).isError).toBe(false);
	});

	it("is answered behind what is no message, and ends what is too long", async () => {
		const client = await start();
		const [session] = sessions;
		session?.write(`no json\n${"[".repeat(1_000_000)}\n{"jsonrpc":"2.0","id":{},"method":5}\n\n`);
		expect((await call(client, "chat", { prompt: "Say hi" })).isError).toBe(false);
		session?.write("x".repeat(11 * 2 ** 20));
		expect(await session?.ended).toBe(0);
	});

	it("is not read from while it does not read", async () => {
		const stop = new AbortController();
		const stdin = new PassThrough();
		let written = 0;
		// A pipe that is full: it never drains.
		const stdout = { write: () => ++written < 0, once: () => undefined };
		const io = { stdin, stdout, stderr: { write: () => true }, env: home.env, cwd: home.folder, signal: stop.signal };
		const code = main(["mcp", "--sandbox"], io);
		const send = (id: number, method: string, params: object): Promise<unknown> => {
			stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
			return new Promise((resolve) => setImmediate(resolve));
		};
		const clientInfo = { name: "test", version: "1" };
		await send(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
		await expect.poll(() => written, { timeout: 20_000 }).toBe(1);
		for (let id = 1; id <= 100; id++) await send(id, "tools/list", {});
		expect(stdin.isPaused()).toBe(true);
		expect(stdin.readableLength).toBeGreaterThan(1000);
		stop.abort(new Error("The test has ended"));
		await code;
	});

	it("gets no secret that a service repeats", async () => {
		const service = await startServer(({ headers }) => ({
			status: 400,
			body: { error: `No: ${headers.authorization}` },
		}));
		const client = await start(["-p", "together"], { env: { HUB_ROUTER_URL: service.url, HF_ENDPOINT: service.url } });
		const { text, isError } = await call(client, "chat", { prompt: "x", model: "org/name" });
		expect(isError).toBe(true);
		expect(text).not.toContain(TOKEN);
		await service.close();
	});

	it("may not send more than 16 calls at a time", async () => {
		const service = await startServer([{ ending: "silence" }]);
		const client = await start(["-p", "nscale"], { env: { HUB_ROUTER_URL: service.url, HF_ENDPOINT: service.url } });
		const stop = new AbortController();
		const ask = () =>
			client.callTool({ name: "chat", arguments: { prompt: "x", model: "org/name" } }, { signal: stop.signal });
		const pending = Array.from({ length: 16 }, () => ask().catch(() => undefined));
		const { text } = await call(client, "chat", { prompt: "x", model: "org/name" });
		expect(text).toMatch(/^16 calls are running/);
		stop.abort();
		await Promise.all(pending);
		await service.close();
	});

	it("cannot spend more than --max-cost", async () => {
		const limited = async (usd: string) =>
			await start(["--sandbox", "--max-cost", usd, "-m", "chat=openai/gpt-oss-20b"]);
		const ask = { prompt: "Say hi", max_tokens: 1000 };
		// What the call may cost is more than the limit.
		expect(await call(await limited("0.0000001"), "chat", ask)).toMatchObject({
			isError: true,
			text: expect.stringMatching(
				/^0 of 0\.0000001 USD are spent, and the next answer may cost 0\.0\d+ USD \(\d+ tokens\)\./,
			),
		});
		expect(await call(await limited("1"), "chat", ask)).toMatchObject({ isError: false });
		const picture = { prompt: "x" };
		expect((await call(await start(["--sandbox", "--max-cost", "1"]), "generate_image", picture)).text).toMatch(
			/^The price of .* is not known/,
		);
		const allowed = await start(["--sandbox", "--max-cost", "1", "--unknown-price", "allow"]);
		expect((await call(allowed, "generate_image", picture)).isError).toBe(false);
	});
});

describe("the deadline of a call", () => {
	it.each([
		["chat", { prompt: "x", model: "org/name" }],
		["generate_image", { prompt: "x", model: "org/name" }],
		["find_models", { words: "small chat" }],
		["find_models", { words: "org/name" }],
	])("ends %s at a silent service, and says so: %j", async (tool, args) => {
		const service = await startServer([{ ending: "silence" }]);
		const client = await start(["-p", "nscale", "--deadline", "1", "--max-cost", "1"], {
			env: { HUB_ROUTER_URL: service.url, HF_ENDPOINT: service.url },
		});
		const { text, isError } = await call(client, tool, args);
		expect([isError, text]).toEqual([true, expect.stringContaining("Not complete within the deadline of 1 s.")]);
		await service.close();
	});

	it("leaves what has come of an answer, and says that it is not whole", async () => {
		const mapping = { status: "live", task: "conversational", providerId: "m" };
		const event = JSON.stringify({ choices: [{ index: 0, delta: { content: "The first half" } }] });
		const service = await startServer(({ method }) =>
			method === "POST"
				? { headers: { "content-type": "text/event-stream" }, body: `data: ${event}\n\n`, ending: "hang" }
				: { body: { inferenceProviderMapping: { nscale: mapping } } },
		);
		const env = { HUB_ROUTER_URL: service.url, HF_ENDPOINT: service.url };
		const client = await start(["-p", "nscale", "--deadline", "4"], { env });
		const { parts, isError } = await call(client, "chat", { prompt: "x", model: "org/name" });
		expect([isError, parts.map(({ text }) => text)]).toEqual([
			true,
			[
				"The first half",
				expect.stringMatching(/^The answer is incomplete: .* Not complete within the deadline of 4 s\./),
			],
		]);
		await service.close();
	});

	it("refuses a picture whose folder cannot be written, before it is made", async () => {
		const service = await startServer([{ body: {} }]);
		const client = await start(["-p", "nscale", "--output-dir", "note.txt/pictures"], {
			env: { HUB_ROUTER_URL: service.url, HF_ENDPOINT: service.url },
		});
		const { text, isError } = await call(client, "generate_image", { prompt: "x", model: "org/name" });
		expect([isError, text]).toEqual([true, expect.stringMatching(/^Cannot (use|write to) /)]);
		expect(service.requests.filter(({ method }) => method === "POST")).toEqual([]);
		await service.close();
	});
});

it("writes nothing through a link that is made while a large picture arrives", async () => {
	const elsewhere = createHome({ "deep/x": "" });
	const before = readdirSync(elsewhere.folder, { recursive: true });
	const made = join(home.folder, "made");
	const png = Buffer.concat([Buffer.from(PIXEL, "base64"), Buffer.alloc(33 * 2 ** 20)]);
	const mapping = { status: "live", task: "text-to-image", providerId: "m" };
	const service = await startServer(({ method }) => {
		if (method !== "POST") return { body: { inferenceProviderMapping: { "hf-inference": mapping } } };
		if (existsSync(made)) renameSync(made, `${made}-before`);
		symlinkSync(elsewhere.folder, made);
		return { headers: { "content-type": "image/png" }, body: png };
	});
	const client = await start(["-p", "hf-inference", "--output-dir", "made/deep"], {
		env: { HUB_ROUTER_URL: service.url, HF_ENDPOINT: service.url },
	});
	const { text, isError } = await call(client, "generate_image", { prompt: "x", model: "org/name" });
	expect([isError, text]).toEqual([
		true,
		expect.stringMatching(/^made\/deep in the root (is a link|was replaced).* The result is in /),
	]);
	const [, kept = ""] = / The result is in (\S+)/.exec(text) ?? [];
	expect(readFileSync(kept).equals(png)).toBe(true);
	rmSync(dirname(kept), { recursive: true });
	expect(readdirSync(elsewhere.folder, { recursive: true })).toEqual(before);
	expect(readdirSync(home.folder, { recursive: true }).filter((name) => String(name).endsWith(".part"))).toEqual([]);
	await service.close();
	elsewhere.remove();
});

describe("a client", () => {
	const slow = async () => {
		const service = await startServer([{ ending: "silence" }]);
		const client = await start(["-p", "nscale"], { env: { HUB_ROUTER_URL: service.url, HF_ENDPOINT: service.url } });
		const stop = new AbortController();
		const args = { name: "chat", arguments: { prompt: "x", model: "org/name" } };
		const ended = client.callTool(args, { signal: stop.signal }).catch((error: unknown) => error);
		await expect.poll(() => service.requests.length, { timeout: 20_000 }).toBe(1);
		return { service, stop, ended, abandoned: service.requests[0]?.abandoned };
	};

	it("that cancels a call ends its request", async () => {
		const { service, stop, ended, abandoned } = await slow();
		stop.abort();
		await ended;
		await abandoned;
		await service.close();
	});

	it("that leaves ends the server and its requests", async () => {
		const { service, abandoned } = await slow();
		expect(await sessions[0]?.leave()).toBe(0);
		await abandoned;
		await service.close();
	});
});

describe("over HTTP", () => {
	it("refuses everybody else", async () => {
		const service = await startMcpService(["--sandbox"], { cwd: home.folder, env: home.env });
		const own = { authorization: `Bearer ${service.key}` };
		const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
		const ask = (headers: Record<string, string>, path = "/mcp", body = "{}"): Promise<number | undefined> =>
			new Promise((resolve, reject) => {
				const sent = request(new URL(path, service.url), { method: "POST", headers }, (response) => {
					response.resume().on("end", () => resolve(response.statusCode));
				});
				sent.on("error", reject).end(body);
			});
		expect(await ask({})).toBe(401);
		expect(await ask({ authorization: "Bearer hub_wrong" })).toBe(401);
		expect(await ask({ ...own, host: "evil.example" })).toBe(403);
		expect(await ask({ ...own, origin: "https://evil.example" })).toBe(403);
		expect(await ask(own, "/v1/models")).toBe(404);
		expect(await ask({ ...own, ...json }, "/mcp", "[".repeat(100_000))).toBe(400);
		expect(await ask({ ...own, ...json }, "/mcp", "x".repeat(11 * 2 ** 20))).toBe(413);
		await service.close();
	});

	it("needs no key with --no-key, and takes that of HUB_SERVE_KEY", async () => {
		const open = await startMcpService(["--sandbox", "--no-key"], { cwd: home.folder, env: home.env });
		expect(open.key).toBeNull();
		await open.close();
		const env = { ...home.env, HUB_SERVE_KEY: "own-key-of-the-user" };
		const kept = await startMcpService(["--sandbox"], { cwd: home.folder, env });
		expect(kept.key).toBe("own-key-of-the-user");
		await kept.close();
	});
});

function deep(levels: number): unknown {
	let value: unknown = "x";
	for (let level = 0; level < levels; level++) value = [value];
	return value;
}
