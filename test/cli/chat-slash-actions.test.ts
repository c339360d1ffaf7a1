import { describe, expect, it } from "vitest";
import { Menu } from "../../src/cli/commands/chat/menu.ts";
import { Attached, findCode } from "../../src/cli/commands/chat/slash-actions.ts";
import { formatAge } from "../../src/cli/commands/chat/store.ts";
import type { Context } from "../../src/cli/context.ts";

const UP = { name: "up", text: "" };
const DOWN = { name: "down", text: "" };

function openMenu(): Menu {
	return new Menu({
		models: () => [
			{ id: "meta-llama/Llama-3.1-8B-Instruct", aside: "" },
			{ id: "google/gemma-2-2b-it", aside: "chat" },
		],
		chats: () => [
			{ id: "2026-01-01-1200-abcd", title: "On apples", model: "x/y" },
			{ id: "last", title: "On pears", model: "x/y" },
		],
	});
}

describe("the menu of the chat", () => {
	it.each([
		["/", undefined],
		["/mo", "/model "],
		["/retr", "/retry"],
		["/model", undefined],
		["/model gemma", "/model google/gemma-2-2b-it"],
		["/model my/own", undefined],
		["/load pears", "/load last"],
		["/load 2026", "/load 2026-01-01-1200-abcd"],
		["/load last", undefined],
		["/load ", undefined],
		["/load X/Y", "/load 2026-01-01-1200-abcd"],
		["/load apples", "/load 2026-01-01-1200-abcd"],
		["/exit", undefined],
		["/Exit now", undefined],
		["/model google/gemma-2-2b-it", undefined],
		["hello", undefined],
	])("%j and Enter means %j", (line, expected) => {
		if (line === "/") expect(openMenu().items(line).length).toBeGreaterThan(10);
		else expect(openMenu().choose(line)?.text).toBe(expected);
	});

	it("moves the selection with the arrows and wraps around", () => {
		const menu = openMenu();
		expect(menu.move("/load ", DOWN)).toBe(true);
		expect(menu.choose("/load ")?.text).toBe("/load last");
		expect(menu.move("/load ", UP)).toBe(true);
		expect(menu.take("/load ")?.text).toBe("/load last");
		expect(menu.move("hello", DOWN)).toBe(false);
		expect(menu.move("/load ", UP)).toBe(true);
		expect(menu.move("/load ", { name: "x", text: "x" })).toBe(false);
		expect(menu.take("/load ")?.text).toBe("/load 2026-01-01-1200-abcd");
		expect(menu.take("/load ")).toEqual({
			text: "/load 2026-01-01-1200-abcd",
			label: "2026-01-01-1200-abcd",
			aside: "On apples",
			isWhole: true,
		});
	});

	it("tells a command that is complete from one that needs words", () => {
		const named = (line: string) => openMenu().items(line)[0];
		expect(named("/im")).toMatchObject({ text: "/image ", label: "/image <path|url>", isWhole: false });
		expect(named("/cop")).toMatchObject({ text: "/copy ", label: "/copy [code]", isWhole: true });
		expect(named("/stat")).toMatchObject({ text: "/stats", label: "/stats ", isWhole: true });
	});
});

describe("the last code block", () => {
	it.each([
		["no code", undefined],
		["a\n```js\n1\n```\nb\n```\n2\n3\n```\nc", "2\n3"],
		["````md\n```\ninner\n```\n````", "```\ninner\n```"],
		["~~~\ntilde\n~~~", "tilde"],
		["```py\nopen", "open"],
	])("of %j", (text, code) => {
		expect(findCode(text)).toBe(code);
	});
});

describe("what a command prints", () => {
	const print = async (lines: number): Promise<{ shown: string; sent: unknown }> => {
		const attached = new Attached(undefined as never, { cwd: "/", signal: new AbortController().signal } as Context);
		const shown = await attached.addOutput(`seq ${lines}`);
		return { shown, sent: attached.take("Sum?") };
	};
	const count = (lines: number): string => Array.from({ length: lines }, (_, index) => index + 1).join("\n");

	it.each([
		[20, count(20)],
		[23, `${count(20)}\n… 3 more lines`],
	])("is sent whole, and shown to 20 lines: %d", async (lines, expected) => {
		const { shown, sent } = await print(lines);
		expect(shown).toBe(expected);
		expect(sent).toContain(`\n${count(lines)}\n`);
	});
});

describe("age of a chat", () => {
	it.each([
		[59.9, "just now"],
		[60, "1 min ago"],
		[120, "2 min ago"],
		[3599, "59 min ago"],
		[3600, "1 h ago"],
		[86_399, "23 h ago"],
		[86_400, "1 d ago"],
		[50 * 86_400, "50 d ago"],
	])("of %d seconds", (seconds, text) => {
		expect(formatAge(1000, 1000 + seconds * 1000)).toBe(text);
	});
});
