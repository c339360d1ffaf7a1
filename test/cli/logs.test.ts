import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { summarize } from "../../src/cli/commands/usage/command.ts";
import type { LogRecord } from "../../src/exchange/index.ts";
import { createSandbox, startSandbox } from "../../src/sandbox-server.ts";
import { runProcess } from "../helpers/run-process.ts";
import { openScreen } from "../helpers/screen.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
beforeEach(() => {
	home = createHome();
});
afterEach(() => home.remove());

const folder = (): string => join(home.folder, ".local/share/hub/log");
const text = (): string =>
	readdirSync(folder())
		.map((name) => readFileSync(join(folder(), name), "utf8"))
		.join("");
const records = (): LogRecord[] =>
	text()
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as LogRecord);
const ask = (words: string, env: Record<string, string> = {}): ReturnType<Home["run"]> =>
	home.run(`hub infer -t chat --sandbox ${words}`, { env });

describe("the log", () => {
	it("is searched by models as every command names them", async () => {
		await ask("hello --log");
		const [known] = records();
		const add = (model: string, provider: string | null): void =>
			appendFileSync(
				join(folder(), readdirSync(folder())[0] ?? ""),
				`${JSON.stringify({ ...known, id: `${model} at ${provider}`, model, provider })}\n`,
			);
		add("llama3.2:3b", null);
		add("a/b:groq", null);
		add("a/b", "nebius");
		const find = async (model: string): Promise<string[]> => {
			const { stdout } = await home.run(`hub logs --sandbox --json -m ${model}`);
			return (JSON.parse(stdout) as LogRecord[]).map(({ id }) => id);
		};
		expect(await find("llama3.2")).toEqual([]);
		expect(await find("llama3.2:3b")).toEqual(["llama3.2:3b at null"]);
		expect(await find("a/b")).toEqual(["a/b at nebius", "a/b:groq at null"]);
		expect(await find("a/b:nebius")).toEqual(["a/b at nebius"]);
		expect(await find("a/b:groq")).toEqual(["a/b:groq at null"]);
	});

	it("is off by default", async () => {
		await ask("hello");
		await ask("hello", { HUB_LOG: "off" });
		expect(existsSync(folder())).toBe(false);
	});

	it.each([
		["a flag", "--log", {}],
		["the environment", "", { HUB_LOG: "metadata" }],
		["the configuration", "", {}],
	])("keeps metadata without content, by %s", async (by, flag, env) => {
		if (by === "the configuration") await home.run("hub config set log metadata");
		await ask(`${flag} "the prompt" --stop banana --param user=somebody --system "be brief"`, env);
		expect(records()).toEqual([
			{
				id: expect.any(String),
				time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
				command: "infer",
				task: "conversational",
				model: "Qwen/Qwen3-235B-A22B-Instruct-2507",
				provider: "together",
				routed: true,
				host: "router.huggingface.co",
				usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
				cost_usd: expect.any(Number),
				price_source: "bundled",
				attempts: [{ provider: "together", status: 200, ms: expect.any(Number) }],
				first_ms: expect.any(Number),
				total_ms: expect.any(Number),
				finish_reason: expect.any(String),
				sandbox: true,
			},
		]);
		for (const word of ["prompt", "banana", "somebody", "brief"]) expect(text()).not.toContain(word);
		const [name = ""] = readdirSync(folder());
		expect(name).toMatch(/^\d{4}-\d\d\.jsonl$/);
		expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600);
	});

	it("keeps arguments and output with --log=content, without secrets", async () => {
		await ask('--log=content --json "the prompt hf_AbCdEfGhIjKlMnOp1234"', { HF_TOKEN: "hf_AbCdEfGhIjKlMnOp1234" });
		const [record] = records();
		expect(record?.arguments).toEqual({ messages: [{ role: "user", content: "the prompt [redacted]" }] });
		expect(record?.output).toMatchObject({ choices: [{ message: { role: "assistant" } }] });
		expect(text()).not.toContain("hf_AbCdEfGhIjKlMnOp1234");
	});

	it("prefers a flag to the environment, and that to the configuration", async () => {
		await home.run("hub config set log content");
		await ask("one", { HUB_LOG: "metadata" });
		expect(records()[0]).not.toHaveProperty("arguments");
		await ask("two --no-log", { HUB_LOG: "metadata" });
		expect(records()).toHaveLength(1);
		expect(await ask("three --log=all")).toMatchObject({ code: 2 });
		expect(await ask("--log four")).toMatchObject({ code: 0 });
	});

	it("shows the router's price from the cache, without fetching or recording a look-up", async () => {
		const asked: string[] = [];
		const sandbox = createSandbox();
		const server = await startSandbox({
			answer: (input, init) => {
				asked.push(new URL(input instanceof Request ? input.url : input).pathname);
				return sandbox(input, init);
			},
		});
		try {
			const env = { HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url, HF_TOKEN: "hf_sandbox" };
			const call = (flags: string) => home.run(`hub infer -t chat -p together hello ${flags}`, { env });
			await call("--log");
			expect(asked).not.toContain("/v1/models");
			await call("--stats --record fixtures --log");
			expect(asked.filter((path) => path === "/v1/models")).toHaveLength(1);
			expect(readdirSync(join(home.folder, "fixtures")).join()).not.toContain("v1-models");
			await call("--stats");
			asked.length = 0;
			await call("--log");
			expect(asked).not.toContain("/v1/models");
			expect(records().map(({ price_source }) => price_source)).toEqual([null, "router", "router"]);
		} finally {
			await server.close();
		}
	});

	it("keeps only name and status of a failed call", async () => {
		const { code } = await home.run(
			'hub infer -t fill-mask -m sandbox/fill-mask --sandbox "no gap" --log -p hf-inference',
		);
		expect(code).not.toBe(0);
		const [record] = records();
		expect(record?.error).toEqual({ name: "ProviderApiError", status: expect.any(Number) });
		expect(record?.attempts).toHaveLength(1);
	});

	it("skips a truncated last line and begins a new one", async () => {
		await ask("one --log");
		const [name = ""] = readdirSync(folder());
		appendFileSync(join(folder(), name), '{"id":"torn","ti');
		await ask("two --log");
		expect(JSON.parse((await home.run("hub logs --json")).stdout)).toHaveLength(2);
	});

	it.each([
		["text for a number", { total_ms: "long" }],
		["a number for a text", { model: 1 }],
		["a time that is none", { time: "yesterday" }],
		["a list for tokens", { usage: [1, 2] }],
		["tokens that are texts", { usage: { input_tokens: "1", output_tokens: 2 } }],
		["attempts that are no list", { attempts: {} }],
		["an attempt that is null", { attempts: [null] }],
		["an error without a name", { error: {} }],
		["rows without counts", { rows: {} }],
	])("skips a line with %s", async (_, fault) => {
		await ask("one --log");
		const [name = ""] = readdirSync(folder());
		appendFileSync(join(folder(), name), `${JSON.stringify({ ...records()[0], id: "damaged", ...fault })}\n`);
		expect((await home.run("hub logs --json")).stdout).not.toContain("damaged");
		for (const command of ["hub logs", "hub usage --sandbox", "hub usage --by model --sandbox"]) {
			expect(await home.run(command)).toMatchObject({ code: 0, stderr: "" });
		}
	});

	it("keeps lines whole when sixteen processes write at once", async () => {
		const script = join(home.folder, "append.mjs");
		const log = fileURLToPath(new URL("../../src/cli/config/log.ts", import.meta.url));
		const source = `import { appendToLog } from ${JSON.stringify(log)};
			for (let n = 0; n < 25; n++) appendToLog({ id: process.argv[2] + "-" + n, time: "2026-01-02T00:00:00.000Z", output: "x".repeat(n * 997) }, process.env);`;
		await build({
			stdin: { contents: source, resolveDir: "/", loader: "ts" },
			bundle: true,
			platform: "node",
			format: "esm",
			outfile: script,
		});
		const env = { ...home.env, HUB_DATA_DIR: join(home.folder, "data") };
		const ends = await Promise.all(
			Array.from({ length: 16 }, (_, index) =>
				runProcess(process.execPath, [script, String(index)], { cwd: home.folder, env }),
			),
		);
		expect(ends.filter(({ code }) => code !== 0).map(({ stderr }) => stderr.toString())).toEqual([]);
		const lines = readFileSync(join(home.folder, "data/log/2026-01.jsonl"), "utf8")
			.split("\n")
			.filter((line) => line !== "");
		// An append that finds a line half written begins a new one: an empty line is all that comes of it.
		expect(lines).toHaveLength(16 * 25);
		const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
		expect(new Set(ids).size).toBe(16 * 25);
	});
});

describe("hub logs", () => {
	it("lists calls, the newest last, and filters them", async () => {
		for (const word of ["alpha", "beta", "gamma"]) await ask(`--log=content --no-stream ${word}`);
		const list = async (flags: string): Promise<LogRecord[]> =>
			JSON.parse((await home.run(`hub logs --json ${flags}`)).stdout) as LogRecord[];
		const all = await list("");
		expect(all.map(({ time }) => time)).toEqual(all.map(({ time }) => time).sort());
		expect(all[0]).not.toHaveProperty("arguments");
		expect(await list("-n 2")).toEqual(all.slice(1));
		expect((await list("--search beta --content"))[0]?.arguments).toEqual({
			messages: [{ role: "user", content: "beta" }],
		});
		expect(await list("--failed")).toEqual([]);
		expect(await list("--task image-to-text")).toEqual([]);
		expect(await list("--provider together --since 1h --task chat")).toHaveLength(3);
		expect(await list("--since 2020-01-01")).toHaveLength(3);
		expect((await home.run("hub logs --since sometime")).code).toBe(2);
	});

	it("shows one call, runs it again, and prints the path of the log", async () => {
		await ask('--log=content "Say hello"');
		await ask("--log other");
		const [kept, bare] = records();
		expect((await home.run(`hub logs show ${kept?.id}`)).stdout).toContain("Say hello");
		expect(await home.run(`hub logs rerun ${kept?.id}`)).toMatchObject({ code: 0, stdout: "hello\n" });
		const other = await home.run(`hub logs rerun ${kept?.id} -m sandbox/other`);
		expect(other).toMatchObject({ code: 0 });
		expect(await home.run(`hub logs rerun ${bare?.id}`)).toMatchObject({ code: 2 });
		expect(await home.run("hub logs show nothing")).toMatchObject({ code: 2 });
		expect((await home.run("hub logs path")).stdout.trim()).toBe(folder());
	});

	it("runs a call with a file again, and shows the file by its type and size", async () => {
		const first = await home.run("hub infer -t asr sample:speech.wav --sandbox --log=content");
		const [record] = records();
		expect(record?.arguments).toEqual({ inputs: { type: "audio/wav", size: 45_308, data: expect.any(String) } });
		expect(await home.run(`hub logs rerun ${record?.id}`)).toMatchObject({ code: 0, stdout: first.stdout });
		const shown = (await home.run(`hub logs show ${record?.id}`)).stdout;
		expect(shown).toContain('{"type":"audio/wav","size":45308}');
	});

	it("reruns an unstreamed call without a stream, at the full URL that metadata omits", async () => {
		const asked: string[] = [];
		const server = await startSandbox({
			answer: async (input, init) => {
				asked.push(new URL(input instanceof Request ? input.url : input).search, String(init?.body));
				const choices = [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop" }];
				return Response.json({ id: "1", model: "m", choices });
			},
		});
		try {
			const call = `hub infer -t chat -m m --endpoint ${server.url}/v1?user=bob --no-stream hello`;
			await home.run(`${call} --log`);
			await home.run(`${call} --log=content`);
			const [bare, kept] = records();
			expect(bare?.endpoint).toBe(`${server.url}/v1`);
			asked.length = 0;
			expect(await home.run(`hub logs rerun ${kept?.id}`)).toMatchObject({ code: 0, stdout: "hi\n" });
			expect(asked[0]).toBe("?user=bob");
			expect(asked[1]).not.toContain("stream");
		} finally {
			await server.close();
		}
	});

	it("removes months", async () => {
		await ask("--log now");
		appendFileSync(join(folder(), "2020-05.jsonl"), '{"id":"old","time":"2020-05-01T00:00:00.000Z"}\n');
		expect(await home.run("hub logs clear --before soon")).toMatchObject({ code: 2 });
		expect(await home.run("hub logs clear --before 2026-01")).toMatchObject({ code: 0 });
		expect(readdirSync(folder())).toHaveLength(1);
		expect((await home.run("hub logs clear --before 2026-01")).stderr).toBe("There are no logs before 2026-01.\n");
	});

	it("asks before it removes all of them, and says in a script what is gone", async () => {
		const fill = (): void => {
			for (const month of ["2020-05", "2021-01"]) appendFileSync(join(folder(), `${month}.jsonl`), "{}\n");
		};
		await ask("--log now");
		await home.run("hub logs clear");
		expect((await home.run("hub logs clear")).stderr).toBe("The log is empty.\n");
		for (const [key, left] of [
			["n", 2],
			["\u001B", 2],
			["\u0003", 2],
			["y", 0],
		] as const) {
			fill();
			const screen = openScreen("hub logs clear", home);
			await screen.waitFor('Remove the whole log, 2 months from "2020-05"? y/n:');
			screen.type(key);
			expect(await screen.end()).toBe(key === "\u0003" ? 130 : 0);
			expect(readdirSync(folder())).toHaveLength(left);
		}
		fill();
		const { stderr } = await home.run("hub logs clear");
		expect(stderr).toBe("Removed the whole log: 2 months (2020-05 to 2021-01).\n");
	});
});

describe("hub usage", () => {
	const call = (more: Partial<LogRecord>): LogRecord => ({
		id: "x",
		time: "2026-01-02T03:04:05.000Z",
		task: "conversational",
		model: "a/b",
		provider: "groq",
		routed: true,
		host: "h",
		usage: { input_tokens: 10, output_tokens: 5 },
		cost_usd: 0.1,
		price_source: "router",
		attempts: [],
		first_ms: 1,
		total_ms: 100,
		finish_reason: "stop",
		...more,
	});

	it("sums calls exactly", () => {
		const calls = [
			call({ cost_usd: 0.1, total_ms: 100, usage: { input_tokens: 10, output_tokens: 5, cached_tokens: 4 } }),
			call({ cost_usd: 0.2, total_ms: 300 }),
			call({ cost_usd: null, total_ms: 900, error: { name: "E" }, usage: null }),
			call({ model: "c/d", cost_usd: null }),
		];
		const tokens = (input: number, cached: number, output: number) => ({
			input_tokens: input,
			cached_tokens: cached,
			output_tokens: output,
		});
		expect(summarize(calls, "model")).toEqual([
			{ key: "a/b", calls: 3, failed: 1, ...tokens(20, 4, 10), cost_usd: 0.3, median_ms: 300 },
			{ key: "c/d", calls: 1, failed: 0, ...tokens(10, 0, 5), cost_usd: null, median_ms: 100 },
		]);
		expect(summarize([call({ total_ms: 1 }), call({ total_ms: 2 })], "day")[0]).toMatchObject({
			key: "2026-01-02",
			median_ms: 1.5,
		});
	});

	it("names JSON fields by the grouping", async () => {
		await ask("--log hi");
		const { stdout } = await home.run("hub usage --by provider --json --sandbox");
		expect(JSON.parse(stdout)).toEqual([
			{
				provider: "together",
				calls: 1,
				failed: 0,
				input_tokens: expect.any(Number),
				cached_tokens: 0,
				output_tokens: expect.any(Number),
				cost_usd: null,
				median_ms: expect.any(Number),
			},
		]);
		expect((await home.run("hub usage --sandbox")).stdout).toContain("Qwen/Qwen3-235B-A22B-Instruct-2507\t1\t0");
		// Practice does not count unless it is asked for.
		expect(await home.run("hub usage")).toMatchObject({ stdout: "", stderr: "No calls since then.\n" });
	});
});

it("hub usage distinguishes an empty log from one without calls in that time", async () => {
	expect((await home.run("hub usage")).stderr).toContain("hub config set log metadata");
	await ask("--log hi");
	expect((await home.run("hub usage --since 0d")).stderr).toBe("No calls since then.\n");
});

it.each([100, 60, 40])("hub usage truncates no title or number at %i columns", async (columns) => {
	await ask("--log hi");
	const { stdout } = await home.run("hub usage --no-color --sandbox", { columns });
	expect(stdout.split("\n")[0]).toMatch(/^MODEL +CALLS +FAILED/);
	expect(stdout.replace(/^\S+/gm, "")).not.toContain("…");
	expect(stdout.includes("█")).toBe(columns === 100);
	for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
});

it("hub infer --stats shows the provider of an auto call, and no dollars of the sandbox", async () => {
	const { stderr } = await ask("hi --stats --json");
	expect(JSON.parse(stderr)).toMatchObject({
		stats: { provider: "together", cost_usd: expect.any(Number), price_source: "router" },
	});
	expect((await ask("hi --stats")).stderr).toMatch(/provider together [^$]*tokens\/s · 0 retries/);
});
