import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createHome } from "../../helpers/session.ts";

const INPUT = { "in.txt": "What is 12 * 7?\nWhat is 2 + 3?\n" };
const LINE = "hub batch in.txt -t chat -m meta-llama/Llama-3.1-8B-Instruct --text --ordered";

it("hub batch records its requests and replays them without the sandbox", async () => {
	const home = createHome(INPUT);
	onTestFinished(() => home.remove());
	const recorded = await home.run(`${LINE} --sandbox --record fixtures`);
	expect(recorded.code).toBe(0);
	const names = readdirSync(join(home.folder, "fixtures"));
	expect(names.filter((name) => name.includes(".conversational."))).toHaveLength(2);
	// Price look-ups are not recorded.
	expect(names.filter((name) => name.includes("v1-models"))).toEqual([]);
	const replayed = await home.run(`${LINE} --replay fixtures`);
	expect(replayed.code).toBe(0);
	const outputs = (text: string): unknown[] =>
		text
			.trim()
			.split("\n")
			.map((line) => (JSON.parse(line) as { output: unknown }).output);
	expect(outputs(replayed.stdout)).toEqual([expect.stringContaining("84"), expect.stringContaining("5")]);
	expect(outputs(replayed.stdout)).toEqual(outputs(recorded.stdout));
});

it("hub batch stops at a row that was not recorded, and names the nearest recording", async () => {
	const home = createHome({ ...INPUT, "other.txt": "What is 9 + 9?\n" });
	onTestFinished(() => home.remove());
	await home.run(`${LINE} --sandbox --record fixtures`);
	const { stderr, code } = await home.run(`${LINE.replace("in.txt", "other.txt")} --replay fixtures`);
	expect(code).toBe(2);
	expect(stderr).toMatch(/No recording of POST .* The nearest, .*\.json, differs in body\.messages\.0\.content: /);
});
