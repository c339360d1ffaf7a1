import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

const lines = (): { id: string; output?: unknown; error?: unknown }[] =>
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
		["-p groq -m x --max-cost 1", "--max-cost and --via provider cannot be combined"],
		["-p groq -m x --estimate", "--estimate and --via provider cannot be combined"],
		["-p groq -m x --token hf_abcdefghijkl", "GROQ_API_KEY"],
	])("refuses %s", async (args, message) => {
		const { code, stderr } = await run(args);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	});
});
