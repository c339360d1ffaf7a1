import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { KeyDecoder, openKeys } from "../../../src/cli/ui/keys.ts";

/** What a terminal sends → the keys, a text in quotes. */
const CASES: readonly [sent: string, keys: string[]][] = [
	["hello\r", ['"hello"', "enter"]],
	["日本😀", ['"日本😀"']],
	["\u0003\u0004\n\t\u007F\b", ["ctrl-c", "ctrl-d", "ctrl-j", "tab", "backspace", "backspace"]],
	["\u001B[A\u001B[B\u001B[C\u001B[D", ["up", "down", "right", "left"]],
	["\u001BOA\u001BOH\u001BOF", ["up", "home", "end"]],
	["\u001B[H\u001B[F\u001B[1~\u001B[4~\u001B[7~\u001B[8~", ["home", "end", "home", "end", "home", "end"]],
	["\u001B[3~\u001B[5~\u001B[6~\u001B[Z", ["delete", "pageup", "pagedown", "shift-tab"]],
	["\u001B[1;5C\u001B[1;3D\u001B[1;2A", ["ctrl-right", "alt-left", "shift-up"]],
	["\u001B\r\u001B\u007F\u001Bb", ["alt-enter", "alt-backspace", "alt-b"]],
	["\u001B[13;2u\u001B[27;5;13~\u001B[99;5u\u001B[27u", ["shift-enter", "ctrl-enter", "ctrl-c", "escape"]],
	["\u001B[200~a\rb\u001B[A\u001B[201~c", ['"a\nb\u001B[A"', '"c"']],
	["\u001B\u001B[A", ["escape", "up"]],
	["\u001B[?1;2c\u009Bx", ['"x"']],
];

function decode(pieces: Iterable<string>): string[] {
	const decoder = new KeyDecoder();
	const keys = [...pieces].flatMap((piece) => decoder.push(piece));
	return [...keys, ...decoder.flush()].map(({ name, text }) =>
		text ? JSON.stringify(text).replaceAll("\\n", "\n").replaceAll("\\u001b", "\u001B") : name,
	);
}

describe("keys", () => {
	it.each(CASES)("%j", (sent, keys) => {
		expect(decode([sent])).toEqual(keys);
		// However the sequences are cut.
		expect(decode(sent).join("").replaceAll('""', "")).toBe(keys.join("").replaceAll('""', ""));
	});

	it("reads a lone escape as the Esc key", () => {
		const decoder = new KeyDecoder();
		expect(decoder.push("\u001B")).toEqual([]);
		expect(decoder.isWaiting).toBe(true);
		expect(decoder.flush()).toEqual([{ name: "escape", text: "" }]);
		expect(decoder.isWaiting).toBe(false);
	});
});

it("waits for the end of a sequence anew with each piece", () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const stdin = Object.assign(new PassThrough(), { isTTY: true });
	const keys = openKeys({
		stdin: stdin as never,
		stdout: { isTTY: true, write: () => true } as never,
		suspend: async () => undefined,
	});
	const names: string[] = [];
	keys.listen(({ name }) => names.push(name));
	for (const piece of "\u001B[1;5C") {
		stdin.emit("data", piece);
		vi.advanceTimersByTime(30);
	}
	expect(names).toEqual(["ctrl-right"]);
	stdin.emit("data", "\u001B");
	vi.advanceTimersByTime(50);
	keys.close();
	expect(names).toEqual(["ctrl-right", "escape"]);
});

it("takes a line feed that was typed before the keyboard was opened for Enter, and a later one for Ctrl-J", async () => {
	const stdin = Object.assign(new PassThrough(), { isTTY: true });
	const stdout = { isTTY: true, columns: 80, rows: 24, write: () => true } as never;
	stdin.write("hi\n");
	const keys = openKeys({ stdin: stdin as never, stdout, suspend: async () => undefined });
	const names: string[] = [];
	keys.listen(({ name }) => names.push(name));
	await sleep(10);
	stdin.write("\n");
	await sleep(10);
	keys.close();
	expect(names).toEqual(["text", "enter", "ctrl-j"]);
});
