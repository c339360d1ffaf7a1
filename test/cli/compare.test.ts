import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { layOut, type Pane, paneWidth } from "../../src/cli/commands/compare/column-board.tsx";
import { readPairs } from "../../src/cli/commands/compare/comparison.ts";
import { PLAIN } from "../../src/cli/terminal/color.ts";
import { createPixels } from "../../src/cli/terminal/graphics/pixels.ts";
import { placeInRow } from "../../src/cli/terminal/graphics/show.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

const LLAMA = "meta-llama/Llama-3.1-8B-Instruct";
const QWEN = "Qwen/Qwen2.5-7B-Instruct";

function openHome(): Home {
	const home = createHome();
	onTestFinished(() => home.remove());
	return home;
}

/** Returns the variables with which everything is asked of a server. */
async function listen(server: Server): Promise<Record<string, string>> {
	server.listen(0, "127.0.0.1");
	onTestFinished(() => void server.close());
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { HF_TOKEN: "hf_test", HF_ENDPOINT: url, HUB_ROUTER_URL: url };
}

describe("pairs", () => {
	it.each([
		[{ model: "a,b" }, ["a:undefined", "b:undefined"]],
		[{ model: "a, b", provider: "groq,together" }, ["a:groq", "a:together", "b:groq", "b:together"]],
		[{ model: "a:groq,b", provider: "together" }, ["a:groq", "b:together"]],
		[{ model: "a,a,a:groq" }, ["a:undefined", "a:groq"]],
		[{ provider: "groq,together" }, ["undefined:groq", "undefined:together"]],
		[{ model: "a", provider: "fastest,cheapest" }, ["a:fastest", "a:cheapest"]],
	])("of %j", (options, expected) => {
		expect(readPairs(options).map(({ model, provider }) => `${model}:${provider}`)).toEqual(expected);
	});

	it("require a model or a provider, and existing providers", () => {
		expect(() => readPairs({})).toThrow("Nothing to compare");
		expect(() => readPairs({ model: "a", provider: "groq,grok" })).toThrow('Unknown provider "grok"');
	});
});

describe("the layout", () => {
	const pane = (model: string, lines: string[]): Pane => ({ model, provider: "p", lines, status: "1 s" });
	const panes = [pane("one", ["a", "b", "c"]), pane("two", ["宽字符"])];

	it("puts panes side by side if each gets 30 columns", () => {
		expect(paneWidth(2, 63)).toBe(30);
		expect(paneWidth(2, 62)).toBe(62);
		const lines = layOut(panes, { columns: 63 }, PLAIN);
		expect(lines.map((line) => line.split("│").map((part) => part.trim()))).toEqual([
			["one", "two"],
			["p", "p"],
			["", ""],
			["a", "宽字符"],
			["b", ""],
			["c", ""],
			["1 s", "1 s"],
		]);
		expect(new Set(lines.map((line) => line.indexOf("│"))).size).toBe(1);
	});

	it("stacks them if there is no room", () => {
		expect(layOut(panes, { columns: 40 }, PLAIN)).toEqual([
			"one",
			"p",
			"",
			"a",
			"b",
			"c",
			"1 s",
			"",
			"two",
			"p",
			"",
			"宽字符",
			"1 s",
		]);
	});

	it("shows the end of a pane that is too tall", () => {
		const lines = layOut([pane("one", ["a", "b", "c"])], { columns: 40, rows: 7 }, PLAIN);
		expect(lines).toEqual(["one", "p", "", "b", "c", "1 s"]);
		expect(layOut(panes, { columns: 70, rows: 6 }, PLAIN)).toHaveLength(6);
	});
});

it("puts images of different heights in one row", () => {
	const row = placeInRow(
		[createPixels(40, 20), createPixels(32, 64)].map((one) => ({ ...one, data: one.data.fill(255) })),
	);
	// As high as the lowest, with a gap of a sixteenth of that.
	expect([row.width, row.height]).toEqual([40 + 2 + 10, 20]);
	const opacity = (x: number): number | undefined => row.data[x * 4 + 3];
	expect([opacity(39), opacity(40), opacity(41), opacity(42)]).toEqual([255, 0, 0, 255]);
});

describe("hub compare", () => {
	it("prints a list with --json", async () => {
		const { stdout, stderr, code } = await openHome().run(
			`hub compare --sandbox -m ${QWEN},${LLAMA} "What is 12 * 7?" --json`,
		);
		expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
		const entry = (model: string) => ({
			model,
			provider: expect.stringMatching(/^[a-z-]+$/),
			output: expect.stringContaining("84"),
			first_ms: expect.any(Number),
			total_ms: expect.any(Number),
			tokens_per_second: expect.toSatisfy((value) => value === null || value > 0),
			usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
			cost_usd: expect.any(Number),
			price_source: "router",
		});
		expect(JSON.parse(stdout)).toEqual([entry(QWEN), entry(LLAMA)]);
	});

	it("prints results in the given order in a pipe", async () => {
		const { stdout } = await openHome().run(`hub compare --sandbox -m ${LLAMA} -p together,nebius "What is 12 * 7?"`);
		expect(stdout).toMatch(
			/^--- \S+ · together · first token .* s · total [^$]* ---\n.*84.*\n\n--- \S+ · nebius · .* ---\n.*84.*\n$/,
		);
	});

	it("continues if one fails, and exits with 1", async () => {
		const { stdout, stderr, code } = await openHome().run(
			`hub compare --sandbox -t chat -m no/such,${LLAMA} "What is 12 * 7?" --json`,
		);
		expect({ stderr, code }).toEqual({ stderr: "", code: 1 });
		expect(JSON.parse(stdout)).toMatchObject([
			{ model: "no/such", output: null, first_ms: null, cost_usd: null, error: { code: "not-found", status: 404 } },
			{ model: LLAMA, output: expect.stringContaining("84") },
		]);
	});

	it("exits as hub infer does if all fail for one reason", async () => {
		const home = openHome();
		const infer = await home.run("hub infer --sandbox -t chat -m no/such hello");
		const all = await home.run("hub compare --sandbox -t chat -m no/such,no/other hello");
		expect(infer.code).toBeGreaterThan(1);
		expect(all.code).toBe(infer.code);
		const causes = await home.run(`hub compare --sandbox -t chat -m no/such,${LLAMA}:fal-ai hello`);
		expect(causes.code).toBe(1);
	});

	it("rejects a comparison of one before sending anything", async () => {
		const home = openHome();
		for (const words of ["hello", "-m a -p grok hello", "-m a,b -o - hello"]) {
			expect((await home.run(`hub compare --sandbox ${words}`)).code).toBe(2);
		}
	});

	it("saves images under different names", async () => {
		const home = openHome();
		const { stdout, code } = await home.run(
			"hub compare --sandbox -t text-to-image -m Qwen/Qwen-Image,ByteDance/SDXL-Lightning boat --param width=32 --param height=32 -o boat-{n}.{ext} --json",
		);
		expect(code).toBe(0);
		const file = (path: string) => ({ output: { path, type: "image/png", size: expect.any(Number) }, first_ms: null });
		expect(JSON.parse(stdout)).toMatchObject([file("boat-1.png"), file("boat-2.png")]);
		expect(existsSync(join(home.folder, "boat-1.png")) && existsSync(join(home.folder, "boat-2.png"))).toBe(true);
	});

	it("logs one line for each call", async () => {
		const home = openHome();
		await home.run(`hub compare --sandbox -m ${LLAMA} -p together,nebius hello --log`);
		const { stdout } = await home.run("hub logs --json");
		expect(JSON.parse(stdout)).toMatchObject([{ command: "compare" }, { command: "compare" }]);
	});

	it("records all calls, and replays them", async () => {
		const home = openHome();
		const line = `hub compare -m ${QWEN},${LLAMA} "What is 12 * 7?" --json`;
		await home.run(`${line} --sandbox --record fixtures`);
		expect(readdirSync(join(home.folder, "fixtures")).length).toBeGreaterThan(1);
		const { stdout, code } = await home.run(`${line} --replay fixtures`);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject([
			{ model: QWEN, output: expect.stringContaining("84") },
			{ model: LLAMA, output: expect.stringContaining("84") },
		]);
	});

	it("sends all requests at the same time", async () => {
		const waiting: (() => void)[] = [];
		const server = createServer((request, response) => {
			// Prices are not told.
			if (request.method !== "POST") return void response.writeHead(404).end();
			waiting.push(() => {
				response.setHeader("content-type", "text/event-stream");
				response.end('data: {"choices":[{"delta":{"content":"here"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
			});
			// Nobody is answered before all three have asked.
			if (waiting.length === 3) for (const answer of waiting) answer();
		});
		const line = "hub compare -t chat -m o/a,o/b,o/c -p auto hello --timeout 20 --json";
		const { stdout } = await openHome().run(line, { env: await listen(server) });
		expect(JSON.parse(stdout)).toMatchObject([{ output: "here" }, { output: "here" }, { output: "here" }]);
	});
});

describe("on a terminal", () => {
	const show = async (words: string, columns: number, env: Record<string, string> = {}): Promise<string> => {
		const args = ["--norc", "-c", `hub compare --sandbox ${words}`];
		const { rest, code } = await openTerminal("bash", args, openHome(), { columns, env }).end();
		return `${stripVTControlCharacters(rest)}code ${code}`;
	};

	it("draws columns only if there is room", async () => {
		const words = `-m ${QWEN},${LLAMA} "What is 12 * 7?"`;
		const wide = await show(words, 100);
		expect(wide).toMatch(/Qwen2\.5-7B-Instruct +│ meta-llama/);
		expect(wide).toMatch(/84[^│\n]*│[^\n]*84/);
		expect(wide).toContain("code 0");
		const narrow = await show(words, 50);
		expect(narrow).not.toContain("│");
		expect(narrow).toMatch(/Qwen2\.5-7B-Instruct[\s\S]*84[\s\S]*meta-llama[\s\S]*84[\s\S]*code 0/);
	});

	it("shows the calls of tools below the answer", async () => {
		const call = { index: 0, id: "c", type: "function", function: { name: "look", arguments: '{"at":1}' } };
		const events = [{ content: "I look." }, { tool_calls: [call] }].map(
			(delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`,
		);
		const server = createServer((request, response) => {
			if (request.method !== "POST") return void response.writeHead(404).end();
			response.setHeader("content-type", "text/event-stream");
			response.end(`${events.join("")}data: [DONE]\n\n`);
		});
		const env = { ...(await listen(server)), TERM: "xterm" };
		const { stdout } = await openHome().run("hub compare -t chat -m o/a,o/b -p auto hello", { columns: 80, env });
		expect(stripVTControlCharacters(stdout)).toMatch(
			/I look\. +│ I look\.\n[ │]+\nlook\({"at":1}\) +│ look\({"at":1}\)/,
		);
	});

	it("shows a failure in its column", async () => {
		const text = await show(`-t chat -m ${LLAMA},no/such hello`, 100);
		expect(text).toMatch(/│ Error: /);
		expect(text).toContain("code 1");
	});

	it("shows a row of previews", async () => {
		const images =
			"-t text-to-image -m Qwen/Qwen-Image,ByteDance/SDXL-Lightning boat --param width=32 --param height=32";
		const text = await show(`${images} --preview blocks`, 120, { COLORTERM: "truecolor" });
		// Two pictures of 32 columns with a gap between them.
		expect(text).toMatch(/▀{20,} +▀{20,}/);
	});
});
