import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHome } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

const BEFORE = '{\n\t"retries": 3\n}\n';

/** Has an editor replace the text, and returns how it ended and what is stored. */
async function edit(after: string) {
	const home = createHome({ ".config/hub/config.json": BEFORE, after, "edit.sh": '#!/bin/sh\ncp after "$1"\n' });
	onTestFinished(() => home.remove());
	const terminal = openTerminal("hub", ["config", "edit"], home, { env: { EDITOR: "sh edit.sh" }, columns: 200 });
	const { code, rest } = await terminal.end();
	return { code, rest, stored: readFileSync(join(home.folder, ".config/hub/config.json"), "utf8") };
}

describe("hub config edit", () => {
	it("stores what was written as it is", async () => {
		const after = '{\n\t"retries": 4,\n\t"timeout": 9\n}\n';
		expect(await edit(after)).toMatchObject({ code: 0, stored: after });
	});

	it("names the line of what is wrong or unknown", async () => {
		const { code, rest, stored } = await edit('{\n\t"retries": "many",\n\t"timeuot": 9\n}\n');
		expect(code).toBe(2);
		expect(rest).toContain("line 2: retries must be");
		expect(rest).toContain('line 3: there is no setting "timeuot"; did you mean timeout?');
		expect(stored).toContain("timeuot");
	});

	it("keeps the file where the new text is no JSON", async () => {
		const { code, rest, stored } = await edit('{\n\t"retries" 4\n}\n');
		expect([code, stored]).toEqual([2, BEFORE]);
		expect(rest).toContain("see line 2");
	});
});
