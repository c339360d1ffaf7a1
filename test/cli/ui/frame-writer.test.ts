import headless from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { FrameWriter } from "../../../src/cli/ui/ink-output.ts";

const ESCAPE = "\u001B";

/** What Ink writes for a frame that takes the place of another. */
function frame(lines: readonly string[], before: readonly string[] | undefined): string {
	const erase = before ? `${`${ESCAPE}[2K${ESCAPE}[1A`.repeat(before.length)}${ESCAPE}[2K${ESCAPE}[G` : "";
	return `${erase}${lines.map((line) => `${line}\n`).join("")}`;
}

async function show(writes: readonly string[]): Promise<string[]> {
	const terminal = new headless.Terminal({ cols: 20, rows: 10, allowProposedApi: true, convertEol: true });
	for (const text of writes) await new Promise<void>((resolve) => terminal.write(text, resolve));
	const lines = Array.from(
		{ length: 10 },
		(_, row) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? "",
	);
	return [
		...lines.slice(0, lines.findLastIndex((line) => line !== "") + 1),
		`cursor ${terminal.buffer.active.cursorY}`,
	];
}

const FRAMES: readonly (readonly string[])[] = [
	["a", "b", "c"],
	["a", "b", "x"],
	["a", "b", "x", "y"],
	["a"],
	["z", "long line here"],
	["z", "short"],
	["z", "short"],
	["1", "2", "3", "4", "5"],
	["1", "2", "changed", "4", "5"],
];

describe("frames", () => {
	it("look the same although only differences are written", async () => {
		const writer = new FrameWriter();
		const whole: string[] = [];
		const short: string[] = [];
		for (const [index, lines] of FRAMES.entries()) {
			const text = frame(lines, FRAMES[index - 1]);
			whole.push(text);
			short.push(writer.shorten(text));
			expect(await show(short)).toEqual(await show(whole));
		}
		expect(short.join("").length).toBeLessThan(whole.join("").length);
	});

	it("do not rewrite unchanged lines", () => {
		const writer = new FrameWriter();
		writer.shorten(frame(["same", "old"], undefined));
		expect(writer.shorten(frame(["same", "new"], ["same", "old"]))).toBe(
			`${ESCAPE}[G${ESCAPE}[1Anew${ESCAPE}[K\n${ESCAPE}[J`,
		);
	});

	// Tmux keeps in its scrollback what `J` erases from the first column of the first row.
	it("are not erased from the first column after a change of the columns, on Ctrl-L and at the end", () => {
		const erasures = [
			(writer: FrameWriter) => writer.shorten(frame(["one", "line"], ["a long line", "two"])),
			(writer: FrameWriter) => writer.repeat(),
			(writer: FrameWriter) => writer.lift(10),
			(writer: FrameWriter) => writer.erase(),
		];
		for (const erase of erasures) {
			const writer = new FrameWriter();
			writer.shorten(frame(["a long line", "two"], undefined));
			writer.reflow(6);
			const [before = "", ...rest] = erase(writer).split(`${ESCAPE}[J`);
			expect(before).toBe(`${ESCAPE}[G${ESCAPE}[3A${ESCAPE}[K${ESCAPE}[C`);
			expect(rest.length).toBeGreaterThan(0);
		}
	});

	it("pass other output through", () => {
		const writer = new FrameWriter();
		for (const text of [`${ESCAPE}[?2026h`, `${ESCAPE}[?25l`, "text that stays\n", frame(["a"], ["b", "c", "d"])]) {
			expect(writer.shorten(text)).toBe(text);
		}
	});

	it("keep the lines above when the window gets too short for the lines below the cursor", async () => {
		const terminal = new headless.Terminal({ cols: 20, rows: 10, allowProposedApi: true, convertEol: true });
		const write = (text: string): Promise<void> => new Promise((resolve) => terminal.write(text, resolve));
		const writer = new FrameWriter();
		const text = (): string[] =>
			Array.from({ length: terminal.buffer.active.length }, (_, row) =>
				terminal.buffer.active.getLine(row)?.translateToString(true),
			).map(String);
		await write("1\n2\n3\n4\n5\n");
		// The cursor stands in the first of three lines.
		await write(
			writer.shorten(`${frame(["editor", "hint", "status"], undefined)}${ESCAPE}[3A${ESCAPE}[3G${ESCAPE}[?25h`),
		);
		terminal.resize(20, 6);
		expect(text()).toEqual(["1", "2", "3", "4", "5", "editor"]);
		await write(writer.repeat());
		expect(text()).toEqual(["1", "2", "3", "4", "5", "editor", "hint", "status", ""]);
		expect([terminal.buffer.active.cursorY, terminal.buffer.active.cursorX]).toEqual([2, 2]);
		terminal.resize(20, 4);
		await write(writer.shorten(`${ESCAPE}[?25l${ESCAPE}[3B${ESCAPE}[G${frame([], ["editor", "hint", "status"])}`));
		expect(text().filter(Boolean)).toEqual(["1", "2", "3", "4", "5"]);
	});
});
