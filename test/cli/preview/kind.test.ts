import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Context, openContext } from "../../../src/cli/context.ts";
import { choosePreview, kindByEnvironment, mayPreview, readReplies } from "../../../src/cli/terminal/graphics/kind.ts";

describe("facts from the environment", () => {
	it.each([
		["kitty", { TERM: "xterm-kitty" }],
		["kitty", { TERM: "xterm-256color", KITTY_WINDOW_ID: "1" }],
		["kitty", { TERM: "xterm-ghostty", TERM_PROGRAM: "ghostty" }],
		["kitty", { TERM: "xterm-256color", KONSOLE_VERSION: "230804" }],
		["ask", { TERM: "xterm-256color", KONSOLE_VERSION: "210400" }],
		["iterm", { TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }],
		["iterm", { TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" }],
		["iterm", { TERM: "xterm-256color", LC_TERMINAL: "iTerm2" }],
		["blocks", { TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }],
		["blocks", { TERM: "linux" }],
		["blocks", { TERM: "screen-256color", KITTY_WINDOW_ID: "1" }],
		["ask", { TERM: "screen-256color", TMUX: "/tmp/tmux", KITTY_WINDOW_ID: "1" }],
		["ask", { TERM: "tmux-256color", LC_TERMINAL: "iTerm2" }],
		["ask", { TERM: "foot" }],
		["ask", { WT_SESSION: "abc" }],
		["blocks", {}],
	])("%s: %j", (kind, env) => {
		expect(kindByEnvironment(env)).toBe(kind);
	});
});

describe("answers of the terminal", () => {
	it.each([
		[
			"kitty",
			"\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;c",
			{ kitty: true, sixel: false, cell: { width: 10, height: 20 }, isComplete: true },
		],
		["sixel", "\x1b[?62;4;22c", { kitty: false, sixel: true, cell: undefined, isComplete: true }],
		["14 is not 4", "\x1b[?62;14;44c", { kitty: false, sixel: false, cell: undefined, isComplete: true }],
		[
			"a refusal",
			"\x1b_Gi=31;EINVAL:no\x1b\\\x1b[?6c",
			{ kitty: false, sixel: false, cell: undefined, isComplete: true },
		],
		[
			"half an answer",
			"\x1b_Gi=31;OK\x1b\\\x1b[?62;",
			{ kitty: true, sixel: false, cell: undefined, isComplete: false },
		],
		["nonsense cells", "\x1b[6;0;99999t\x1b[?1c", { kitty: false, sixel: false, cell: undefined, isComplete: true }],
		[
			"keys pressed meanwhile",
			"ls\r\x1b[A\x1b[?1;2c",
			{ kitty: false, sixel: false, cell: undefined, isComplete: true },
		],
		["nothing", "", { kitty: false, sixel: false, cell: undefined, isComplete: false }],
	])("%s", (_, text, replies) => {
		expect(readReplies(text)).toEqual(replies);
	});
});

/** A terminal that answers, or does not. */
async function openTerminal(
	env: Record<string, string>,
	answer?: string,
	isTTY = true,
	delay = 5,
): Promise<{ context: Context; modes: boolean[]; written: string[] }> {
	const [modes, written]: [boolean[], string[]] = [[], []];
	const keyboard = new PassThrough();
	const stdin = Object.assign(keyboard, { isTTY, setRawMode: (isRaw: boolean) => modes.push(isRaw) });
	const stdout = {
		isTTY,
		columns: 80,
		rows: 24,
		write: (text: string | Uint8Array) => {
			written.push(String(text));
			if (String(text).endsWith("\x1b[c") && answer !== undefined) setTimeout(() => keyboard.write(answer), delay);
			return true;
		},
	};
	const { signal } = new AbortController();
	const context = await openContext({
		stdin,
		stdout,
		stderr: stdout,
		env: { TERM: "xterm-256color", ...env },
		cwd: "/",
		signal,
	});
	return { context, modes, written };
}

afterEach(() => {
	vi.useRealTimers();
});

describe("choosing", () => {
	it.each([
		["kitty", "\x1b_Gi=31;OK\x1b\\\x1b[?62c", {}],
		["sixel", "\x1b[?62;4c", {}],
		["blocks", "\x1b[?62c", {}],
		["blocks", "\x1b_Gi=31;OK\x1b\\\x1b[?62c", { TMUX: "x" }],
		["sixel", "\x1b_Gi=31;OK\x1b\\\x1b[?62;4c", { TMUX: "x" }],
	])("%s for the answer %j %j", async (kind, answer, env) => {
		const { context, modes, written } = await openTerminal(env, answer);
		const chosen = await choosePreview("auto", context);
		expect(chosen.kind).toBe(kind);
		expect(modes).toEqual([true, false]);
		expect(written.at(-1)).toBe("\r\x1b[K");
		chosen.release();
		expect(modes).toEqual([true, false]);
	});

	it("accepts an answer over a slow line", async () => {
		vi.useFakeTimers();
		const { context } = await openTerminal({}, "\x1b_Gi=31;OK\x1b\\\x1b[?62c", true, 900);
		const choosing = choosePreview("auto", context);
		await vi.advanceTimersByTimeAsync(900);
		expect((await choosing).kind).toBe("kitty");
	});

	it("waits at most until the limit, and holds the keyboard until the image is shown", async () => {
		const { context, modes } = await openTerminal({});
		vi.useFakeTimers();
		const choosing = choosePreview("auto", context);
		await vi.advanceTimersByTimeAsync(1000);
		const chosen = await choosing;
		expect([chosen.kind, modes]).toEqual(["blocks", [true]]);
		chosen.release();
		expect(modes).toEqual([true, false]);
		expect(context.stdin.isPaused()).toBe(true);
	});

	it("releases the keyboard when the program ends early", async () => {
		const { context, modes } = await openTerminal({});
		vi.useFakeTimers();
		void choosePreview("auto", context);
		await vi.advanceTimersByTimeAsync(10);
		expect(modes).toEqual([true]);
		await context.close();
		expect(modes).toEqual([true, false]);
	});

	it("ends on Ctrl-C", async () => {
		const { context, modes } = await openTerminal({}, "\x03");
		await expect(choosePreview("auto", context)).rejects.toMatchObject({ exitCode: 130 });
		expect(modes).toEqual([true, false]);
	});

	it("does not query if the answer is known", async () => {
		const { context, modes, written } = await openTerminal({ TERM: "xterm-kitty" });
		expect((await choosePreview("auto", context)).kind).toBe("kitty");
		expect((await choosePreview("blocks", context)).kind).toBe("blocks");
		expect([modes, written]).toEqual([[], []]);
	});
});

describe("whether to show previews", () => {
	it.each([
		["auto", {}, true, true],
		["none", {}, true, false],
		["auto", { TERM: "dumb" }, true, false],
		["blocks", { TERM: "dumb" }, true, true],
		["auto", { CI: "1" }, true, false],
		["kitty", { CI: "1" }, true, true],
		["auto", { NO_COLOR: "1" }, true, false],
		["auto", {}, false, false],
		["kitty", {}, false, false],
		["auto", { FORCE_COLOR: "3" }, false, false],
	] as const)("%s %j on a terminal: %s → %s", async (choice, env, isTTY, expected) => {
		const { context } = await openTerminal(env, undefined, isTTY);
		expect(mayPreview(choice, context)).toBe(expected);
	});
});
