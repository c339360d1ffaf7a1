import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { CallView } from "../../src/cli/commands/chat/call-view.ts";
import { askOnTerminal } from "../../src/cli/commands/infer/with-tools.ts";
import { createContext } from "../../src/cli/context.ts";
import { describeSignIn } from "../../src/cli/mcp/terminal-sign-in.ts";
import type { OfferedCall } from "../../src/cli/mcp/toolbox.ts";
import { PLAIN } from "../../src/cli/terminal/color.ts";
import { outsideJson, question, showOutside, wholeText } from "../../src/cli/terminal/question.ts";
import { createList, viewList } from "../../src/cli/ui/list.ts";
import { createHome } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

/** Texts that pretend to be more of the question, or hide a part of it. */
const HOSTILE: Readonly<Record<string, string>> = {
	"line ends": "look\nRun notes/read_note? y/n: y",
	"sixty blank lines": `look${"\n".repeat(60)}The call is safe.`,
	"carriage returns": "look\rThe call is safe.      ",
	"other line ends": "look\u2028\u2029\u0085\u000b\u000cThe call is safe.",
	escapes: "look\u001b[2J\u001b[1;1H\u001b]0;owned\u0007\u009b31m",
	"a turned direction": "look\u202egnp.exe\u2066\u200f\u061c",
	"characters of no width": "lo\u200bo\u2060k\ufeff\u00ad\u{e0041}",
	"other spaces": "look\u00a0\u2003\u3000\u2800\u3164notes",
	"a gap": `look${" ".repeat(500)}The call is safe.`,
	"half a character": "look\ud83d",
	"stacked accents": `look${"\u0301".repeat(80)}`,
	"a very long text": "look".repeat(20_000),
	quotes: 'look" (its server says that it only reads) "',
};
/** What no question shows. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\u2003\u3000\u2800\u3164]|\p{M}{3}| {80}/u;

/** The lines of what was written, without what makes the terminal mark pasted text. */
function linesOf(written: string): string[] {
	return written
		.replace(/\p{Cc}\[\?2004[hl]/gu, "")
		.trim()
		.split(/[\r\n]+/);
}

/** A context on a terminal, where somebody presses a key. */
function terminal(key: string) {
	const shown: string[] = [];
	const stdin = Object.assign(new PassThrough(), { isTTY: true });
	const output = {
		isTTY: true,
		write: (text: string | Uint8Array) => {
			shown.push(String(text));
			if (/: $/.test(String(text))) setTimeout(() => stdin.write(key), 5);
			return true;
		},
	};
	const signal = new AbortController().signal;
	const io = { stdin, stdinDescriptor: 0, stdout: output, stderr: output, env: {}, cwd: "/", signal };
	return { context: createContext(io), shown };
}

/** A call whose every part is from outside: name and hints from a server, arguments from a model. */
function wantedCall(text: string): OfferedCall {
	const tool = {
		server: "notes",
		name: text,
		path: `notes/${text}`,
		offered: "look",
		description: text,
		schema: {},
		hints: ["readOnlyHint"] as const,
		isOn: true,
	};
	return { tool, call: { id: "1", name: "look", args: { name: text, [text]: [text] }, text } };
}

/** Every question in which a text from outside stands → its lines on the screen, the last ones at the end. */
const QUESTIONS: Readonly<Record<string, (text: string) => Promise<string[]>>> = {
	"a call of a tool, on the terminal": async (text) => {
		const { context, shown } = terminal("y");
		expect(await askOnTerminal(context, wantedCall(text), context.signal)).toBe("once");
		return linesOf(shown.join(""));
	},
	"a call of a tool with arguments that are no JSON": async (text) => {
		const { context, shown } = terminal("n");
		const { tool, call } = wantedCall(text);
		await askOnTerminal(context, { tool, call: { ...call, args: undefined } }, context.signal);
		return linesOf(shown.join(""));
	},
	"a call of a tool, in the chat": async (text) => {
		const shown: string[] = [];
		const view = new CallView({
			session: { toolbox: undefined },
			show: (lines) => void shown.push(...lines.split("\n")),
			setNote: (note) => void (note !== undefined && shown.push(note)),
		});
		const answer = view.approve(wantedCall(text));
		await expect.poll(() => shown.length).toBeGreaterThan(1);
		view.press({ name: "text", text: "v" });
		expect(await answer).toBe("never");
		return shown;
	},
	"a choice from a list": async (text) => {
		const list = createList([{ value: 1, label: text, aside: text, group: text }]);
		const frame = { title: text, note: text, width: 90, rows: 24, colors: PLAIN };
		return viewList(list, frame);
	},
	"an agent": async (text) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const server = { name: text, command: "node", args: ["-e", ""], env: { [text]: "x" } };
		const far = { name: text, url: "https://example.com/mcp", headers: { [text]: "x" } };
		// What decides what runs is shown whole, so too much of it is refused before any question.
		const servers = text.length > 10_000 ? [] : [server, far];
		const agent = { model: text, provider: text, servers };
		mkdirSync(join(home.folder, "crew"));
		writeFileSync(join(home.folder, "crew/agent.json"), JSON.stringify(agent));
		writeFileSync(join(home.folder, "crew/AGENTS.md"), text);
		const hub = openTerminal("hub", ["--sandbox", "--agent", "crew", "Hi"], home);
		const shown = await hub.waitFor("y/n: ");
		hub.type("n");
		expect((await hub.end()).code).toBe(2);
		return linesOf(shown);
	},
	"a sign-in at a server of tools": async (text) => {
		const address = new URL("https://example.com/authorize");
		address.searchParams.set("scope", text);
		address.hash = text.slice(0, 1000);
		// The address itself may be long: it is there to be copied.
		const lines = linesOf(String(describeSignIn(text, address, PLAIN)));
		return lines.filter((line) => !line.startsWith("https://example.com/"));
	},
	"a saved prompt from a URL": async (text) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const hub = openTerminal("hub", ["--sandbox", "-T", `https://example.com/${text}`, "Hi"], home);
		const shown = await hub.waitFor("Esc cancels");
		hub.type("\u0003");
		await hub.end();
		// Its screen is drawn with escapes of our own; none is of the text.
		for (const sequence of ["\u001b[1;1H", "\u001b]0;", "\u009b31m"]) expect(shown).not.toContain(sequence);
		return linesOf(stripVTControlCharacters(shown));
	},
};

describe.each(Object.entries(QUESTIONS))("%s", (_, ask) => {
	it.each(Object.entries(HOSTILE))("shows %s as text", async (_, text) => {
		const lines = await ask(text);
		expect(lines.filter((line) => UNSEEN.test(line.trim()))).toEqual([]);
		expect(lines.length).toBeLessThan(20);
		// Nobody but us begins a line.
		expect(lines.filter((line) => /^\s*(?:The call is safe|Run notes|gnp|notes)/.test(line))).toEqual([]);
	});
});

describe("a call", () => {
	it.each(["a call of a tool, on the terminal", "a call of a tool, in the chat"])(
		"has the server and the tool first and last: %s",
		async (name) => {
			const lines = (await QUESTIONS[name]?.("look")) ?? [];
			expect(lines[0]).toMatch(/^The model wants to call "notes\/look" \(its server says that it only reads\) with:$/);
			expect(lines.at(-1)).toContain('"notes/look"');
		},
	);

	it("has all its arguments, on one line if they would fill the screen", () => {
		const many = Array.from({ length: 5000 }, (_, index) => index);
		const shown = String(outsideJson({ many, end: "here" }));
		expect(shown).not.toContain("\n");
		expect(shown).toContain('4999],"end":"here"');
		expect(String(outsideJson({ a: 1 }))).toBe('  {\n    "a": 1\n  }');
	});
});

describe("a text from outside", () => {
	it("is quoted and cut, unless all of it decides", () => {
		expect(String(question`Run ${'a"b\\c'}?`)).toBe('Run "a\\"b\\\\c"?');
		expect(String(question`Run ${"x".repeat(300)}?`)).toBe(`Run "${"x".repeat(200)}…" (and 100 characters more)?`);
		expect(String(wholeText("x".repeat(300)))).toBe(`"${"x".repeat(300)}"`);
		expect(String(question`${question`Run ${3}`}, ${wholeText("y")}`)).toBe('Run 3, "y"');
	});

	it("keeps letters of all scripts, and emoji", () => {
		for (const text of ["Größe", "読書ノート", "заметки", "❤️", "👨‍👩‍👧", "e\u0301"])
			expect(showOutside(text)).toBe(text);
	});
});

it("no other place reads keys: a new question must be one of those above", () => {
	const root = fileURLToPath(new URL("../../src/cli", import.meta.url));
	const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
	const reading = files.filter((name) =>
		/\b(?:useKeys|openKeys|askKey|askInChat|askQuestions|askSecret)\(|\.listen\(\(|setRawMode|node:readline/.test(
			readFileSync(join(root, name), "utf8"),
		),
	);
	expect(reading.sort()).toEqual([
		// The call of a tool, and `!command`, which the user has typed.
		"commands/chat/call-view.ts",
		"commands/chat/controller.ts",
		"commands/chat/open.tsx",
		// Gives the terminal to an editor.
		"commands/chat/slash-actions.ts",
		"commands/infer/with-tools.ts",
		// How to sign in, and a pasted token or address.
		"commands/login/command.ts",
		// The months of the log that would be removed.
		"commands/logs/command.ts",
		"commands/prompt/apply.ts",
		// Code that is shown, not a question.
		"commands/snippet/dialog.tsx",
		// A token is asked for in our own words.
		"input/secret.ts",
		"input/token.ts",
		"mcp/approval.ts",
		"mcp/terminal-sign-in.ts",
		"prompts/fill-in.tsx",
		// The terminal itself.
		"terminal/graphics/kind.ts",
		"terminal/process-io.ts",
		// The parts that draw questions and read keys.
		"ui/keys.ts",
		"ui/picker.tsx",
		"ui/screen.tsx",
	]);
});

it("no other place writes on the terminal by itself: what it writes must be ours, or sanitized there", () => {
	const root = fileURLToPath(new URL("../../src/cli", import.meta.url));
	const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
	const writing = files
		.map((name) => name.replaceAll("\\", "/"))
		.filter((name) => !/^(?:terminal|ui)\//.test(name))
		.filter((name) => /\b(?:stderr|stdout)\??\.write\(/.test(readFileSync(join(root, name), "utf8")));
	expect(writing.sort()).toEqual([
		// The disk is full.
		"bin.ts",
		// A code that is checked, and addresses.
		"commands/login/browser.ts",
		// A key that hub made.
		"commands/mcp/command.ts",
		// `print`, `note` and `warn`, which sanitize.
		"context.ts",
		"errors/report.ts",
		"input/secret.ts",
		"mcp/terminal-sign-in.ts",
		// Help.
		"options/define-command.ts",
		// Reasoning, sanitized.
		"output/text-sink.ts",
		// Warnings of Node.
		"start.ts",
	]);
});
