import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { VISIBLE_COMMANDS } from "../../src/cli/commands.ts";
import { createHome } from "../helpers/session.ts";

/** Lines of mend-terminal.md that need a width but no keys; the others are sessions `mend-terminal-…` and in `ui`. */

/** Commands and tables stay whole, to be copied; a word that is longer than the line cannot be broken. */
const isProse = (line: string): boolean => !/\bhub /.test(line) && /\S \S.* \S/.test(line);

describe("22. help fits its terminal", () => {
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
