import { describe, expect, it } from "vitest";
import { readSlashCommand } from "../../../src/cli/commands/chat/menu.ts";
import { viewStatus } from "../../../src/cli/commands/chat/open.tsx";
import { formatCommandLine } from "../../../src/cli/prompts/command-line.ts";
import { PLAIN } from "../../../src/cli/terminal/color.ts";
import { textWidth } from "../../../src/cli/terminal/width.ts";
import { addLines, EMPTY_SCROLLBACK } from "../../../src/cli/ui/answer-lines.ts";
import { type Choice, createList, moveInList, replaceChoices, viewList } from "../../../src/cli/ui/list.ts";

const choices: Choice<number>[] = Array.from({ length: 30 }, (_, index) => ({
	value: index,
	label: `item-${index}`,
	aside: index % 2 ? "odd 日本語" : undefined,
	words: index === 7 ? ["seven"] : [],
	group: index < 10 ? "Small" : "Large",
}));

describe("a list", () => {
	it.each([
		{ width: 39, rows: 10 },
		{ width: 79, rows: 24 },
		{ width: 199, rows: 60 },
		{ width: 5, rows: 4 },
	])("fits %o wherever the selection is", ({ width, rows }) => {
		for (let cursor = 0; cursor < choices.length; cursor++) {
			const lines = viewList(createList(choices, cursor), {
				title: "Which one?",
				width,
				rows,
				colors: PLAIN,
				note: "",
			});
			expect(lines.length).toBeLessThan(Math.max(rows, 6));
			expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
			expect(lines.filter((line) => line.startsWith("❯"))).toHaveLength(1);
		}
	});

	it("shows the heading of the visible group", () => {
		const lines = viewList(createList(choices, 20), { title: "T", width: 40, rows: 12, colors: PLAIN });
		expect(lines[2]).toBe("Large");
	});

	it("escapes control characters of a record", () => {
		const evil = [{ value: 1, label: "a\u001B]52;c;x\u0007", aside: "\u009B31m\nnext" }];
		const text = viewList(createList(evil), { title: "\u001B[2J", width: 79, rows: 24, colors: PLAIN }).join("");
		expect(text).toContain("a␛]52;c;x␇");
		expect(text).not.toContain("\u001B");
		expect(text).not.toContain("\u009B");
	});

	it("keeps selection and filter when its choices change", () => {
		const typed = moveInList(createList(choices), { name: "text", text: "item-2" }, 10);
		if (!typed) throw new Error("typing filters");
		expect(typed.shown).toHaveLength(11);
		const moved = moveInList(typed, { name: "down", text: "" }, 10) ?? typed;
		const replaced = replaceChoices(moved, choices.slice(0, 22));
		expect(replaced.shown.map(({ label }) => label)).toEqual(["item-2", "item-20", "item-21"]);
		expect(replaced.shown[replaced.cursor]?.label).toBe("item-20");
	});

	it("selects an exact match", () => {
		const typed = moveInList(createList(choices), { name: "text", text: "seven" }, 10);
		expect(typed?.shown[typed.cursor]?.label).toBe("item-7");
	});
});

describe("the status line", () => {
	const facts = {
		usage: { prompt_tokens: 12, completion_tokens: 345, total_tokens: 357 },
		seconds: 8.2,
		tokensPerSecond: 43.125,
		finishReason: "stop",
	};
	const status = { model: "meta-llama/Llama-3.1-8B-Instruct", place: "together", facts };

	it.each([
		[100, "meta-llama/Llama-3.1-8B-Instruct · together · 12 in · 345 out · 43.1 tokens/s · 8.2 s"],
		[79, "Llama-3.1-8B-Instruct · together · 12 in · 345 out · 43.1 tokens/s · 8.2 s"],
		[60, "Llama-3.1-8B-Instruct · together · 12 in · 345 out · 8.2 s"],
		[39, "Llama-3.1-8B-Instruct · together"],
		[20, "Llama-3.1-8B-Instru…"],
	])("in %i columns", (width, line) => {
		expect(viewStatus(status, width)).toBe(line);
	});

	it.each([
		[80, "together · 12 in · 345 out · 43.1 tokens/s · 8.2 s · $0.01 · $0.50 so far"],
		[65, "together · 12 in · 345 out · 43.1 tokens/s · 8.2 s · $0.01"],
		[55, "together · 12 in · 345 out · 43.1 tokens/s · 8.2 s"],
		[45, "together · 12 in · 345 out · 8.2 s"],
		[33, "together · 345 out · 8.2 s"],
		[25, "together · 8.2 s"],
		[16, "together"],
	])("drops what matters least first, in %i columns", (width, line) => {
		const costs = { ...facts, cost: 0.01, costSoFar: 0.5 };
		expect(viewStatus({ ...status, model: "m", facts: costs }, width)).toBe(`m · ${line}`);
	});

	it("shows short times to the hundredth of a second", () => {
		expect(viewStatus({ ...status, facts: { ...facts, seconds: 0.04 } }, 100)).toMatch(/ · 0\.04 s$/);
	});

	it("shows known facts before the first answer", () => {
		expect(viewStatus({ model: undefined, place: "auto", facts: undefined }, 79)).toBe("default model · auto");
	});
});

describe("slash commands", () => {
	it.each([
		["/model x/y", { name: "model", argument: "x/y" }],
		["/SYSTEM  be\nbrief ", { name: "system", argument: "be\nbrief" }],
		["/exit", { name: "exit", argument: "" }],
		["/usr/bin is what?", undefined],
		["/ 2", undefined],
		["say /help", undefined],
	])("%j", (text, command) => {
		expect(readSlashCommand(text)).toEqual(command);
	});

	it("suggest the closest command", () => {
		expect(() => readSlashCommand("/modle x")).toThrow("Unknown command /modle.");
		try {
			readSlashCommand("/quit");
		} catch (error) {
			expect((error as { hint?: string }).hint).toBe("Did you mean /exit?");
		}
		expect.assertions(2);
	});
});

describe("a command line", () => {
	it.each<[string[], Record<string, unknown>, string]>([
		[["it's here"], { task: "chat" }, "hub infer --task chat 'it'\\''s here'"],
		[
			[],
			{ labels: ["a", "b c"], stop: ["x", "y"], maxTokens: 5 },
			"hub infer --labels 'a,b c' --stop x --stop y --max-tokens 5",
		],
		[["-x"], { stream: false, sandbox: true, seed: undefined }, "hub infer --no-stream --sandbox -- -x"],
		[[], { token: "hf_secret", tokenStdin: true, pick: true, header: { "X-A": "b" } }, "hub infer --header 'X-A: b'"],
	])("%j %j", (words, options, line) => {
		expect(formatCommandLine("infer", words, options)).toBe(line);
	});
});

describe("the scrollback", () => {
	it("never gives Ink a blank text", () => {
		const first = addLines(EMPTY_SCROLLBACK, ["a", ""]);
		expect(first).toEqual({ blocks: ["a"], waiting: [""] });
		const second = addLines(first, [""]);
		expect(second).toEqual({ blocks: ["a"], waiting: ["", ""] });
		expect(addLines(second, ["b"])).toEqual({ blocks: ["a", "\n\nb"], waiting: [] });
	});
});
