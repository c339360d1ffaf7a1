import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { VISIBLE_COMMANDS } from "../../../src/cli/commands.ts";
import { createHome } from "../../helpers/session.ts";

/** Commands and tables stay whole, to be copied; a word that is longer than the line cannot be broken. */
const isProse = (line: string): boolean => !/\bhub /.test(line) && /\S \S.* \S/.test(line);

describe("help fits its terminal", () => {
	it("breaks no line that fits, with or without colors", async () => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const read = async (env: Record<string, string>): Promise<string> =>
			stripVTControlCharacters((await home.run("hub --help", { columns: 80, env })).stdout);
		const colored = await read({ FORCE_COLOR: "1" });
		expect(colored).toBe(await read({ NO_COLOR: "1" }));
		expect(colored).toContain("  # Try it. The sandbox is built in: no token, no network, made-up answers.\n");
	});

	const pages = ["--help", "help options", "help formats", ...VISIBLE_COMMANDS.map(({ name }) => `${name} --help`)];

	it.each([
		[40, 40],
		[80, 80],
		[200, 100],
	])("of %d columns: prose takes at most %d", async (columns, most) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		for (const page of pages) {
			const { stdout } = await home.run(`hub ${page} --no-pager`, { columns });
			const lines = stripVTControlCharacters(stdout).split("\n");
			expect(lines.length, page).toBeGreaterThan(5);
			expect(
				lines.filter((line) => line.length > most && isProse(line)),
				page,
			).toEqual([]);
		}
	});
});
