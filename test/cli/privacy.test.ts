import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { VISIBLE_COMMANDS } from "../../src/cli/commands.ts";
import { CALLED_HOSTS } from "../../src/cli/help/privacy.ts";
import { createHome } from "../helpers/session.ts";

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
	sandbox: ["hub sandbox --help"],
	serve: ["hub serve --help"],
	ask: ["hub ask hi"],
	mcp: ["hub mcp --print claude", "hub mcp < /dev/null"],
	launch: ["hub launch", "hub launch claude --print -m a/b"],
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
		const home = createHome({ "in.jsonl": '{"input": "hello"}\n' });
		onTestFinished(() => home.remove());
		mkdirSync(join(home.folder, ".config/hub"), { recursive: true });
		writeFileSync(join(home.folder, ".config/hub/config.json"), '{ "retries": 0, "timeout": 5 }');
		const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		hosts.clear();
		const env = { HTTPS_PROXY: url, HTTP_PROXY: url, HF_TOKEN: "hf_0123456789abcdef" };
		for (const line of lines) await home.run(line, { env });
		const named = CALLED_HOSTS.filter(({ commands }) => commands.includes(command)).map(({ host }) => host);
		expect([...hosts].filter((host) => !named.includes(host))).toEqual([]);
		// With the sandbox nothing is called at all.
		hosts.clear();
		for (const line of lines) await home.run(`${line.replace(/(\bhub \w+)/, "$1 --sandbox")}`, { env });
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
