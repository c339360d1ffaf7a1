import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { ChatSession } from "../../src/cli/commands/chat/session.ts";
import { createContext } from "../../src/cli/context.ts";
import { createGateway } from "../../src/gateway/index.ts";
import type { Fetch } from "../../src/http/index.ts";
import { startMcp } from "../helpers/mcp-session.ts";
import { type RecordedRequest, type ScriptedAnswer, startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

const TOOL_SERVER = fileURLToPath(new URL("../helpers/tool-server.mjs", import.meta.url));

const LISTED = {
	data: [
		{
			id: "org/m",
			providers: [{ provider: "groq", status: "live", context_length: 4000, pricing: { input: 1, output: 10 } }],
		},
	],
};
const SERVED = { status: "live", task: "conversational", providerId: "m" };

const HEAD = { id: "c", object: "chat.completion", created: 1, model: "m" };

/** Tokens of each answer: a thousandth of a dollar. */
const TOKENS = 100;

function answer(body: string): ScriptedAnswer {
	const { stream, response_format: schema } = JSON.parse(body) as { stream?: boolean; response_format?: object };
	const usage = { prompt_tokens: 0, completion_tokens: TOKENS, total_tokens: TOKENS };
	const text = schema ? "no JSON" : "Yes.";
	if (!stream) {
		const message = { role: "assistant", content: text };
		return { body: { ...HEAD, choices: [{ index: 0, message, finish_reason: "stop" }], usage } };
	}
	const events = [{ choices: [{ index: 0, delta: { content: text }, finish_reason: "stop" }] }, { choices: [], usage }];
	const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
	return { headers: { "content-type": "text/event-stream" }, body: `${lines}data: [DONE]\n\n` };
}

/** Hugging Face and its router, with a model of known price. */
async function startRouter(answerCall = answer) {
	const home: Home = createHome();
	const server = await startServer(({ path, method, body }: RecordedRequest): ScriptedAnswer => {
		if (path.startsWith("/api/models/"))
			return { body: { inferenceProviderMapping: { groq: SERVED, together: { ...SERVED, task: "text-to-image" } } } };
		return method === "GET" ? { body: LISTED } : answerCall(body);
	});
	onTestFinished(async () => {
		await server.close();
		home.remove();
	});
	const env = { HF_TOKEN: "hf_test", HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url };
	const calls = (): number => server.requests.filter(({ method }) => method === "POST").length;
	return { home, env, calls, url: server.url };
}

describe("--max-cost", () => {
	it.each([
		['hub "Is it so?" -m org/m:groq', 0],
		["hub infer -t chat -m org/m:groq hello", 0],
		["hub infer -t chat -m org/m:groq hello --no-stream", 0],
		["hub infer -t chat -m org/m:groq hello --json", 0],
		["hub infer -t chat -m org/m -p auto hello", 0],
		["hub infer -t chat -m org/m -p groq,groq hello", 0],
	])("refuses what may pass it, and lets through what may not: %s", async (line) => {
		const { home, env, calls } = await startRouter();
		const refused = await home.run(`${line} --max-tokens 100 --max-cost 0.0009`, { env });
		expect(refused).toMatchObject({ code: 1, stdout: "" });
		expect(refused.stderr).toMatch(
			/0 of 0\.0009 USD are spent, and the next answer may cost 0\.001\d* USD \(100 tokens\)\./,
		);
		expect(calls()).toBe(0);
		// Without --max-tokens, an answer counts with all that the model can give.
		expect((await home.run(`${line} --max-cost 0.03`, { env })).stderr).toContain("(4000 tokens)");
		expect(calls()).toBe(0);
		const sent = await home.run(`${line} --max-tokens 100 --max-cost 0.0012`, { env });
		expect(sent.code).toBe(0);
		expect(sent.stdout).toContain("Yes.");
		expect(calls()).toBe(1);
	});

	it("counts all calls of hub compare", async () => {
		const { home, env, calls } = await startRouter();
		const line = "hub compare -t chat -m org/m:groq hello --max-tokens 100 --json --max-cost";
		expect((await home.run(`${line} 0.0009`, { env })).code).toBe(1);
		expect(calls()).toBe(0);
		expect(await home.run(`${line} 0.0012`, { env })).toMatchObject({ code: 0 });
		expect(calls()).toBe(1);
	});

	it("counts all inputs of a line, and all repairs of an answer", async () => {
		const { home, env, calls } = await startRouter();
		const each = "hub infer -t chat -m org/m:groq one two three four --max-tokens 100 --max-cost 0.0025";
		expect(await home.run(each, { env })).toMatchObject({ code: 1, stdout: "Yes.\nYes.\n" });
		expect(calls()).toBe(2);
		const repaired =
			"hub infer -t chat -m org/m:groq hello --schema name --repairs 9 --max-tokens 100 --max-cost 0.0035 --retries 0";
		const { code, stderr } = await home.run(repaired, { env });
		expect([code, stderr]).toEqual([1, expect.stringMatching(/0\.003 of 0\.0035 USD are spent/)]);
		expect(calls()).toBe(5);
	});

	it.each([
		["hub infer -t chat -m m --endpoint URL/v1 hello", "m"],
		["hub infer -t chat -m org/other:groq hello", "org/other"],
		["hub infer -t text-to-image -m org/picture:together cat -o x.png", "org/picture"],
	])("refuses a call of unknown price, unless that is allowed: %s", async (line, model) => {
		const { home, env, calls, url } = await startRouter();
		const { code, stderr } = await home.run(`${line.replace("URL", url)} --max-cost 5`, { env });
		expect([code, stderr]).toEqual([
			2,
			expect.stringContaining(`The price of ${model} is not known, so the maximum cost cannot be enforced.`),
		]);
		expect(stderr).toContain("--unknown-price allow");
		expect(calls()).toBe(0);
		await home.run(`${line.replace("URL", url)} --max-cost 5 --unknown-price allow`, { env });
		expect(calls()).toBe(1);
	});

	it("holds for all answers of a chat", async () => {
		const { home, env, calls } = await startRouter();
		const context = createContext({
			env: { ...home.env, ...env },
			cwd: home.folder,
			signal: new AbortController().signal,
			stdin: Readable.from([]),
			stdout: { write: () => true },
			stderr: { write: () => true },
		});
		onTestFinished(() => context.close());
		const session = new ChatSession({ model: "org/m:groq", maxTokens: 100, maxCost: 0.0026 }, context);
		const ask = async (): Promise<unknown> => {
			session.say("Is it so?");
			return await session.answer(context.signal, () => undefined);
		};
		await ask();
		await ask();
		await expect(ask()).rejects.toMatchObject({ code: "over-budget" });
		expect(calls()).toBe(2);
	});
});

const GUESS = "Some responses do not report their cost: --max-cost counts the highest price.";

describe("an answer that does not say who gave it", () => {
	it.each([
		["hub infer -t chat -m org/m -p auto hello", 1],
		["hub infer -t chat -m org/m -p auto one two three", 1],
		["hub infer -t chat -m org/m -p auto hello --json", 1],
		["hub infer -t chat -m org/m -p auto hello --mcp URL", 1],
		["hub compare -t chat -m org/m:auto,org/m:groq hello", 1],
		["hub infer -t chat -m org/m:groq hello", 0],
	])("counts with the highest price, which is said once: %s", async (line, times) => {
		const { home, env } = await startRouter();
		const given = line.replace("--mcp URL", `--mcp "${process.execPath} ${TOOL_SERVER} stdio"`);
		const { code, stderr } = await home.run(`${given} --max-tokens 100 --max-cost 1`, { env });
		expect({ code, times: stderr.split(GUESS).length - 1, stderr }).toMatchObject({ code: 0, times });
	});

	it("is said in a chat and by hub mcp too", async () => {
		const { home, env } = await startRouter();
		const notes: string[] = [];
		const context = createContext({
			env: { ...home.env, ...env },
			cwd: home.folder,
			signal: new AbortController().signal,
			stdin: Readable.from([]),
			stdout: { write: () => true },
			stderr: { write: (text) => notes.push(String(text)) > 0 },
		});
		onTestFinished(() => context.close());
		const session = new ChatSession({ model: "org/m", provider: "auto", maxTokens: 100, maxCost: 1 }, context);
		session.say("Is it so?");
		await session.answer(context.signal, () => undefined);
		await expect.poll(() => notes.join()).toContain(GUESS);
		const flags = ["-p", "auto", "-m", "chat=org/m", "--max-cost", "1"];
		const mcp = await startMcp(flags, { cwd: home.folder, env: { ...home.env, ...env } });
		onTestFinished(async () => void (await mcp.leave()));
		await mcp.client.callTool({ name: "chat", arguments: { prompt: "Is it so?", max_tokens: 100 } });
		expect(mcp.stderr()).toContain(GUESS);
	});

	it("is said by hub serve", async () => {
		const notices: string[] = [];
		const fetch: Fetch = async (_input, init) => {
			const { body = "" } = answer(String(init?.body));
			return Response.json(body);
		};
		const offers = () =>
			[{ model: "org/m", provider: "groq", status: "live", pricing: { input: 1, output: 10 } }] as never;
		const onNotice = (notice: string) => void notices.push(notice);
		const gateway = createGateway({ fetch, token: () => "hf_test", offers, onNotice, budget: { usd: 1, per: "day" } });
		for (const content of ["one", "two"]) {
			const body = JSON.stringify({ model: "org/m", messages: [{ role: "user", content }], max_tokens: 100 });
			const headers = { "content-type": "application/json" };
			const response = await gateway(
				new Request("http://localhost/v1/chat/completions", { method: "POST", headers, body }),
			);
			expect(response.status).toBe(200);
			await response.text();
		}
		expect(notices).toEqual(["Some responses do not report their cost: the budget counts the highest price."]);
	});
});
