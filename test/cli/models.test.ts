import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readSeenModels, rememberModels } from "../../src/cli/network/model-cache.ts";
import { formatCount, formatSize } from "../../src/cli/terminal/amounts.ts";

import { openScreen } from "../helpers/screen.ts";
import { serve } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

const TOKEN = "hf_abcdefghijklmnop1234";
const RECORD = {
	id: "acme/tiny",
	pipeline_tag: "text-generation",
	library_name: "transformers",
	tags: ["license:mit", "base_model:acme/big"],
	downloads: 1_234_567,
	likes: 8,
	gated: "manual",
	safetensors: { total: 8_030_261_248 },
	usedStorage: 16_060_522_496,
	lastModified: "2026-01-02T03:04:05.000Z",
	inferenceProviderMapping: {
		together: { status: "live", providerId: "acme/Tiny-Turbo", task: "conversational" },
		groq: { status: "staging", providerId: "acme/tiny", task: "conversational" },
	},
};

function openHome(): Home {
	const home = createHome();
	onTestFinished(() => home.remove());
	return home;
}

describe("hub models", () => {
	it.each([
		["", { limit: "20", sort: "downloads", direction: "-1" }],
		["two words", { search: "two words" }],
		["-t asr", { pipeline_tag: "automatic-speech-recognition" }],
		["-t chat -l mlx", { pipeline_tag: "text-generation", filter: ["conversational", "mlx"] }],
		["-l diffusers", { filter: "diffusers" }],
		["--author acme -p together", { author: "acme", inference_provider: "together" }],
		["--sort trending --limit 3", { sort: "trendingScore", limit: "3" }],
		["--sort updated", { sort: "lastModified" }],
		["--sort created", { sort: "createdAt" }],
	])("%s sends the right query to Hugging Face", async (args, expected) => {
		const [home, hub] = [openHome(), await serve({ body: [] })];
		const { code } = await home.run(`HF_TOKEN=${TOKEN} hub models ${args}`, { env: { HF_ENDPOINT: hub.url } });
		const [request] = hub.requests;
		const { pathname, searchParams } = new URL(request?.path ?? "", hub.url);
		const names = [...new Set(searchParams.keys())];
		const query = Object.fromEntries(
			names.map((name) => {
				const values = searchParams.getAll(name);
				return [name, values.length > 1 ? values : values[0]];
			}),
		);
		expect([code, pathname, query]).toEqual([0, "/api/models", expect.objectContaining(expected)]);
		expect(request?.headers.authorization).toBe(`Bearer ${TOKEN}`);
	});

	it("shows the facts about a model", async () => {
		const [home, hub] = [openHome(), await serve({ body: RECORD })];
		const { stdout } = await home.run("hub models acme/tiny", { env: { HF_ENDPOINT: hub.url } });
		expect(stdout).toBe(
			[
				"acme/tiny  text-generation",
				"  Library     transformers",
				"  License     mit",
				"  Parameters  8.03B",
				"  Files       16.1 GB",
				"  Downloads   1.23M in the last 30 days",
				"  Likes       8",
				"  Access      gated: its owner decides on each request",
				"  Base model  acme/big",
				"  Updated     2026-01-02",
				"",
				"Providers",
				"  together  live, chat, as acme/Tiny-Turbo",
				"  groq      staging, chat",
				"",
				"Use it",
				"  hub infer -m acme/tiny …",
				"  hub snippet acme/tiny",
				"",
			].join("\n"),
		);
	});

	it("prints Hugging Face's own record as JSON", async () => {
		const [home, hub] = [openHome(), await serve({ body: RECORD })];
		const { stdout } = await home.run("hub models acme/tiny --json", { env: { HF_ENDPOINT: hub.url } });
		expect(JSON.parse(stdout)).toEqual(RECORD);
	});

	it("requires only the id in a record", async () => {
		const [home, hub] = [openHome(), await serve({ body: { id: "acme/bare" } }, { body: [{ id: "acme/bare" }] })];
		const line = "hub models acme/bare | head -2; hub models bare; hub models bare --format table";
		const { stdout, stderr } = await home.run(line, { env: { HF_ENDPOINT: hub.url } });
		expect([stdout, stderr]).toEqual([
			"acme/bare  no task\n  Access  open\nacme/bare\t\t\t\t\nMODEL      TASK  DOWNLOADS  LIKES  LIBRARY\nacme/bare\n",
			"",
		]);
	});

	it("escapes control characters of a record on a terminal", async () => {
		const evil = "\x1b]52;c;ZXZpbA==\x07\x1b[2J\x9b31m";
		const record = { ...RECORD, id: `acme/x${evil}`, library_name: evil, tags: [`license:${evil}`] };
		const [home, hub] = [openHome(), await serve({ body: [record] }, { body: record })];
		for (const args of [
			["models", "x"],
			["models", "acme/x"],
		]) {
			const { rest } = await openTerminal("hub", args, home, { env: { HF_ENDPOINT: hub.url } }).end();
			expect(rest).toContain("ZXZpbA==");
			for (const sequence of ["\x1b]", "\x1b[2J", "\x9b", "\x07"]) expect(rest).not.toContain(sequence);
		}
		expect(readSeenModels({ env: { HOME: home.folder } })).toEqual([]);
	});

	it.each([40, 80, 200])("fits %d columns", async (columns) => {
		const [home, hub] = [openHome(), await serve({ body: [RECORD, { ...RECORD, id: "acme/小さなモデル" }] })];
		const screen = openScreen("hub models --no-color", home, { columns, env: { HF_ENDPOINT: hub.url } });
		expect(await screen.end()).toBe(0);
		const lines = screen.history().split("\n");
		expect(lines).toHaveLength(3);
		expect(lines.filter((line) => line.length > columns)).toEqual([]);
		expect(lines[0]).toMatch(columns === 40 ? /^MODEL +TASK/ : /^MODEL +TASK +DOWNLOADS +LIKES +LIBRARY +ACCESS$/);
	});
});

describe("remembered models", () => {
	it("are ids only, latest first, each once, and limited in number", () => {
		const home = openHome();
		const context = { env: { HUB_CACHE_DIR: join(home.folder, "cache") } };
		rememberModels([{ id: "a/1", task: "summarization" }, { id: "a/2" }], context);
		rememberModels([{ id: "a/3" }, { id: "a/1" }, { id: "bad id" }, { id: "x\ny" }, { id: "$(rm)" }], context);
		expect(readSeenModels(context)).toEqual([
			{ id: "a/3", task: undefined },
			{ id: "a/1", task: "summarization" },
			{ id: "a/2", task: undefined },
		]);
		rememberModels(
			Array.from({ length: 600 }, (_, index) => ({ id: `b/${index}` })),
			context,
		);
		expect(readSeenModels(context)).toHaveLength(500);
		expect(readSeenModels(context)[0]).toEqual({ id: "b/0", task: undefined });
	});

	it("stay a small file without repeated lines", () => {
		const home = openHome();
		const context = { env: { HUB_CACHE_DIR: join(home.folder, "cache") } };
		const sizes = Array.from({ length: 200 }, (_, round) => {
			rememberModels(
				Array.from({ length: 100 }, (__, index) => ({ id: `acme/model-${index}`, task: `task-${round % 2}` })),
				context,
			);
			return readFileSync(join(home.folder, "cache/models.txt")).length;
		});
		expect(Math.max(...sizes)).toBeLessThan(110_000);
		expect(readSeenModels(context)).toHaveLength(100);
		expect(readSeenModels(context)[0]).toEqual({ id: "acme/model-0", task: "task-1" });
	});

	it("never cause a failure", () => {
		const home = openHome();
		writeFileSync(join(home.folder, "file"), "");
		const context = { env: { HUB_CACHE_DIR: join(home.folder, "file/below") } };
		rememberModels([{ id: "a/1" }], context);
		expect(readSeenModels(context)).toEqual([]);
		expect(existsSync(join(home.folder, "file/below"))).toBe(false);
	});
});

describe("amounts", () => {
	it.each([
		[0, "0", "0 bytes"],
		[999, "999", "999 bytes"],
		[1000, "1K", "1.0 kB"],
		[1234, "1.23K", "1.2 kB"],
		[12_345, "12.3K", "12.3 kB"],
		[999_499, "999K", "999.5 kB"],
		[999_500, "1M", "999.5 kB"],
		[999_950, "1M", "1.0 MB"],
		[999_950_000, "1B", "1.0 GB"],
		[8_030_261_248, "8.03B", "8.0 GB"],
		[2.5e15, "2500T", "2500000.0 GB"],
	])("%d is %s or %s", (amount, count, size) => {
		expect([formatCount(amount), formatSize(amount)]).toEqual([count, size]);
	});
});

it("hub template render fills in the special tokens of a model, given as texts or as records", async () => {
	const tokens = { bos_token: "<s>", eos_token: { content: "</s>" }, pad_token: null };
	const chat_template = "[{{ bos_token }}{{ eos_token }}{{ pad_token }}]";
	const hub = await serve({ body: { ...RECORD, config: { tokenizer_config: { chat_template, ...tokens } } } });
	const { stdout } = await openHome().run("hub template render acme/tiny", { env: { HF_ENDPOINT: hub.url } });
	expect(stdout.trim()).toBe("[<s></s>]");
});

describe("a slow or failing hub", () => {
	it.each([
		"hub models whisper",
		"hub models acme/tiny",
		"hub whoami",
		"hub providers --model acme/tiny",
		"hub template render acme/tiny",
		"hub snippet acme/tiny",
	])("%s shows that it is waiting, and ends on Ctrl-C", async (line) => {
		const hub = await serve({ ending: "silence" });
		const [command = "", ...args] = line.split(" ");
		const env = { HF_ENDPOINT: hub.url, HF_TOKEN: TOKEN };
		const terminal = openTerminal(command, args, openHome(), { env });
		await terminal.waitFor(
			/(Looking up the model|Searching Hugging Face|Looking up who serves it|Looking up your account)/,
		);
		terminal.type("\u0003");
		expect((await terminal.end()).code).toBe(130);
	});

	it.each([
		[503, {}, "Hint: Try again later.\n", 6],
		[429, { "retry-after": "3600" }, "Hint: Try again in 3600 s.\n", 6],
		[500, {}, "Hint: This is Hugging Face's fault. Try again later.\n", 4],
	] as const)("%i is not blamed on a provider", async (status, headers, hint, expected) => {
		const hub = await serve({ status, headers, body: { error: "no" } });
		const { stderr, code } = await openHome().run("hub models x --retries 0", { env: { HF_ENDPOINT: hub.url } });
		expect([code, stderr.endsWith(hint)]).toEqual([expected, true]);
	});
});
