import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startSandbox } from "../../../src/sandbox-server.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

let home: Home;
beforeEach(() => {
	home = createHome();
	writeFileSync(
		join(home.folder, "in.jsonl"),
		Array.from({ length: 25 }, (_, index) => `{"id":"r${index}","text":"Say word${index}"}\n`).join(""),
	);
});
afterEach(() => home.remove());

const lines = (): { id: string; output?: unknown; error?: unknown; cost_usd?: number }[] =>
	readFileSync(join(home.folder, "out.jsonl"), "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as { id: string });
const run = (args: string): Promise<Outcome> =>
	home.run(`hub batch in.jsonl -o out.jsonl -t chat --sandbox --via provider --poll 0 --progress none ${args}`);

describe("--via provider", () => {
	it.each(["openai", "groq", "nebius", "deepinfra", "novita", "ovhcloud", "together"])(
		"runs the rows at %s",
		async (provider) => {
			const model = provider === "openai" ? "-m openai/gpt-4o-mini" : "";
			const result = await run(`-p ${provider} ${model} --json`);
			expect({ ...result, stdout: "" }).toMatchObject({ code: 0, stderr: expect.any(String) });
			expect(JSON.parse(result.stdout)).toMatchObject({
				total: 25,
				done: 25,
				failed: 0,
				jobs: [{ part: 0, status: "completed", rows: 25 }],
			});
			expect(lines()).toHaveLength(25);
			expect(lines().find(({ id }) => id === "r7")).toMatchObject({
				output: { choices: [{ message: { role: "assistant" } }] },
			});
			expect(await run(`-p ${provider} ${model}`)).toMatchObject({ code: 0 });
		},
	);

	it.each([
		["-p cohere -m x", "cohere has no batch service"],
		["-m x", "needs a provider"],
		["-p groq -m x --max-cost 1", "The price of x at groq is not known"],
		["-p groq -m x --estimate -t translate", "does not serve translation"],
		["-p groq -m x --token hf_abcdefghijkl", "GROQ_API_KEY"],
		["-p groq -m x -", "not standard input"],
	])("rejects %s", async (args, message) => {
		const { code, stderr } = await run(args);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	});

	it("takes no line of another row for that of one that has none", async () => {
		const call = "-p openai -m openai/gpt-4o-mini";
		expect(await run(call)).toMatchObject({ code: 0 });
		const path = join(home.folder, "out.jsonl");
		writeFileSync(path, readFileSync(path, "utf8").replace('"index":3,', '"index":77,'));
		expect(await run(call)).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/25 of 25 done.*row 78, which is none of the 25 rows/s),
		});
		expect((await home.run("hub batch repair out.jsonl")).stderr).toContain("Dropped 1 damaged");
		expect(await run(call)).toMatchObject({ code: 0, stderr: expect.stringContaining("25 of 25 done") });
		expect(
			lines()
				.map(({ id }) => id)
				.sort(),
		).toEqual(Array.from({ length: 25 }, (_, index) => `r${index}`).sort());
	});

	it("submits no more than --max-cost allows, judged by earlier rows", async () => {
		const rows = Array.from({ length: 120 }, (_, index) => `{"text":"Say word${index}"}\n`);
		writeFileSync(join(home.folder, "in.jsonl"), rows.join(""));
		const price = "-p openai -m openai/gpt-4o-mini --price 1000,1000 --json";
		const whole = JSON.parse((await run(`${price} -o whole.jsonl`)).stdout) as { cost_usd: number };
		const most = whole.cost_usd * 0.7;
		const first = await run(`${price} --max-cost ${most}`);
		expect(first).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("Run the same command again with a higher --max-cost to continue."),
		});
		const { cost_usd, done } = JSON.parse(first.stdout) as { cost_usd: number; done: number };
		expect(cost_usd).toBeLessThanOrEqual(most * 1.05);
		expect(done).toBeGreaterThan(60);
		expect(done).toBeLessThan(120);
		expect(await run(`${price} --max-cost 1000`)).toMatchObject({ code: 0 });
		expect(lines()).toHaveLength(120);
	});

	it("never passes --max-cost, though later rows cost more than earlier ones", async () => {
		const text = (index: number): string => (index < 55 ? "a" : Array(30).fill("word").join(" "));
		const rows = Array.from({ length: 120 }, (_, index) => `{"text":"Say ${text(index)}"}\n`);
		writeFileSync(join(home.folder, "in.jsonl"), rows.join(""));
		const price = "-p openai -m openai/gpt-4o-mini --max-tokens 60 --json";
		const whole = JSON.parse((await run(`${price} -o whole.jsonl --max-cost 1000`)).stdout) as { cost_usd: number };
		const most = whole.cost_usd * 0.6;
		const first = await run(`${price} --max-cost ${most}`);
		expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining("a higher --max-cost to continue.") });
		const { cost_usd, done } = JSON.parse(first.stdout) as { cost_usd: number; done: number };
		expect(cost_usd).toBeLessThanOrEqual(most);
		expect(done).toBeGreaterThan(55);
		expect(await run(`${price} --max-cost 1000`)).toMatchObject({ code: 0 });
		expect(lines()).toHaveLength(120);
	});

	it("estimates from a sample called directly, and keeps its results", async () => {
		const args = "-p openai -m openai/gpt-4o-mini --price 1000,1000 --json";
		const { stdout, code } = await run(`${args} --estimate --sample 5`);
		expect(code).toBe(0);
		const estimate = JSON.parse(stdout) as { cost_usd: { expected: number }; seconds: { high: number } };
		expect(estimate).toMatchObject({ rows: 25, sampled: 5, seconds: { high: 86_400 } });
		const sampled = lines().reduce((sum, line) => sum + (line.cost_usd ?? 0), 0);
		// The other 20 rows cost half.
		expect(estimate.cost_usd.expected).toBeCloseTo(sampled * 3);
		expect(JSON.parse((await run(args)).stdout)).toMatchObject({ done: 25, jobs: [{ rows: 20 }] });
	});
});

describe("--via endpoint", () => {
	const chat = "-t chat -m gpt-4o-mini";

	it("speaks to any server of OpenAI's form, and goes on as --via provider", async () => {
		const server = await startSandbox({ port: 0 });
		try {
			const line = `hub batch in.jsonl -o out.jsonl ${chat} --endpoint ${server.url}/@api.openai.com/v1 --token sk-test --poll 0 --progress none --json`;
			const { code, stdout, stderr } = await home.run(`${line} --via endpoint`);
			expect({ code, stderr }).toMatchObject({ code: 0 });
			expect(JSON.parse(stdout)).toMatchObject({ done: 25, failed: 0, jobs: [{ status: "completed", rows: 25 }] });
			expect(new Set(lines().map(({ id }) => id)).size).toBe(25);
			expect((await home.run("hub batch status out.jsonl --json")).code).toBe(0);
			expect(await home.run(`${line} --via provider`)).toMatchObject({ code: 0 });
			expect(lines()).toHaveLength(25);
		} finally {
			await server.close();
		}
	});

	it("says that a server has no batch service, instead of asking for another model", async () => {
		const server = await startSandbox({ port: 0 });
		try {
			const line = `hub batch in.jsonl -o out.jsonl ${chat} --endpoint ${server.url}/none/v1 --token sk-test --via endpoint`;
			const { code, stderr } = await home.run(`${line} --progress none`);
			expect({ code, stderr }).toMatchObject({
				code: 4,
				stderr: expect.stringMatching(
					/has no batch service: .*POST \/none\/v1\/files \(HTTP 404\)[\s\S]*Leave out --via/,
				) as string,
			});
		} finally {
			await server.close();
		}
	});

	it.each([
		["in.jsonl -o out.jsonl", "--via endpoint needs a server."],
		["in.jsonl --endpoint http://127.0.0.1:9/v1", "--via endpoint needs a file for the results."],
		["- -o out.jsonl --endpoint http://127.0.0.1:9/v1", "--via endpoint reads its input again"],
	])("refuses %s", async (args, message) => {
		const { code, stderr } = await home.run(`hub batch ${args} ${chat} --via endpoint`);
		expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as string });
	});
});
