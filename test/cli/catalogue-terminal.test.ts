import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { textWidth } from "../../src/cli/terminal/width.ts";
import { createHome } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

/** What a command draws on a terminal of this width. */
async function draw(args: string[], columns: number, env: Record<string, string> = {}): Promise<string> {
	const home = createHome();
	onTestFinished(() => home.remove());
	const { rest } = await openTerminal("hub", args, home, { env, columns }).end();
	return rest.replaceAll("\r\n", "\n");
}

describe("on a terminal", () => {
	it.each([40, 80, 200])("lists fit %d columns", async (columns) => {
		for (const command of ["tasks", "libraries"]) {
			const text = await draw([command], columns);
			expect(text).toContain("\x1b[36m");
			const lines = stripVTControlCharacters(text).split("\n");
			expect(lines.length).toBeGreaterThan(58);
			expect(lines.filter((line) => textWidth(line) > columns)).toEqual([]);
		}
	});

	it("groups tasks by modality", async () => {
		const lines = stripVTControlCharacters(await draw(["tasks"], 80)).split("\n");
		const headings = lines.filter((line, index) => lines[index - 1] === "" && /^\w.* ?\w+$/.test(line));
		expect(headings).toEqual([
			"Multimodal",
			"Natural Language Processing",
			"Computer Vision",
			"Audio",
			"Tabular",
			"Reinforcement Learning",
			"Other",
		]);
		expect(lines.find((line) => line.startsWith("  chat "))).toContain("chat-co");
	});

	it.each([
		["NO_COLOR", { NO_COLOR: "1" }],
		["TERM=dumb", { TERM: "dumb" }],
	])("prints the same text without colors: %s", async (_, env) => {
		const text = await draw(["tasks", "text-to-image"], 80, env);
		expect(text).not.toContain("\x1b");
		expect(text).toBe(stripVTControlCharacters(await draw(["tasks", "text-to-image"], 80)));
	});
});
