import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { spawn } from "@lydell/node-pty";
import { describe, expect, it } from "vitest";
import { textWidth } from "../../src/cli/output/width.ts";

const hub = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));

const END = "<end>";

/** What a command draws on a terminal of this width. */
function draw(args: string[], cols: number, env: Record<string, string> = {}): Promise<string> {
	return new Promise((resolve) => {
		// The shell stays until all is read: what a terminal still holds when its last process ends may be lost.
		const script = `"$@"; printf '%s' '${END}'; read -r _`;
		const terminal = spawn("sh", ["-c", script, "sh", process.execPath, hub, ...args], {
			cols,
			rows: 24,
			env: { PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", ...env },
		});
		let text = "";
		terminal.onData((data) => {
			text += data;
			if (!text.endsWith(END)) return;
			terminal.write("\r");
			resolve(text.slice(0, -END.length).replaceAll("\r\n", "\n"));
		});
	});
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
		expect(lines.find((line) => line.startsWith("  conversational "))).toContain("chat, chat-completion");
	});

	it.each([
		["NO_COLOR", { NO_COLOR: "1" }],
		["TERM=dumb", { TERM: "dumb" }],
	])("draws the same without colours: %s", async (_, env) => {
		const text = await draw(["tasks", "text-to-image"], 80, env);
		expect(text).not.toContain("\x1b");
		expect(text).toBe(stripVTControlCharacters(await draw(["tasks", "text-to-image"], 80)));
	});
});
