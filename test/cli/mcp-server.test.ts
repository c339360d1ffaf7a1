import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { estimateValue } from "../../src/gateway/token-estimate.ts";
import { type Era, type McpSession, startMcp, startMcpService } from "../helpers/mcp-session.ts";
import { startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

const TOKEN = "hf_secretsecretsecretsecretsecret12";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const NAMES = [
	...["chat", "generate_image", "edit_image", "describe_image", "transcribe", "speak", "translate", "summarize"],
	...["classify", "embed", "answer_from_document", "generate_video", "find_models"],
];

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
async function start(args: readonly string[] = ["--sandbox"], more: { era?: Era; env?: object } = {}): Promise<Client> {
	const env = { ...home.env, HF_TOKEN: TOKEN, ...more.env };
	const session = await startMcp(args, { cwd: home.folder, env, era: more.era ?? "auto" });
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

describe("the list of tools", () => {
	it.each(["legacy", "auto"] as const)("has every tool, strict and small (%s)", async (era) => {
		const client = await start(undefined, { era });
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(NAMES);
		for (const { inputSchema } of tools) expect(inputSchema).toMatchObject({ additionalProperties: false });
		expect(estimateValue(tools)).toBeLessThan(2500);
		expect(JSON.stringify(tools).length / 4).toBeLessThan(2500);
	});

	it("has the tools of --tools, of tasks without a name of their own too", async () => {
		const client = await start(["--sandbox", "--tools", "chat,asr,object-detection"]);
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(["chat", "transcribe", "object_detection"]);
		const { text } = await call(client, "object_detection", { image: "pixel.png" });
		expect(text).toMatch(/^\[/);
	});

	it.each([
		["--tools drawing", 'Unknown tool "drawing"'],
		["--tools robotics", "The task robotics has no tool."],
		["-m org/model", "-m org/model: name the task too."],
		["--no-key", "--no-key needs --http."],
		["--host 0.0.0.0", "--host needs --http."],
		["--http 0 --host 0.0.0.0 --no-key", "--no-key works on loopback only"],
		["--http 70000", "Port 70000 does not exist."],
		["--token-stdin", "--token-stdin: standard input is the client's."],
	])("refuses %s", async (flags, message) => {
		const { stderr, code } = await home.run(`hub mcp --sandbox ${flags}`);
		expect({ stderr, code }).toEqual({ stderr: expect.stringContaining(message), code: 2 });
	});
});

describe("a tool", () => {
	const sandboxed: [string, object, RegExp][] = [
		["chat", { prompt: "Say hi", system: "Be short.", max_tokens: 20 }, /hi/i],
		["chat", { prompt: "What is this?", images: ["pixel.png"] }, /1 × 1/],
		["describe_image", { image: "pixel.png" }, /1 × 1/],
		["translate", { text: "hello", src_lang: "eng_Latn", tgt_lang: "fra_Latn" }, /Bonjour/],
		["summarize", { text: "The tide comes twice a day. ".repeat(9) }, /tide/],
		["classify", { text: "I love it" }, /POSITIVE/],
		["classify", { text: "My card was charged twice", labels: ["billing", "shipping"] }, /^\[\{"label":"billing"/],
		["embed", { texts: ["one", "two"] }, /^\[\[/],
		["answer_from_document", { image: "pixel.png", question: "Which total?" }, /"answer"/],
		["find_models", { query: "whisper", task: "asr" }, /^openai\/whisper-large-v3\t/],
		["find_models", { query: "Qwen/Qwen3-32B" }, /^PROVIDER\t.*\ntogether\tlive/],
		["chat", { prompt: "x", model: "org/name:nowhere" }, /./],
	];
	it("answers with text, on the sandbox", async () => {
		const client = await start();
		for (const [name, args, expected] of sandboxed) {
			const { text } = await call(client, name, args);
			expect(text, name).toMatch(expected);
		}
	});

	it("answers with pictures and sound, and links to what is large", async () => {
		const client = await start();
		const picture = await call(client, "generate_image", { prompt: "a lighthouse", width: 128, height: 64 });
		expect(picture.parts).toEqual([{ type: "image", mimeType: "image/png", data: expect.any(String) }]);
		const bytes = Buffer.from(picture.parts[0]?.data ?? "", "base64");
		expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([128, 64]);
		const speech = await call(client, "speak", { text: "hello" });
		expect(speech.parts).toEqual([{ type: "audio", mimeType: "audio/wav", data: expect.any(String) }]);
		writeFileSync(join(home.folder, "hello.wav"), Buffer.from(speech.parts[0]?.data ?? "", "base64"));
		expect(await call(client, "transcribe", { audio: "hello.wav" })).toMatchObject({ text: "hello" });
		const edited = await call(client, "edit_image", { image: "pixel.png", prompt: "blue" });
		expect(edited.parts).toMatchObject([{ type: "image" }]);
		const video = await call(client, "generate_video", { prompt: "a boat" });
		expect(video.parts).toMatchObject([
			{ type: "resource_link", mimeType: "video/mp4", uri: expect.stringMatching(/^file:/) },
		]);
		expect(readFileSync(new URL(video.parts[0]?.uri ?? "")).length).toBeGreaterThan(1000);
	});

	it("writes what is large, and with --output-dir every picture, below that folder", async () => {
		const client = await start(["--sandbox", "--output-dir", "media"]);
		const picture = await call(client, "generate_image", { prompt: "../../evil {model}", width: 64, height: 64 });
		expect(picture.parts).toMatchObject([{ type: "image" }, { type: "resource_link", mimeType: "image/png" }]);
		const vectors = await call(client, "embed", { texts: Array.from({ length: 30 }, (_, place) => `text ${place}`) });
		expect(vectors.text.length).toBeLessThan(1200);
		expect(vectors.parts).toMatchObject([{ type: "text" }, { type: "resource_link", mimeType: "application/json" }]);
		expect(JSON.parse(readFileSync(new URL(vectors.parts[1]?.uri ?? ""), "utf8"))).toHaveLength(30);
		const files = readdirSync(join(home.folder, "media")).sort();
		expect(files).toEqual([
			expect.stringMatching(/^embed-\w{8}\.json$/),
			expect.stringMatching(/^generate_image-\w{8}\.png$/),
		]);
	});

	it("takes its model from the call, -m or the task", async () => {
		const models = ["-m", "chat=openai/gpt-oss-20b", "-m", "zero-shot=org/labels"];
		const client = await start(["--sandbox", ...models]);
		const model = async (name: string, args: object) =>
			(await client.callTool({ name, arguments: { ...args } }))._meta?.["model"];
		expect(await model("chat", { prompt: "x" })).toBe("openai/gpt-oss-20b");
		expect(await model("chat", { prompt: "x", model: "Qwen/Qwen3-32B:together" })).toBe("Qwen/Qwen3-32B");
		expect((await call(client, "classify", { text: "x", labels: ["a"] })).text).toContain("org/labels");
		expect(await model("classify", { text: "x" })).toMatch(/^distilbert/);
	});
});

describe("an agent that is hostile", () => {
	it.each<[string, string, object, RegExp]>([
		["a file outside", "transcribe", { audio: "/etc/passwd" }, /^\/etc\/passwd is no file below/],
		["a path that climbs", "describe_image", { image: "../../../etc/passwd" }, /is no file below/],
		["a missing file", "transcribe", { audio: "/root/missing.wav" }, /^\/root\/missing.wav is no file below/],
		["a link that leads outside", "describe_image", { image: "link.png" }, /^link.png is no file below/],
		["a folder", "transcribe", { audio: "." }, /is no file below/],
		["a FIFO", "transcribe", { audio: "fifo" }, /^fifo is no file below/],
		["a device", "transcribe", { audio: "/dev/zero" }, /^\/dev\/zero is no file below/],
		["a file with keys", "describe_image", { image: ".env" }, /\.env is not an image/],
		["a text", "chat", { prompt: "x", images: ["note.txt"] }, /note.txt is not an image/],
		["this machine", "transcribe", { audio: "http://127.0.0.1:1/a.wav" }, /not on the public internet/],
		[
			"cloud metadata",
			"chat",
			{ prompt: "x", images: ["http://169.254.169.254/latest"] },
			/not on the public internet/,
		],
		["a private name", "edit_image", { image: "http://printer.local/a.png" }, /not on the public internet/],
		["another scheme", "transcribe", { audio: "file:///etc/passwd" }, /not http or https/],
		["a password in a URL", "transcribe", { audio: "https://u:p@example.com/a.wav" }, /has a password/],
		["a server on this machine", "find_models", { provider: "ollama" }, /may not name servers on this machine/],
		["an unknown field", "chat", { prompt: "x", root: "/" }, /root is not allowed here/],
		["a wrong type", "chat", { prompt: ["x"] }, /prompt must be a string/],
		["nothing", "chat", {}, /prompt/],
		["too many texts", "embed", { texts: Array(300).fill("x") }, /texts/],
		["a deep value", "chat", { prompt: deep(1000) }, /nested too deeply/],
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
		expect(text).toMatch(/^16 calls are in progress already/);
		stop.abort();
		await Promise.all(pending);
		await service.close();
	});

	it("cannot spend more than --max-cost", async () => {
		const client = await start(["--sandbox", "--max-cost", "0.0000001", "-m", "chat=openai/gpt-oss-20b"]);
		expect(await call(client, "chat", { prompt: "Say hi" })).toMatchObject({ isError: false });
		const second = await call(client, "chat", { prompt: "Say hi" });
		expect(second).toMatchObject({
			isError: true,
			text: expect.stringMatching(/^The budget of this server, .* is spent/),
		});
		const picture = { prompt: "x" };
		expect((await call(await start(["--sandbox", "--max-cost", "1"]), "generate_image", picture)).text).toMatch(
			/^The price of .* is unknown/,
		);
		const allowed = await start(["--sandbox", "--max-cost", "1", "--unknown-price", "allow"]);
		expect((await call(allowed, "generate_image", picture)).isError).toBe(false);
	});
});

describe("a client", () => {
	const slow = async () => {
		const service = await startServer([{ ending: "silence" }]);
		const client = await start(["-p", "nscale"], { env: { HUB_ROUTER_URL: service.url, HF_ENDPOINT: service.url } });
		const stop = new AbortController();
		const args = { name: "chat", arguments: { prompt: "x", model: "org/name" } };
		const ended = client.callTool(args, { signal: stop.signal }).catch((error: unknown) => error);
		await expect.poll(() => service.requests.length).toBe(1);
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
	it.each(["legacy", "auto"] as const)("answers clients with the key (%s)", async (mode) => {
		const service = await startMcpService(["--sandbox"], { cwd: home.folder, env: home.env });
		const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
		const headers = { authorization: `Bearer ${service.key}` };
		await client.connect(new StreamableHTTPClientTransport(new URL(service.url), { requestInit: { headers } }));
		expect((await client.listTools()).tools).toHaveLength(NAMES.length);
		expect(await call(client, "chat", { prompt: "Say hi" })).toMatchObject({ text: "hi", isError: false });
		await client.close();
		await service.close();
	});

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

describe("--print", () => {
	it.each([
		["codex", '[mcp_servers.hub]\ncommand = "hub"\nargs = ["mcp", "-m", "chat=org/name"]\n'],
		["claude", '{"mcpServers":{"hub":{"command":"hub","args":["mcp","-m","chat=org/name"]}}}'],
		["cursor", '{"mcpServers":{"hub":{"command":"hub","args":["mcp","-m","chat=org/name"]}}}'],
		["vscode", '{"servers":{"hub":{"type":"stdio","command":"hub","args":["mcp","-m","chat=org/name"]}}}'],
	])("prints the entry of %s, without secrets", async (client, expected) => {
		const { stdout, stderr } = await home.run(`hub mcp -m chat=org/name --token ${TOKEN} --print ${client}`);
		expect(client === "codex" ? stdout : JSON.stringify(JSON.parse(stdout))).toBe(expected);
		expect(stderr).toContain("--token is left out");
		expect(stdout + stderr).not.toContain(TOKEN);
	});
});

function deep(levels: number): unknown {
	let value: unknown = "x";
	for (let level = 0; level < levels; level++) value = [value];
	return value;
}
