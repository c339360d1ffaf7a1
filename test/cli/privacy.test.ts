import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { VISIBLE_COMMANDS } from "../../src/cli/commands.ts";
import { CALLED_HOSTS } from "../../src/cli/help/privacy.ts";
import { createHome, type Home } from "../helpers/session.ts";

/**
 * Starts the command of its arguments, calls the server whose URL that prints, and ends it. It knows the paths of the
 * gateway and of the sandbox; the server finds no proxy in the way of its callers.
 */
const CALL_SERVER = `#!/usr/bin/env node
const [program, ...words] = process.argv.slice(2);
const child = require("node:child_process").spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
let text = "";
const started = new Promise((resolve, reject) => {
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (data) => {
			text += data;
			if (/(?:listens on|ENDPOINT=)/.test(text)) resolve();
		});
	child.on("exit", () => reject(new Error(text)));
});
started.then(async () => {
	const [url] = /http:\\/\\/127\\.0\\.0\\.1:\\d+/.exec(text);
	await require("./call-models.cjs")(url, /API_KEY=(\\S+)/.exec(text)?.[1] ?? "hf_sandbox");
	child.removeAllListeners("exit").on("exit", () => process.exit()).kill();
});
`;

/** An agent: it calls the gateway of \`hub launch\`, prints what it was answered, and ends. */
const AGENT = `#!/usr/bin/env node
require("./call-models.cjs")(process.env.ANTHROPIC_BASE_URL, process.env.ANTHROPIC_AUTH_TOKEN);
`;

const CALL_MODELS = `
const messages = [{ role: "user", content: "hi" }];
const CALLS = {
	"/v1/models": undefined,
	"/v1/chat/completions": { messages },
	"/v1/messages": { messages, max_tokens: 9 },
	"/v1/responses": { input: "hi" },
	"/v1/embeddings": { input: "hi" },
	"/v1/images/generations": { prompt: "hi" },
};
module.exports = async (url, key) => {
	for (const [path, body] of Object.entries(CALLS)) {
		const headers = { authorization: "Bearer " + key, "x-api-key": key, "content-type": "application/json" };
		const sent = body && { method: "POST", body: JSON.stringify({ model: "a/b", ...body }) };
		const response = await fetch(url + path, { headers, ...sent });
		console.log(path, response.status, (await response.text()).length);
	}
};
`;

/** A home with these programs on its path. */
function createHomeWithCallers(): Home {
	const home = createHome({ "in.jsonl": '{"input": "hello"}\n' });
	onTestFinished(() => home.remove());
	const programs = { "call-server": CALL_SERVER, claude: AGENT, "call-models.cjs": CALL_MODELS };
	for (const [name, text] of Object.entries(programs)) {
		writeFileSync(join(home.folder, ".bin", name), text, { mode: 0o755 });
	}
	return home;
}

/** What answers calls needs a process of its own. */
const SERVERS: readonly string[] = ["sandbox", "serve", "launch"];

/** Command lines for each command that reach as far as it goes without an answer. */
const LINES: Readonly<Record<string, readonly string[]>> = {
	infer: [
		"hub infer -t chat -m a/b hello",
		"hub infer -t t2i -m a/b -p fal-ai x -o x.png",
		"hub infer -t chat -m a/b --agent x/y hello",
	],
	chat: ["hub chat -m a/b hello < /dev/null"],
	batch: ["hub batch in.jsonl -t chat -m a/b -o out.jsonl", "hub batch hf://datasets/a/b -t chat -m a/b -o out2.jsonl"],
	compare: ["hub compare -t chat -m a/b -m c/d hello"],
	tasks: ["hub tasks", "hub tasks chat"],
	libraries: ["hub libraries", "hub libraries transformers"],
	providers: ["hub providers", "hub providers together", "hub providers --model a/b"],
	sandbox: ["call-server hub sandbox --port 0"],
	serve: ["call-server hub serve --port 0", "call-server hub serve -m c/d -p together --port 0"],
	ask: ["hub ask hi"],
	mcp: ["hub mcp --print claude", "hub mcp < /dev/null"],
	launch: ["hub launch", "hub launch claude -m a/b"],
	models: ["hub models llama", "hub models a/b"],
	snippet: ["hub snippet a/b"],
	template: ["hub template render a/b"],
	login: ["hub login --json", "echo hf_0123456789abcdef | hub login --token-stdin"],
	logout: ["hub logout"],
	whoami: ["hub whoami"],
	config: ["hub config", "hub config set timeout 3", "hub config get timeout"],
	prompt: ["hub prompt list"],
	skill: ["hub skill"],
	alias: ["hub alias list"],
	logs: ["hub logs"],
	usage: ["hub usage"],
	doctor: ["hub doctor", "hub doctor a/b"],
	completion: ["hub completion bash"],
};

const hosts = new Set<string>();
/** A proxy that connects to nothing: it writes down who is called. */
const proxy = createServer((request, response) => {
	hosts.add(new URL(request.url ?? "", "http://nowhere").host);
	response.writeHead(502).end();
}).on("connect", (request, socket) => {
	hosts.add((request.url ?? "").replace(/:443$/, ""));
	socket.on("error", () => undefined);
	socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
});
beforeAll(() => new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve)));
afterAll(() => void proxy.close());

describe("hub help privacy", () => {
	it("is tried with every command", () => {
		expect(Object.keys(LINES).sort()).toEqual(VISIBLE_COMMANDS.map(({ name }) => name).sort());
		const known = new Set(Object.keys(LINES));
		expect(CALLED_HOSTS.flatMap(({ commands }) => commands).filter((name) => !known.has(name))).toEqual([]);
	});

	it.each(Object.entries(LINES))("names every host that is called by hub %s", async (command, lines) => {
		const home = createHomeWithCallers();
		const real = SERVERS.includes(command);
		mkdirSync(join(home.folder, ".config/hub"), { recursive: true });
		writeFileSync(join(home.folder, ".config/hub/config.json"), '{ "retries": 0, "timeout": 5 }');
		const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		hosts.clear();
		const env = { HTTPS_PROXY: url, HTTP_PROXY: url, HF_TOKEN: "hf_0123456789abcdef" };
		const run = async (line: string): Promise<void> => {
			const { stdout, stderr } = await home.run(line, { env, real });
			if (/call-server|launch.* claude/.test(line)) expect(stdout, stderr).toMatch(/\/v1\/images\/generations \d+/);
		};
		for (const line of lines) await run(line);
		const named = CALLED_HOSTS.filter(({ commands }) => commands.includes(command)).map(({ host }) => host);
		expect([...hosts].filter((host) => !named.includes(host))).toEqual([]);
		// The servers have called what they are called for.
		if (real && command !== "sandbox") expect([...hosts]).toContain("router.huggingface.co");
		// With the sandbox nothing is called at all.
		hosts.clear();
		for (const line of lines) await run(line.replace(/(\bhub \w+)/, "$1 --sandbox"));
		expect([...hosts]).toEqual([]);
	});

	it("is true of the list: each host is called by some command", async () => {
		const home = createHome({ "in.jsonl": '{"input": "hello"}\n' });
		onTestFinished(() => home.remove());
		const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		const env = { HTTPS_PROXY: url, HTTP_PROXY: url, HF_TOKEN: "hf_0123456789abcdef" };
		hosts.clear();
		for (const line of [
			"hub models llama --retries 0",
			"hub doctor",
			"hub batch hf://datasets/a/b -t chat -m a/b -o o.jsonl --retries 0",
		]) {
			await home.run(line, { env });
		}
		const listed = CALLED_HOSTS.filter(({ commands }) => commands.length > 0).map(({ host }) => host);
		expect([...hosts].sort()).toEqual(listed.sort());
	});
});
