import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChatSession } from "../../src/cli/commands/chat/session.ts";
import { COMMANDS, PROMPT } from "../../src/cli/commands.ts";
import { type Context, createContext } from "../../src/cli/context.ts";
import { PROVIDER_NAMES, splitModel } from "../../src/cli/options/provider.ts";
import { parseTarget } from "../../src/gateway/targets.ts";
import { splitModelName } from "../../src/inference/model-name.ts";
import { builtFile } from "../helpers/built.ts";
import { openScreen } from "../helpers/screen.ts";
import { type ScriptedServer, startServer } from "../helpers/server.ts";
import { createHome, type Home, type Outcome } from "../helpers/session.ts";

/** What the user says; only the server on this machine may hear it. */
const SECRET = "where-do-herons-sleep";
/** A model of Ollama, whose own name has a colon. */
const MODEL = "phi4:14b";
const NAMED = `${MODEL}:ollama`;
const TOKENS = {
	HF_TOKEN: "hf_token_of_the_user",
	GROQ_API_KEY: "gsk_key_of_the_user",
	OPENAI_API_KEY: "sk_key_of_the_user",
};

let home: Home;
let here: ScriptedServer;
let hub: ScriptedServer;
let router: ScriptedServer;
/** Stands for every other host, as a proxy; nobody may call it. */
let elsewhere: Server;
let strangers: number;
beforeEach(async () => {
	home = createHome();
	strangers = 0;
	elsewhere = createServer((socket) => {
		strangers++;
		socket.destroy();
	});
	await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
	here = await startServer(({ method, path, body }) => {
		if (path === "/v1/models") return { body: { object: "list", data: [{ id: MODEL }, { id: "all-minilm:l6" }] } };
		if (path === "/v1/embeddings") return { body: { object: "list", data: [{ index: 0, embedding: [0.25, 0.5] }] } };
		if (method !== "POST" || path !== "/v1/chat/completions") return { status: 404 };
		const message = { role: "assistant", content: "On one leg." };
		const whole = { id: "1", model: MODEL, choices: [{ index: 0, message, finish_reason: "stop" }], usage: null };
		if (!body.includes('"stream":true')) return { body: whole };
		const chunk = { id: "1", model: MODEL, choices: [{ index: 0, delta: message, finish_reason: "stop" }] };
		const text = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
		return { headers: { "content-type": "text/event-stream" }, body: text };
	});
	hub = await startServer(() => ({ status: 404, body: { error: "Repository not found" } }));
	router = await startServer(() => ({ status: 404, body: { error: "not here" } }));
});
afterEach(async () => {
	elsewhere.close();
	await Promise.all([here, hub, router].map((server) => server.close()));
	home.remove();
});

function environment(more: Record<string, string> = {}): Record<string, string> {
	const proxy = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
	const urls = { OLLAMA_HOST: here.url, HF_ENDPOINT: hub.url, HUB_ROUTER_URL: router.url };
	return { ...urls, HTTPS_PROXY: proxy, HTTP_PROXY: proxy, ...TOKENS, ...more };
}

const run = (line: string, env: Record<string, string> = {}, options = {}): Promise<Outcome> =>
	home.run(line, { env: environment(env), ...options });

/** The prompt came to the server on this machine, without a token of anyone else, and to nobody else. */
function expectHeardHere(model = MODEL): void {
	const heard = here.requests.filter(({ body }) => body.includes(SECRET));
	expect(heard.length).toBeGreaterThan(0);
	for (const { body } of heard) expect((JSON.parse(body) as { model: string }).model).toBe(model);
	expectNothingLeft();
}

function expectNothingLeft(): void {
	expect(router.requests).toEqual([]);
	expect(strangers).toBe(0);
	expect(hub.requests.filter(({ body, path }) => `${path}${body}`.includes(SECRET))).toEqual([]);
	const headers = JSON.stringify(here.requests.map((request) => request.headers));
	for (const token of Object.values(TOKENS)) expect(headers).not.toContain(token);
	expect(headers).not.toContain("a-team");
}

async function expectAnswer(line: string, env: Record<string, string> = {}, options = {}): Promise<void> {
	const { stdout, stderr, code } = await run(line, env, options);
	expect(code, `${line}: ${stderr}`).toBe(0);
	expect(stdout, line).toContain("On one leg.");
}

/** Starts the built command, and reads what it prints first. */
async function start(args: readonly string[]): Promise<{ line: string; end(): Promise<unknown> }> {
	const child = spawn(process.execPath, [builtFile("bin/hub.js"), ...args], {
		cwd: home.folder,
		env: { ...home.env, ...environment() },
		stdio: ["ignore", "pipe", "ignore"],
	});
	const ended = once(child, "close");
	const [line] = (await once(createInterface(child.stdout), "line")) as [string];
	return {
		line,
		end: () => {
			child.kill();
			return ended;
		},
	};
}

const question = (model: string) => ({ model, messages: [{ role: "user", content: SECRET }] });

/** An agent that asks once, as `hub launch` tells it to. */
const AGENT = `#!${process.execPath}
const { OPENAI_API_BASE: base, OPENAI_API_KEY: key } = process.env;
const headers = { "content-type": "application/json", authorization: "Bearer " + key };
fetch(base + "/chat/completions", { method: "POST", headers, body: ${JSON.stringify(JSON.stringify(question("x")))} })
	.then((response) => response.text())
	.then((text) => console.log(text));
`;

/** How each command with \`-m\` asks a model; \`undefined\` for those that ask none. */
const WAYS: Readonly<Record<string, ((model: string) => Promise<void>) | undefined>> = {
	ask: (model) => expectAnswer(`hub ask ${SECRET} -m ${model}`),
	"": (model) => expectAnswer(`hub "${SECRET} at night" -m ${model}`),
	infer: (model) => expectAnswer(`hub infer -t chat -m ${model} ${SECRET} --bill-to a-team`),
	chat: async (model) => {
		const screen = openScreen(`hub chat -m ${model} '${SECRET} at night'`, home, { env: environment() });
		await screen.waitFor("On one leg.");
		screen.type("\u0004");
		await screen.end();
		expect(screen.history()).toContain("-p ollama");
	},
	batch: (model) => expectAnswer(`printf '${SECRET}\\n' | hub batch - -t chat -m ${model}`),
	compare: (model) => expectAnswer(`hub compare -m ${model},${MODEL}:local ${SECRET}`),
	serve: async (model) => {
		const { line, end } = await start(["serve", "--port", "0", "--json", "--bill-to", "a-team", "-m", model]);
		const { url, key } = JSON.parse(line) as { url: string; key: string };
		const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
		const body = JSON.stringify(question("anything"));
		const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body });
		expect(await response.text()).toContain("On one leg.");
		await end();
	},
	launch: async (model) => {
		writeFileSync(join(home.folder, ".bin/aider"), AGENT);
		chmodSync(join(home.folder, ".bin/aider"), 0o755);
		const { code, stderr } = await run(`hub launch aider -m ${model}`);
		expect(code, stderr).toBe(0);
	},
	mcp: async (model) => {
		const client = new Client({ name: "test", version: "1" });
		const args = [builtFile("bin/hub.js"), "mcp", "-m", `chat=${model}`];
		const env = { ...home.env, ...environment() };
		const server = { command: process.execPath, args, env, cwd: home.folder, stderr: "ignore" as const };
		await client.connect(new StdioClientTransport(server));
		const answer = await client.callTool({ name: "chat", arguments: { prompt: SECRET } });
		expect(JSON.stringify(answer)).toContain("On one leg.");
		await client.close();
	},
	prompt: async (model) => {
		const saved = await run(`hub prompt save birds -m ${model} "Tell me: {{ input }}"`);
		expect(saved.code, saved.stderr).toBe(0);
		await expectAnswer(`hub infer -T birds ${SECRET}`);
	},
	providers: undefined,
	logs: undefined,
};

function openContext(): Context {
	const { stdin, stdout, stderr } = process;
	const signal = new AbortController().signal;
	return createContext({ stdin, stdout, stderr, env: home.env, cwd: home.folder, signal });
}

/** Names of the commands that take a model, a subcommand included. */
async function commandsWithModel(): Promise<string[]> {
	const context = openContext();
	const found = await Promise.all(
		[PROMPT, ...COMMANDS].map(async ({ name, load }) => {
			const command = (await load()).createCommand(context);
			const all = [command, ...command.commands].flatMap(({ options }) => options);
			return all.some(({ long }) => long === "--model") ? [name] : [];
		}),
	);
	return found.flat();
}

describe("-m ID:ollama", () => {
	it("has a way for every command with -m", async () => {
		expect(Object.keys(WAYS).sort()).toEqual((await commandsWithModel()).sort());
	});

	it.each(Object.entries(WAYS).flatMap(([name, ask]) => (ask ? [[name, ask] as const] : [])))(
		"is asked on this machine by hub %s",
		async (_, ask) => {
			await ask(NAMED);
			expectHeardHere();
		},
	);

	it.each<[how: string, line: string, env?: Record<string, string>]>([
		["the option -p", `hub infer -t chat -p ollama -m ${MODEL} ${SECRET}`],
		["both", `hub infer -t chat -p ollama -m ${NAMED} ${SECRET}`],
		["HUB_PROVIDER", `hub infer -t chat -m ${MODEL} ${SECRET}`, { HUB_PROVIDER: "ollama" }],
		["another HUB_PROVIDER", `hub infer -t chat -m ${NAMED} ${SECRET}`, { HUB_PROVIDER: "groq" }],
		["local", `hub infer -t chat -m ${MODEL}:local ${SECRET}`],
		["a stored default", `hub config set model.chat ${NAMED} && hub "${SECRET} at night"`],
		["a stored provider", `hub config set provider ollama && hub "${SECRET} at night" -m ${MODEL}`],
		["an alias of the command", `hub alias set bird "infer -t chat -m ${NAMED}" && hub bird ${SECRET}`],
		["hub compare -p", `hub compare -p ollama -m ${MODEL} ${SECRET}`],
		["hub batch -p", `printf '${SECRET}\\n' | hub batch - -t chat -p ollama -m ${MODEL}`],
		["a task", `hub translate ${SECRET} -m ${NAMED} -t chat`],
	])("means the same by %s", async (_, line, env) => {
		await expectAnswer(line, env);
		expectHeardHere();
	});

	it("embeds on this machine", async () => {
		const { stdout, code } = await run(`hub infer -t feature-extraction -m all-minilm:l6:ollama ${SECRET} --json`);
		expect([code, JSON.parse(stdout)]).toEqual([0, [[0.25, 0.5]]]);
		expectHeardHere("all-minilm:l6");
	});

	it("holds for agents and their files", async () => {
		const agent = { model: NAMED, provider: "ollama", servers: [] };
		writeFileSync(join(home.folder, "agent.json"), JSON.stringify(agent));
		const refused = await run("hub --agent agent.json Hello");
		const [fingerprint = ""] = /\b[0-9a-f]{64}\b/.exec(refused.stderr) ?? [];
		await expectAnswer(`hub --agent agent.json --allow-agent ${fingerprint} "${SECRET} at night"`);
		expectHeardHere();
	});

	it("holds for /model of hub chat", () => {
		const session = new ChatSession({}, openContext());
		session.choose({ model: NAMED });
		expect([session.place, session.settings.model]).toEqual([{ provider: "ollama" }, MODEL]);
		// The next model is one of the same server, unless it says otherwise.
		session.choose({ model: "mistral:latest" });
		expect([session.place, session.settings.model]).toEqual([{ provider: "ollama" }, "mistral:latest"]);
		session.choose({ model: "org/name:nebius" });
		expect([session.place, session.settings.model]).toEqual([{ provider: "nebius" }, "org/name"]);
		expect(() => session.choose({ model: "org/name:cerebas" })).toThrow('Unknown provider "cerebas"');
	});

	it("goes on there in the next turn of the conversation", async () => {
		const onTerminal = { columns: 80 };
		await expectAnswer(`hub "${SECRET} at night" -m ${NAMED}`, { TERM: "dumb" }, onTerminal);
		await expectAnswer('hub -c "and by day"', { TERM: "dumb" }, onTerminal);
		expectHeardHere();
		expect(here.requests.filter(({ body }) => body.includes("and by day"))).toHaveLength(1);
	});

	it.each(["--dry-run", "--curl", "--snippet python", "--snippet js"])(
		"is shown by %s, without a server",
		async (flag) => {
			const { stdout, stderr, code } = await run(`hub infer -t chat -m ${NAMED} ${SECRET} ${flag}`, {
				OLLAMA_HOST: "127.0.0.1:9",
			});
			expect(code, stderr).toBe(0);
			expect(stdout).toContain("http://127.0.0.1:9/v1");
			expect(stdout).toContain(`"${MODEL}"`);
			expect(stdout).not.toMatch(/HF_TOKEN|hf_token|huggingface\.co/);
			expectNothingLeft();
		},
	);

	it("is shown by hub snippet, without Hugging Face", async () => {
		for (const line of [`hub snippet ${NAMED} --client curl`, `hub snippet ${MODEL} -p ollama --client curl`]) {
			const { stdout, stderr, code } = await run(line);
			expect(code, stderr).toBe(0);
			expect(stdout).toContain(`${here.url}/v1/chat/completions`);
			expect(stdout).toContain(`"model": "${MODEL}"`);
			expect(stdout).not.toContain("HF_TOKEN");
		}
		expect(hub.requests).toEqual([]);
		expectNothingLeft();
	});

	it("is not asked of Hugging Face", async () => {
		for (const line of [
			`hub providers -m org/${NAMED}`,
			`hub doctor ${NAMED}`,
			`hub models org/x:ollama`,
			"hub template render org/x:ollama",
		]) {
			const { code, stderr } = await run(line);
			expect([line, code]).toEqual([line, 2]);
			expect(stderr, line).toContain("ollama");
		}
		expect(hub.requests).toEqual([]);
	});

	it("needs the server, and says so", async () => {
		const { code, stderr } = await run(`hub infer -t chat -m ${NAMED} ${SECRET}`, { OLLAMA_HOST: "127.0.0.1:9" });
		expect(code).not.toBe(0);
		expect(stderr).toContain("Ollama does not respond at http://127.0.0.1:9.");
		expectNothingLeft();
	});

	it("gets no token of Hugging Face that is given for the call, and is told so", async () => {
		const { stderr } = await run(
			`hub infer -t chat -m ${NAMED} ${SECRET} --token hf_given_on_the_line --bill-to a-team`,
		);
		expect(stderr).toContain("does not send your Hugging Face token to Ollama");
		expect(stderr).toContain("--bill-to does not apply to Ollama");
		expect(JSON.stringify(here.requests)).not.toContain("hf_given_on_the_line");
		expectHeardHere();
	});

	it("gets its own key", async () => {
		await expectAnswer(`hub infer -t chat -m ${NAMED} ${SECRET}`, { OLLAMA_API_KEY: "own-key-of-ollama" });
		const heard = here.requests.filter(({ body }) => body.includes(SECRET));
		expect(heard.map(({ headers }) => headers.authorization)).toEqual(["Bearer own-key-of-ollama"]);
	});
});

describe("a model of a row", () => {
	const row = (model: string): string =>
		JSON.stringify({ custom_id: model, method: "POST", url: "/v1/chat/completions", body: question(model) });

	it("may name the server that its run calls", async () => {
		writeFileSync(join(home.folder, "rows.jsonl"), `${row(NAMED)}\n${row(MODEL)}\n`);
		await expectAnswer("hub batch rows.jsonl -p ollama");
		expectHeardHere();
	});

	it.each([NAMED, `${MODEL}:local`, "org/name:grok"])("%s does not decide where it is sent", async (model) => {
		writeFileSync(join(home.folder, "rows.jsonl"), `${row(model)}\n`);
		const { code, stderr, stdout } = await run("hub batch rows.jsonl");
		expect(code).not.toBe(0);
		expect(stderr + stdout).toMatch(/names the provider|Unknown provider/);
		expect(here.requests).toEqual([]);
		expectNothingLeft();
	});
});

describe("the names of an endpoint's models", () => {
	it.each([MODEL, "qwen3:8b-q4:ollama", "a:groq", "b:fastest", "c:whatever"])("%s is passed on", async (model) => {
		for (const line of [
			`hub infer -t chat --endpoint ${here.url}/v1 -m ${model} ${SECRET}`,
			`printf '${SECRET}\\n' | hub batch - -t chat --endpoint ${here.url}/v1 -m ${model}`,
		]) {
			await expectAnswer(line);
		}
		expect(new Set(here.requests.map(({ body }) => JSON.parse(body || "{}").model))).toEqual(new Set([model]));
		expect(router.requests).toEqual([]);
	});
});

describe("an unknown word behind the colon", () => {
	it.each([
		`hub "${SECRET} at night" -m org/name:cerebas`,
		`hub infer -t chat -m org/name:cerebas ${SECRET}`,
		`hub infer -t chat -m org/name:cerebas ${SECRET} --sandbox`,
		`hub infer -t chat -m org/name:cerebas ${SECRET} -p groq`,
		`hub infer -t text-to-image -m org/name:cerebas ${SECRET} --dry-run`,
		`hub infer -t chat -m org/name:cerebas ${SECRET} --curl`,
		`hub infer -t chat -m org/name:cerebas ${SECRET} --snippet python`,
		`hub compare -m org/name:cerebas,org/other:groq ${SECRET}`,
		`printf '${SECRET}\\n' | hub batch - -t chat -m org/name:cerebas`,
		"hub serve --port 0 -m org/name:cerebas",
		"hub serve --port 0 --alias quick=org/name:cerebas",
		"hub launch aider -m org/name:cerebas --print",
		"hub mcp -m chat=org/name:cerebas",
		"hub config set model.chat org/name:cerebas",
		'hub prompt save birds -m org/name:cerebas "Tell me"',
		"hub snippet org/name:cerebas",
		"hub providers -m org/name:cerebas",
		"hub models org/name:cerebas",
		"hub doctor org/name:cerebas",
		"hub template render org/name:cerebas",
	])("is an error of %s", async (line) => {
		const { code, stderr } = await run(line);
		expect([code, stderr]).toEqual([
			2,
			expect.stringMatching(/Unknown provider "cerebas"[\s\S]*Did you mean (org\/name:)?cerebras\?/),
		]);
		expect([...router.requests, ...hub.requests, ...here.requests]).toEqual([]);
	});

	it("is explained where it is the tag of a local model", async () => {
		const { code, stderr } = await run(`hub infer -t chat -m mistral:latest ${SECRET}`);
		expect(code).toBe(2);
		expect(stderr).toContain("-m mistral:latest:ollama");
		expect(stderr).not.toContain("fastest");
	});
});

describe("splitModelName", () => {
	const known = (word: string): boolean => PROVIDER_NAMES.includes(word);

	it.each<[name: string, model: string, suffix?: string | undefined, unknown?: string]>([
		["org/name", "org/name"],
		["org/name:nebius", "org/name", "nebius"],
		["a:b:c:vllm", "a:b:c", "vllm"],
		["org/name:preferred", "org/name", "preferred"],
		["org/name:auto", "org/name", "auto"],
		["org/name:", "org/name:", undefined, ""],
		["org/name:Nebius", "org/name:Nebius", undefined, "Nebius"],
		[":groq", ":groq"],
		["https://host:8080/x", "https://host:8080/x"],
	])("splits %s", (name, model, suffix, unknown) => {
		expect(splitModelName(name, known)).toEqual({ model, suffix, unknown });
	});

	it.each(["cheapest", "fastest", "preferred", "auto", "together", "ollama", "lmstudio", "llamacpp", "vllm", "local"])(
		"knows :%s in the command and in the gateway",
		(word) => {
			expect(splitModel(`org/name:${word}`, undefined)).toEqual({ model: "org/name", provider: word });
			expect(parseTarget(`org/name:${word}`, ["ollama", "lmstudio", "llamacpp", "vllm", "local"])).toBeTypeOf("object");
		},
	);

	it("leaves the names of services that have their own", () => {
		const name = "openai/ft:gpt-4o-mini:acme::a1";
		expect(splitModel(name, "openai")).toEqual({ model: name, provider: "openai" });
	});
});
