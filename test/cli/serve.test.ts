import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.ts";
import { Interrupt, type Output } from "../../src/cli/terminal/process-io.ts";
import { defaultCache } from "../../src/hub/cache.ts";
import { builtFile } from "../helpers/built.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
const running: { kill(signal?: NodeJS.Signals): boolean }[] = [];
const here: Served[] = [];
beforeEach(() => {
	home = createHome();
});
afterEach(async () => {
	for (const child of running.splice(0)) child.kill("SIGKILL");
	for (const served of here.splice(0)) await served.stop("SIGTERM");
	home.remove();
});

interface Served {
	url: string;
	key: string | null;
	/** The link to the page of calls. */
	page: string;
	stop(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
}

/** Starts the built command, and reads what it prints. */
async function serveAlone(args: readonly string[], env: Record<string, string> = {}): Promise<Served> {
	const bin = builtFile("bin/hub.js");
	const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--json", ...args], {
		cwd: home.folder,
		env: { PATH: process.env["PATH"], HOME: home.folder, ...env },
	});
	running.push(child);
	const page = new Promise<string>((resolve) => {
		createInterface(child.stderr).on("line", (line) => {
			const link = /one-time link\): (\S+)/.exec(line)?.[1];
			if (link) resolve(link);
		});
	});
	const [line] = (await once(createInterface(child.stdout), "line")) as [string];
	const { url, key, ...rest } = JSON.parse(line) as { url: string; key: string | null };
	expect(rest).toEqual({});
	const ended = once(child, "exit") as Promise<[number | null]>;
	return {
		url,
		key,
		page: await page,
		stop: async (signal) => {
			child.kill(signal);
			return (await ended)[0];
		},
	};
}

/** The same in this process, which costs a tenth of it. */
async function serve(
	args: readonly string[],
	env: Record<string, string> = {},
	{ isTTY = false, said = [] as string[] } = {},
): Promise<Served> {
	const controller = new AbortController();
	let print = (_line: string): void => undefined;
	let note = (_link: string): void => undefined;
	const printed = new Promise<string>((resolve) => {
		print = resolve;
	});
	const page = new Promise<string>((resolve) => {
		note = resolve;
	});
	const output = (hear: (text: string) => void): Output => ({
		write: (text, done) => {
			hear(text as string);
			done?.();
			return true;
		},
	});
	defaultCache.clear();
	const run = main(["serve", "--port", "0", "--json", ...args], {
		stdin: Readable.from([]),
		stdinDescriptor: undefined,
		stdout: output((text) => print(text)),
		stderr: {
			...output((text) => {
				said.push(text);
				const link = /one-time link\): (\S+)/.exec(text)?.[1];
				if (link) note(link);
			}),
			isTTY,
		},
		env: { PATH: process.env["PATH"], HOME: home.folder, ...env },
		cwd: home.folder,
		signal: controller.signal,
	});
	const served: Served = {
		...(JSON.parse(await printed) as { url: string; key: string | null }),
		page: args.includes("--quiet") ? "" : await page,
		stop: (signal) => {
			controller.abort(new Interrupt(signal === "SIGINT" ? signal : "SIGTERM"));
			return run;
		},
	};
	here.push(served);
	return served;
}

const chat = { model: "meta-llama/Llama-3.1-8B-Instruct", messages: [{ role: "user", content: "Say hello" }] };
const ask = ({ url, key }: Served, path: string, body: unknown): Promise<Response> =>
	fetch(`${url}${path}`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify(body),
	});

/** A silent recording of so many bytes: 16 kHz, 16 bits. */
function wave(size: number): Uint8Array<ArrayBuffer> {
	const bytes = Buffer.alloc(44 + size);
	bytes.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
	bytes.writeUInt32LE(36 + size, 4);
	for (const [place, value] of [
		[16, 16],
		[24, 16_000],
		[28, 32_000],
		[40, size],
	] as const)
		bytes.writeUInt32LE(value, place);
	for (const [place, value] of [
		[20, 1],
		[22, 1],
		[32, 2],
		[34, 16],
	] as const)
		bytes.writeUInt16LE(value, place);
	bytes.write("data", 36, "latin1");
	return new Uint8Array(bytes);
}

describe("the lines of calls on a terminal", () => {
	const send = async (args: readonly string[], isTTY: boolean): Promise<string[]> => {
		const said: string[] = [];
		const served = await serve(["--sandbox", ...args], { NO_COLOR: "1" }, { isTTY, said });
		await (await ask(served, "/v1/chat/completions", chat)).text();
		await (await ask(served, "/v1/chat/completions", { ...chat, model: "a/b\u001b[31m\nc" })).text();
		await served.stop("SIGTERM");
		return said.join("").split("\n");
	};

	it("tell model, state, time and tokens, and no code of a client", async () => {
		const lines = await send([], true);
		const calls = lines.filter((line) => /\d\d:\d\d:\d\d {2}/.test(line));
		expect(calls[0]).toMatch(
			/^\d\d:\d\d:\d\d {2}meta-llama\/Llama-3.1-8B-Instruct {2}.*200 {2}\d+\.\d s {2}\d+ \+ \d+ tokens/,
		);
		expect(lines.join("\n")).not.toContain("\u001b[31m");
	});

	it("are left out with --quiet, and where no terminal is", async () => {
		for (const [args, isTTY] of [
			[["--quiet"], true],
			[[], false],
		] as const)
			expect((await send(args, isTTY)).filter((line) => /\d\d:\d\d:\d\d {2}/.test(line))).toEqual([]);
	});
});

describe("hub serve", () => {
	it("answers from the sandbox, accepts both kinds of alias, and exits with 143 on SIGTERM", async () => {
		expect(await home.run("hub config set serve.alias.fast openai/gpt-oss-20b:groq")).toMatchObject({ code: 0 });
		const served = await serveAlone(["--sandbox", "--alias", "big=openai/gpt-oss-120b,openai/gpt-oss-20b"]);
		expect(served.key).toMatch(/^hub_[0-9a-f]{48}$/);
		const answer = await ask(served, "/v1/chat/completions", { ...chat, model: "fast" });
		expect(answer.status).toBe(200);
		expect(answer.headers.get("x-hub-provider")).toBe("groq");
		const models = await fetch(`${served.url}/v1/models`, { headers: { authorization: `Bearer ${served.key}` } });
		const { data } = (await models.json()) as { data: { id: string }[] };
		expect(
			data
				.slice(0, 2)
				.map(({ id }) => id)
				.sort(),
		).toEqual(["big", "fast"]);
		expect((await fetch(served.page, { redirect: "manual" })).status).toBe(303);
		expect(await served.stop("SIGTERM")).toBe(143);
	});

	it.each([
		[[], 65, 400],
		[["--max-calls", "3"], 4, 400],
		[["--max-calls", "4"], 4, 200],
	] as const)("with %j answers a request of %d calls with %d", async (args, count, status) => {
		const served = await serve(["--sandbox", ...args]);
		const prompt = Array.from({ length: count }, (_, place) => `Say ${place}`);
		const body = { model: "google/gemma-2-2b-it:hf-inference", prompt, max_tokens: 3 };
		const answer = await ask(served, "/v1/completions", body);
		const text = await answer.text();
		expect([answer.status, text]).toEqual([
			status,
			expect.stringContaining(status === 200 ? "choices" : "--max-calls"),
		]);
	});

	it("takes aliases from flags, then a file, then the configuration, and the model for other names", async () => {
		const small = "openai/gpt-oss-20b:groq";
		const big = "openai/gpt-oss-120b:groq";
		for (const [name, target] of Object.entries({ constructor: small, a: big, b: big, "x-*": small }))
			await home.run(`hub config set serve.alias.${name} ${target}`);
		writeFileSync(join(home.folder, "team.json"), JSON.stringify({ aliases: { a: small, b: small, "*": big } }));
		const served = await serve([
			"--sandbox",
			"--config",
			"team.json",
			"--alias",
			`a=${small}`,
			"--alias",
			`__proto__=${big}`,
		]);
		const models = async ({ url, key }: Served): Promise<string[]> => {
			const response = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
			const { data } = (await response.json()) as { data: { id: string; owned_by: string }[] };
			return data.filter(({ owned_by: owner }) => owner === "hub").map(({ id }) => id);
		};
		expect(await models(served)).toEqual(["a", "__proto__", "b", "constructor"]);
		const answers = async (by: Served, model: string): Promise<string | null> =>
			(await ask(by, "/v1/chat/completions", { ...chat, model })).headers.get("x-hub-model");
		for (const [model, target] of [
			["a", small],
			["__proto__", big],
			["b", small],
			["constructor", small],
			["x-1", big],
			["any other", big],
		] as const)
			expect(`${await answers(served, model)}:groq`, model).toBe(target);
		const named = await serve([
			"--sandbox",
			"--config",
			"team.json",
			"-m",
			"openai/gpt-oss-20b",
			"-p",
			"cerebras,groq",
		]);
		expect(await models(named)).toEqual(["a", "b", "constructor"]);
		expect(await answers(named, "any other")).toBe("openai/gpt-oss-20b");
	});

	it("serves a file of settings, and knows what keys have spent after kill -9", async () => {
		const team = {
			sandbox: true,
			aliases: { "claude-*": { targets: ["openai/gpt-oss-20b:groq"], retries: 1 } },
			keys: [{ name: "alice", keyVariable: "ALICE_KEY", models: ["claude-*"], budget: { usd: 0.00001, per: "month" } }],
			log: "metadata",
		};
		writeFileSync(join(home.folder, "team.json"), JSON.stringify(team));
		const start = (): Promise<Served> => serveAlone(["--config", "team.json"], { ALICE_KEY: "key-of-alice" });
		const first = await start();
		const asAlice = (served: Served, model: string): Promise<Response> =>
			ask({ ...served, key: "key-of-alice" }, "/v1/chat/completions", { ...chat, model });
		expect((await asAlice(first, "org/other")).status).toBe(403);
		let status = 200;
		for (let count = 0; count < 20 && status === 200; count++) status = (await asAlice(first, "claude-x")).status;
		expect(status).toBe(429);
		const file = join(home.folder, ".local/share/hub/serve-spending-sandbox.jsonl");
		await expect.poll(() => existsSync(file) && readFileSync(file, "utf8")).toContain("alice");
		await first.stop("SIGKILL");
		const second = await start();
		const refused = await asAlice(second, "claude-x");
		expect(refused.status).toBe(429);
		expect(await refused.text()).toContain("insufficient_quota");
		expect((await ask(second, "/v1/chat/completions", { ...chat, model: "claude-x" })).status).toBe(200);
		const { stdout } = await home.run("hub usage --by key --json --sandbox");
		const rows = JSON.parse(stdout) as { key: string | null; calls: number }[];
		expect(rows.map(({ key }) => key).sort()).toEqual(["alice", null]);
		for (const line of [stdout, readFileSync(file, "utf8")]) expect(line).not.toContain("key-of-alice");
	});

	it("finishes running calls, answers new ones with 503, and exits with 130 on Ctrl-C", async () => {
		let answerAll = (): void => undefined;
		const held = new Promise<void>((resolve) => {
			answerAll = resolve;
		});
		const slow = createServer((_, response) => void held.then(() => response.end("{}")));
		await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
		const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
		const served = await serve(["--no-key"], { HF_ENDPOINT: url, HUB_ROUTER_URL: url, HF_TOKEN: "hf_any_token" });
		expect(served.key).toBeNull();
		const answer = ask(served, "/v1/chat/completions", chat);
		while (!(await (await fetch(`${served.url}/metrics`)).text()).includes("hub_calls_in_flight 1\n"));
		const ended = served.stop("SIGINT");
		while ((await (await fetch(`${served.url}/health`)).text()).includes('"ok"'));
		expect((await ask(served, "/v1/chat/completions", chat)).status).toBe(503);
		answerAll();
		expect((await answer).status).toBe(502);
		expect(await ended).toBe(130);
		slow.close();
	});

	it("waits for a port that a hub serve holds while it ends", async () => {
		let end = (): void => undefined;
		const held = new Promise<void>((resolve) => {
			end = resolve;
		});
		const slow = createServer((_, response) => void held.then(() => response.end("{}")));
		await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
		const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
		const first = await serveAlone(["--no-key"], { HF_ENDPOINT: url, HUB_ROUTER_URL: url, HF_TOKEN: "hf_any_token" });
		const answer = ask(first, "/v1/chat/completions", chat);
		while (!(await (await fetch(`${first.url}/metrics`)).text()).includes("hub_calls_in_flight 1\n"));
		const ended = first.stop("SIGINT");
		while ((await (await fetch(`${first.url}/health`)).text()).includes('"ok"'));

		const bin = builtFile("bin/hub.js");
		const next = spawn(process.execPath, [bin, "serve", "--sandbox", "--port", new URL(first.url).port], {
			cwd: home.folder,
			env: { PATH: process.env["PATH"], HOME: home.folder },
		});
		running.push(next);
		let notes = "";
		for await (const line of createInterface(next.stderr)) {
			notes += `${line}\n`;
			if (line.includes("is shutting down")) end();
			if (line.includes("listens on")) break;
		}
		expect(notes).toMatch(/^Another hub serve on port \d+ is shutting down\. Waiting up to 5 s for it\.$/m);
		expect((await answer).status).toBe(502);
		expect(await ended).toBe(130);
		slow.close();
	});

	it("asks a target once whose kept connection breaks", async () => {
		const seen: string[] = [];
		const breaking = createServer((request, response) => {
			if (request.method !== "POST") return void response.end('{"data":[]}');
			seen.push(request.url ?? "");
			const isFirst = seen.length === 1;
			request.resume();
			request.on("end", () => {
				if (isFirst) response.end('{"choices":[{"message":{"content":"Hi"}}]}');
				else request.socket.destroy();
			});
		});
		await new Promise<void>((resolve) => breaking.listen(0, "127.0.0.1", resolve));
		const url = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`;
		const served = await serve(["--no-key"], { HF_ENDPOINT: url, HUB_ROUTER_URL: url, HF_TOKEN: "hf_any_token" });
		expect((await ask(served, "/v1/chat/completions", chat)).status).toBe(200);
		const failed = await ask(served, "/v1/chat/completions", chat);
		expect(failed.status).toBe(502);
		expect(failed.headers.get("x-hub-attempts")).toBe("1");
		expect(seen).toHaveLength(2);
		breaking.close();
	});

	it("lives on after requests and answers of 10,000 levels, with logs of their content", async () => {
		const nested = "[".repeat(10_000) + "]".repeat(10_000);
		const seen: string[] = [];
		const deep = createServer((request, response) => {
			if (request.method !== "POST") return void response.end('{"data":[]}');
			seen.push(request.url ?? "");
			request.resume();
			const choice = '{"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}';
			request.on("end", () => response.end(`{"choices":[${choice}],"extra":${nested}}`));
		});
		await new Promise<void>((resolve) => deep.listen(0, "127.0.0.1", resolve));
		const url = `http://127.0.0.1:${(deep.address() as AddressInfo).port}`;
		const env = { HF_ENDPOINT: url, HUB_ROUTER_URL: url, HF_TOKEN: "hf_any_token" };
		const served = await serve(["--no-key", "--log=content", "--record", "tape"], env);
		const headers = { "content-type": "application/json" };
		const send = (body: string): Promise<Response> =>
			fetch(`${served.url}/v1/chat/completions`, { method: "POST", headers, body });
		const asked = await send(JSON.stringify(chat).replace(/}$/, `,"extra":${nested}}`));
		expect(asked.status).toBe(400);
		expect(await asked.json()).toMatchObject({ error: { message: expect.stringContaining("200 levels") } });
		const answered = await send(JSON.stringify(chat));
		expect(answered.status).toBe(502);
		expect(await answered.json()).toMatchObject({ error: { type: expect.any(String), message: expect.any(String) } });
		expect(seen).toHaveLength(1);
		expect((await fetch(`${served.url}/health`)).status).toBe(200);
		await served.stop("SIGTERM");
		deep.close();
	});

	it("records without secrets, and replays without a token", async () => {
		const first = await serve(["--sandbox", "--record", "tape"]);
		const text = await (await ask(first, "/v1/chat/completions", chat)).text();
		await first.stop("SIGTERM");
		const folder = join(home.folder, "tape");
		const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
		expect(written.length).toBeGreaterThan(0);
		expect(written.join()).not.toContain(first.key);
		const second = await serve(["--replay", "tape"]);
		expect(await (await ask(second, "/v1/chat/completions", chat)).text()).toBe(text);
		const miss = await ask(second, "/v1/chat/completions", { ...chat, seed: 1 });
		expect(miss.status).toBe(404);
		expect(await miss.json()).toMatchObject({
			error: { code: "not_recorded", message: expect.stringContaining("differs in body.seed") },
		});
		await second.stop("SIGTERM");
	});

	it("logs and traces content without keys", async () => {
		const spans: { name: string; attributes: { key: string; value: unknown }[] }[] = [];
		const collector = createServer((message, response) => {
			let body = "";
			message.on("data", (part: Buffer) => {
				body += part.toString();
			});
			message.on("end", () => {
				const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: typeof spans }[] }[] };
				spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
				response.end("{}");
			});
		});
		await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
		const { port } = collector.address() as AddressInfo;
		const key = "key-of-the-log-test-1234";
		const served = await serve(["--sandbox", "--log=content"], {
			HUB_SERVE_KEY: key,
			OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
			OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "SPAN_ONLY",
		});
		const told = { ...chat, seed: 7, messages: [{ role: "user", content: `Say hello, ${key}` }] };
		const whole = (await (await ask(served, "/v1/chat/completions", told)).json()) as object;
		await (await ask(served, "/v1/chat/completions", { ...told, stream: true })).text();
		await (await ask(served, "/v1/embeddings", { model: "thenlper/gte-large:hf-inference", input: "one" })).text();
		await (await ask(served, "/v1/chat/completions", { ...told, model: "none" })).text();
		expect(await served.stop("SIGTERM")).toBe(143);
		collector.close();
		const folder = join(home.folder, ".local/share/hub/log");
		const text = readdirSync(folder)
			.map((name) => readFileSync(join(folder, name), "utf8"))
			.join("");
		const records = text
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as Record<string, unknown>);
		const kept = { seed: 7, messages: [{ role: "user", content: "Say hello, [redacted]" }] };
		expect(records).toMatchObject([
			{ command: "serve", sandbox: true, model: chat.model, task: "conversational", arguments: kept, output: whole },
			{ arguments: kept, output: expect.stringMatching(/\w/) },
			{ task: "feature-extraction", arguments: { inputs: "one" }, output: [expect.any(Array)] },
			{ model: "none", error: { status: 404 } },
		]);
		expect(spans.map(({ name }) => name)).toEqual([
			`chat ${chat.model}`,
			`chat ${chat.model}`,
			"embeddings thenlper/gte-large",
			"chat none",
		]);
		expect(spans[0]?.attributes).toContainEqual({ key: "gen_ai.request.seed", value: { intValue: "7" } });
		expect(spans[0]?.attributes.map((attribute) => attribute.key)).toContain("gen_ai.input.messages");
		expect(text + JSON.stringify(spans)).not.toContain(key);
	});

	it("keeps large form files on disk", async () => {
		const served = await serve(["--sandbox"]);
		const form = new FormData();
		form.append("model", "openai/whisper-large-v3:hf-inference");
		form.append("file", new Blob([wave(3_000_000)], { type: "audio/wav" }), "long.wav");
		const headers = { authorization: `Bearer ${served.key}` };
		const answer = await fetch(`${served.url}/v1/audio/transcriptions`, { method: "POST", headers, body: form });
		expect(await answer.json()).toHaveProperty("text");
	});

	it("survives malformed requests", async () => {
		const served = await serveAlone(["--sandbox"]);
		const { port, hostname } = new URL(served.url);
		const pieces = [
			"GET // HTTP/1.1\r\nHost: x\r\n\r\n",
			"GET /%E0%A4%A HTTP/1.1\r\nHost: localhost\r\n\r\n",
			"\0\x01\x02",
			"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{",
			"TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n",
		];
		let seed = 1;
		const random = (below: number): number => {
			seed = (seed * 48_271) % 2_147_483_647;
			return seed % below;
		};
		for (let count = 0; count < 200; count++) {
			const bytes = Buffer.from(pieces[count % pieces.length] ?? "", "latin1");
			for (let change = 0; change < count % 7; change++) bytes[random(bytes.length)] = random(256);
			const socket = connect(Number(port), hostname);
			socket.on("error", () => undefined);
			socket.end(bytes);
			await new Promise((resolve) => socket.once("close", resolve).resume());
		}
		expect((await fetch(`${served.url}/health`)).status).toBe(200);
	});
});

describe("hub serve rejects", () => {
	it.each([
		["hub serve --no-key --host 0.0.0.0", "--no-key works on loopback only"],
		["hub serve --alias fast", "--alias"],
		["hub serve --alias fast=nonsense", "not a model id"],
		["hub serve --alias fast=org/a:nobody", 'Unknown provider "nobody"'],
		["hub serve --alias =org/a:groq", '--alias "=org/a:groq" is not valid.'],
		["hub serve -m org/a --alias *=org/b", "-m and --alias '*=…' cannot be combined."],
		["hub serve --key-stdin --token-stdin", "--key-stdin and --token-stdin cannot be combined."],
		["hub serve --key-stdin --key abc", "--key-stdin and --key cannot be combined."],
		["hub serve --key-stdin --no-key", "--key-stdin and --no-key cannot be combined."],
		["hub serve --key-stdin", "--key-stdin: the key is empty."],
		['hub serve --key "a b"', "--key: a key is one line of printable characters without spaces."],
		["hub serve --sandbox -p ollama", "--sandbox and -p ollama cannot be combined."],
		["hub serve -p openai", "openai cannot be a target: it needs its own key."],
		["hub serve --host 203.0.113.7 --sandbox", "203.0.113.7 is not an address of this machine."],
		["hub serve --port 70000", '--port "70000" is not valid.'],
		["hub serve --record a --replay b", "cannot be combined"],
		["hub serve --max-body nothing", "size"],
		["hub serve --max-calls 0", "--max-calls"],
		["hub config set serve.alias.fast nonsense", "not a model id"],
	])("%s", async (line, text) => {
		const { code, stderr } = await home.run(line);
		expect(stderr).toContain(text);
		expect(code).toBe(2);
	});

	it("a port in use", async () => {
		const other = createServer((_, response) => response.end());
		await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
		const { code, stderr } = await home.run(`hub serve --port ${(other.address() as AddressInfo).port}`);
		other.close();
		expect(stderr).toContain("is in use");
		expect(code).toBe(2);
	});
});
