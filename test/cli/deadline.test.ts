import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { ChatSession } from "../../src/cli/commands/chat/session.ts";
import { createContext } from "../../src/cli/context.ts";
import { withDeadline } from "../../src/cli/network/deadline.ts";
import { type ScriptedAnswer, serve, startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

const chunk = (content: string): string => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const type = { "content-type": "text/event-stream" };

/** How a service is slow: each without an end of its own, or one long after the deadline. */
const SLOW: readonly [string, ScriptedAnswer, said: string][] = [
	["is silent", { ending: "silence" }, ""],
	["sends the headers only", { headers: type, ending: "hang" }, ""],
	["is silent after a word", { headers: type, body: chunk("first "), ending: "hang" }, "first "],
	["trickles bytes", { headers: type, body: chunk("x".repeat(9000)), step: 1, pause: 20 }, ""],
	["asks to come back later", { status: 429, headers: { "retry-after": "40" } }, ""],
	[
		"answers JSON piece by piece",
		{ headers: { "content-type": "application/json" }, body: `[${" ".repeat(9000)}]`, step: 1, pause: 20 },
		"",
	],
];

const served = (path: string): object => {
	return { status: "live", task: "conversational", providerId: path.includes("fast") ? "fast" : "slow" };
};

const LATE = /Not complete within the deadline of \d s\./;
/** Milliseconds: after the start of a busy machine, and long before the services end. */
const SOON = 15_000;

function openHome(files: Record<string, string> = {}): Home {
	const home = createHome(files);
	onTestFinished(() => home.remove());
	return home;
}

const TOOL_SERVER = fileURLToPath(new URL("../helpers/hostile-server.mjs", import.meta.url));

/** Lines of every command that makes calls, and whether their answers are streams. */
const LINES: readonly [line: string, isStreamed: boolean][] = [
	['hub "Say something long" -m m --endpoint URL/v1', true],
	["hub infer -t chat -m m --endpoint URL/v1 hello", true],
	["hub infer -t chat -m m --endpoint URL/v1 hello --format ndjson --schema 'name'", true],
	["hub infer -t chat -m m --endpoint URL/v1 hello --no-stream", false],
	["hub infer -t chat -m m --endpoint URL/v1 hello --schema 'name'", false],
	["hub infer -t text-to-image -m m --endpoint URL/v1 hello -o x.png", false],
	["hub infer -t chat -m m -p groq,together hello", false],
	["hub infer -m org/model hello", false],
	["hub batch rows.txt -t chat -m m --endpoint URL/v1 --progress none", false],
	["hub batch rows.txt -o out.jsonl -t chat -m m --endpoint URL/v1 --progress none --grace 0.1", false],
	["hub batch rows.txt -o out.jsonl -m org/model --progress none", false],
];

describe("--deadline ends every command", () => {
	it.each(SLOW)("at a service that %s", async (name, answer, said) => {
		const { url } = await serve(answer);
		const env = { HF_TOKEN: "hf_test", HF_ENDPOINT: url, HUB_ROUTER_URL: url };
		// These fail at once, as they should.
		const isRefused = (line: string, isStreamed: boolean): boolean =>
			(name.startsWith("answers") && isStreamed) || (name.startsWith("asks") && line.includes("batch"));
		const run = async ([line, isStreamed]: (typeof LINES)[number]): Promise<void> => {
			if (isRefused(line, isStreamed)) return;
			const home = openHome({ "rows.txt": "one\ntwo\n" });
			const started = performance.now();
			const { code, stdout, stderr } = await home.run(`${line.replace("URL", url)} --deadline 1 --retries 9`, { env });
			expect.soft(stderr, line).toMatch(LATE);
			expect.soft(code, line).toBe(6);
			expect.soft(performance.now() - started, line).toBeLessThan(SOON);
			// What has come is printed.
			if (isStreamed && !line.includes("ndjson")) expect.soft(stdout, line).toBe(said);
		};
		await Promise.all(LINES.map(run));
	});
});

describe("an answer printed as a whole", () => {
	const words = { headers: type, body: chunk("first "), ending: "hang" } as const;

	it.each([
		["--json", /"content": ?"first "/],
		["--json --jq .choices[0].message.content", /^"?first "?\n$/],
		["-o x.txt; code=$?; cat x.txt; exit $code", /^first $/m],
		["-o x.json; code=$?; cat x.json; exit $code", /"content": "first "/],
	])("has what has come by the deadline: %s", async (more, said) => {
		const home = openHome();
		const { url } = await serve(words);
		const line = `hub infer -t chat -m m --endpoint ${url}/v1 hello --deadline 3 ${more}`;
		const { code, stdout, stderr } = await home.run(line);
		expect({ code, stderr }).toMatchObject({ code: 6, stderr: expect.stringMatching(LATE) });
		expect(stdout).toMatch(said);
		if (more === "--json") expect(JSON.parse(stdout)).toMatchObject({ choices: [{ finish_reason: null }] });
	});

	const finished = { headers: type, body: `${chunk('{"name": "Ad')}`, ending: "hang" } as const;

	it.each([
		["--no-stream", words, /^first \n$/],
		["--no-stream --json", words, /"content": ?"first "/],
		["--schema name", finished, /^\{"name": ?"Ad"\}\n$/],
		["--schema name --json", finished, /"content": ?"\{\\"name\\": ?\\"Ad\\"\}"/],
		["--schema name --jq .name", finished, /^"?Ad"?\n$/],
		["--schema name -o x.csv; code=$?; cat x.csv; exit $code", finished, /^name\r?\nAd/],
		["--params n.json --no-stream", words, /^first /],
		["--params logprobs.json --json", words, /"content": ?"first "/],
	] as const)("has what has come by the deadline, and says that it is not whole: %s", async (more, answer, said) => {
		const home = openHome({ "n.json": '{"n": 2}', "logprobs.json": '{"logprobs": true}' });
		const { url } = await serve(answer);
		const line = `hub infer -t chat -m m --endpoint ${url}/v1 hello --deadline 3 ${more}`;
		const { code, stdout, stderr } = await home.run(line);
		expect({ code, stderr }).toMatchObject({ code: 6, stderr: expect.stringMatching(LATE) });
		expect(stderr).toContain("The answer is incomplete");
		expect(stdout).toMatch(said);
		if (more.includes("--json")) {
			const { choices } = JSON.parse(stdout) as { choices: { finish_reason: unknown; message: object }[] };
			expect(choices[0]?.finish_reason).toBeNull();
			expect(choices[0]?.message).not.toHaveProperty("parsed");
		}
	});

	const tokens = [{ token: { text: "first " } }, { token: { text: "</s>", special: true } }];
	const texts: readonly [form: string, answer: ScriptedAnswer][] = [
		["tokens", { ...words, body: tokens.map((token) => `data: ${JSON.stringify(token)}\n\n`).join("") }],
		["completions", { ...words, body: `data: ${JSON.stringify({ choices: [{ text: "first " }] })}\n\n` }],
	];

	it.each(texts)("has what has come of a continued text by the deadline: %s", async (_, answer) => {
		const { url } = await serve(answer);
		const line = `hub infer -t text-generation -m m --endpoint ${url} hello --deadline 3`;
		for (const [more, said] of [
			["", "first \n"],
			["--json", '{"generated_text":"first "}\n'],
			["-o x.txt && exit; code=$?; cat x.txt; exit $code", "first \n"],
		]) {
			const { code, stdout, stderr } = await openHome().run(`${line} ${more}`);
			expect({ code, stderr }, more).toMatchObject({ code: 6, stderr: expect.stringMatching(LATE) });
			expect(stderr).toContain("The answer is incomplete");
			expect(stdout.replace(/": /g, '":'), more).toContain(said);
		}
	});

	it.each([
		[
			"a stream",
			"",
			`${tokens.map((token) => `data: ${JSON.stringify(token)}\n\n`).join("")}data: {"generated_text":"first one"}\n\n`,
		],
		["an answer that is whole", "", '[{"generated_text":"first one"}]'],
		["an answer with what streams lack", "--param best_of=2", '[{"generated_text":"first one"}]'],
	])("has a continued text before the deadline from %s", async (_, more, body) => {
		const headers = body.startsWith("[") ? { "content-type": "application/json" } : type;
		const asked: string[] = [];
		const server = await startServer((request) => {
			asked.push(request.body);
			return { headers, body };
		});
		onTestFinished(() => server.close());
		const line = `hub infer -t text-generation -m m --endpoint ${server.url} hello --json --deadline 60 ${more}`;
		const { code, stdout } = await openHome().run(line);
		expect({ code, answer: JSON.parse(stdout) }).toEqual({ code: 0, answer: { generated_text: "first one" } });
		expect(asked.map((sent) => sent.includes('"stream":true'))).toEqual([more === ""]);
	});

	it("has the answers before it, if several were asked for", async () => {
		const home = openHome();
		const first = { headers: type, body: `${chunk("whole")}data: [DONE]\n\n` };
		let asked = 0;
		const server = await startServer(() => (asked++ === 0 ? first : words));
		onTestFinished(() => server.close());
		const line = `hub infer -t chat -m m --endpoint ${server.url}/v1 one two --json --deadline 4`;
		const { code, stdout } = await home.run(line);
		expect(code).toBe(6);
		const answers = JSON.parse(stdout) as { choices: { message: { content: string } }[] }[];
		expect(answers.map(({ choices }) => choices[0]?.message.content)).toEqual(["whole", "first "]);
	});

	it.each([
		["--json", /"text": ?"first "/],
		["--no-stream", /^first \n$/],
	])("has what has come by the deadline with tools too: %s", async (more, said) => {
		const home = openHome();
		const { url } = await serve(words);
		const tools = `--mcp "${process.execPath} ${TOOL_SERVER} plain" --allow-tools '*'`;
		const line = `hub infer -t chat -m m --endpoint ${url}/v1 ${tools} hello --deadline 4 ${more}`;
		const { code, stdout, stderr } = await home.run(line);
		expect({ code, stderr }).toMatchObject({ code: 6, stderr: expect.stringContaining("The answer is incomplete") });
		expect(stdout).toMatch(said);
		if (more === "--json")
			expect(JSON.parse(stdout)).toMatchObject({ reason: null, messages: [{ role: "user" }, { content: "first " }] });
	});

	it("keeps what a service adds to an answer", async () => {
		const home = openHome();
		const head = { id: "c", created: 1, model: "m", object: "chat.completion.chunk" };
		const piece = (content: string, more: object = {}) => ({
			...head,
			choices: [
				{ index: 0, delta: { content, annotations: [{ url: content }] }, logprobs: { content: [{ token: content }] } },
			],
			...more,
		});
		const events = [piece("a"), piece("b", { citations: ["x"] }), { ...head, choices: [], timings: { ms: 3 } }];
		const body = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`;
		const { url } = await serve({ headers: type, body });
		const line = `hub infer -t chat -m m --endpoint ${url}/v1 hello --json --deadline 60`;
		expect(JSON.parse((await home.run(line)).stdout)).toMatchObject({
			citations: ["x"],
			timings: { ms: 3 },
			choices: [
				{
					message: { content: "ab", annotations: [{ url: "a" }, { url: "b" }] },
					logprobs: { content: [{ token: "a" }, { token: "b" }] },
				},
			],
		});
	});

	it("comes without a stream from a service that refuses one", async () => {
		const home = openHome();
		const completion = {
			choices: [{ index: 0, message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }],
		};
		const server = await startServer(({ body }) =>
			body.includes('"stream":true')
				? { status: 400, body: { error: { message: "streaming is not supported" } } }
				: { body: completion },
		);
		onTestFinished(() => server.close());
		const line = `hub infer -t chat -m m --endpoint ${server.url}/v1 hello --no-stream --deadline 60`;
		expect(await home.run(line)).toMatchObject({ code: 0, stdout: "Yes.\n" });
	});

	it("is the same as without a deadline", async () => {
		const home = openHome();
		const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
		const head = { id: "c", created: 1, model: "m" };
		const message = { role: "assistant", content: "Yes." };
		const completion = {
			...head,
			object: "chat.completion",
			choices: [{ index: 0, message, finish_reason: "stop" }],
			usage,
		};
		const events = [
			{ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta: message, finish_reason: null }] },
			{ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
			{ ...head, object: "chat.completion.chunk", choices: [], usage },
		];
		const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
		for (const streams of [true, false]) {
			const server = await startServer(({ body }) =>
				streams && body.includes('"stream":true')
					? { headers: type, body: `${stream}data: [DONE]\n\n` }
					: { body: completion },
			);
			onTestFinished(() => server.close());
			const line = `hub infer -t chat -m m --endpoint ${server.url}/v1 hello --json`;
			const timed = await home.run(`${line} --deadline 60`);
			expect(timed).toMatchObject({ code: 0 });
			expect(JSON.parse(timed.stdout)).toEqual(JSON.parse((await home.run(line)).stdout));
			expect(server.requests).toHaveLength(2);
		}
	});
});

describe("--deadline of the built command", () => {
	it.each([
		["is silent", { ending: "silence" }],
		["trickles", { headers: type, body: chunk("a ").repeat(900), step: 30, pause: 100 }],
		["asks to come back later", { status: 503, headers: { "retry-after": "30" } }],
	] as const)("ends the process at a service that %s", async (_, answer) => {
		const home = openHome();
		const { url } = await serve(answer);
		// Builds, if it must.
		await home.run("hub --version", { real: true });
		const started = performance.now();
		const line = `hub "Say something long" -m m --endpoint ${url}/v1 --deadline 3`;
		const { code, stderr } = await home.run(line, { real: true });
		expect(stderr).toMatch(LATE);
		expect(code).toBe(6);
		expect(performance.now() - started).toBeLessThan(SOON);
	});
});

describe("--deadline with servers of tools", () => {
	it("ends a server that hangs at its start", async () => {
		const home = openHome({ "hang.mjs": "setInterval(() => undefined, 1000);" });
		const started = performance.now();
		const line = `hub infer -t chat --sandbox --mcp "${process.execPath} hang.mjs" --allow-tools '*' hello --deadline 1`;
		const { code, stderr } = await home.run(line);
		expect(stderr).toMatch(LATE);
		expect(code).toBe(6);
		expect(performance.now() - started).toBeLessThan(SOON);
	});
});

describe("--deadline of hub chat", () => {
	it.each(SLOW.filter(([name]) => !name.startsWith("answers")))(
		"ends an answer of a service that %s, keeps what has come, and the chat goes on",
		async (_, slow, said) => {
			const home = openHome();
			const whole = { headers: type, body: `${chunk("whole")}data: [DONE]\n\n` };
			let asked = 0;
			const server = await startServer(({ method }) =>
				method === "GET" ? { body: {} } : asked++ === 0 ? slow : whole,
			);
			onTestFinished(() => server.close());
			const context = createContext({
				env: home.env,
				cwd: home.folder,
				signal: new AbortController().signal,
				stdin: undefined as never,
				stdout: { write: () => true },
				stderr: { write: () => true },
			});
			onTestFinished(() => context.close());
			const endpoint = `${server.url}/v1`;
			const session = new ChatSession({ endpoint, model: "m", deadline: 0.5, retries: 9 }, context);
			let text = "";
			const ask = async (): Promise<unknown> => {
				session.say("hello");
				return await session.answer(context.signal, (piece) => {
					if (piece.type === "text") text += piece.text;
				});
			};
			await expect(ask()).rejects.toThrow("deadline of 0.5 s");
			expect(text).toBe(said);
			expect(session.messages.slice(1).map(({ content }) => content)).toEqual(said === "" ? [] : [said]);
			await ask();
			expect(text).toBe(`${said}whole`);
		},
	);
});

describe("--deadline of hub compare", () => {
	it("shows what has come of each answer, with the reason", async () => {
		const home = openHome();
		const answer = ({ path, body }: { path: string; body: string }): ScriptedAnswer =>
			path.startsWith("/api/models/")
				? { body: { inferenceProviderMapping: { groq: served(path), together: served(path) } } }
				: body.includes('"fast"')
					? { headers: type, body: `${chunk("whole")}data: [DONE]\n\n` }
					: { headers: type, body: chunk("first "), ending: "hang" };
		const server = await startServer(answer);
		onTestFinished(() => server.close());
		const env = { HF_TOKEN: "hf_test", HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url };
		const compare = async (models: string) => {
			const line = `hub compare -t chat -m ${models} hello --deadline 4 --json`;
			const { code, stdout } = await home.run(line, { env });
			const entries = JSON.parse(stdout) as { output: unknown; error?: { code: string } }[];
			return { code, entries: entries.map(({ output, error }) => [output, error?.code]) };
		};
		expect(await compare("org/slow:groq,org/slow:together")).toEqual({
			code: 6,
			entries: [
				["first ", "deadline"],
				["first ", "deadline"],
			],
		});
		expect(await compare("org/slow:groq,org/fast:groq")).toEqual({
			code: 1,
			entries: [
				["first ", "deadline"],
				["whole", undefined],
			],
		});
	});
});

describe("the deadline of a command", () => {
	const context = createContext({
		env: {},
		cwd: "/",
		signal: new AbortController().signal,
		stdin: undefined as never,
		stdout: { write: () => true },
		stderr: { write: () => true },
	});

	it("leaves work that does not hear it", async () => {
		await expect(withDeadline(0.05, context, () => new Promise(() => undefined))).rejects.toThrow("deadline of 0.05 s");
	});

	it("is the reason, whatever error the work ends with", async () => {
		const work = async ({ signal }: { signal: AbortSignal }): Promise<void> => {
			while (!signal.aborted) await sleep(5);
			throw new Error("the socket was closed");
		};
		await expect(withDeadline(0.05, context, work)).rejects.toThrow("deadline of 0.05 s");
	});

	it("is none with 0 or nothing, and does not touch work that ends in time", async () => {
		for (const seconds of [0, undefined, 60])
			expect(await withDeadline(seconds, context, async () => "done")).toBe("done");
	});
});
