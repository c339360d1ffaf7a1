import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import headless from "@xterm/headless";
import { describe, expect, it, onTestFinished } from "vitest";
import { createContext } from "../../src/cli/context.ts";
import type { Output, ProcessIO } from "../../src/cli/terminal/process-io.ts";
import { startProgress } from "../../src/cli/terminal/progress.ts";
import { drawn } from "../../src/cli/terminal/styled.ts";
import { reply, startChatService } from "../helpers/chat-service.ts";
import { openScreen } from "../helpers/screen.ts";
import { createHome } from "../helpers/session.ts";

const WIDTHS = [60, 80, 200, 260];
const REAL = process.platform === "win32" ? [false] : [false, true];

/** A long line, characters of two columns, and an emoji: each wraps at some of the widths. */
const TEXTS = ["short", "long ".repeat(90).trim(), "日本語の長い行です。".repeat(12), `${"x".repeat(59)}🙂`];

describe.each(WIDTHS)("results of hub batch on a terminal of %d columns", (columns) => {
	it.each(REAL)("stay whole above the progress, whatever their width and pace: real terminal %s", async (real) => {
		const service = await startChatService({
			// Slow ones, fast ones, and refused ones.
			intercept: async ({ prompt, response }) => {
				const number = Number(/\d+$/.exec(prompt)?.[0]);
				await new Promise((resolve) => setTimeout(resolve, (number % 5) * 130));
				if (number !== 6) return false;
				reply(response, 400, { error: { message: "no ".repeat(80) } });
				return true;
			},
		});
		onTestFinished(() => service.close());
		const rows = Array.from({ length: 12 }, (_, index) => `${TEXTS[index % TEXTS.length]} number ${index}`);
		const home = createHome({ "in.txt": rows.join("\n") });
		onTestFinished(() => home.remove());
		const screen = openScreen(`hub batch in.txt -t chat -m m --endpoint ${service.url} --concurrency 3`, home, {
			columns,
			rows: 14,
			real,
		});
		expect(await screen.end()).toBe(1);
		const lines = screen.history().split("\n");
		const results = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Line);
		expect(results.map(({ index }) => index).sort((a, b) => a - b)).toEqual(rows.map((_, index) => index));
		for (const { index, output } of results)
			if (index !== 6) expect(output?.choices[0]?.message.content).toBe(`re: ${rows[index]}`);
		// Nothing of the block is left, and the summary is below.
		expect(lines.filter((line) => line.includes("in flight"))).toEqual([]);
		expect(lines.findLastIndex((line) => line.startsWith("{"))).toBeLessThan(
			lines.findIndex((line) => line.startsWith("11 of 12 done")),
		);
		expect(screen.isCursorShown).toBe(true);
	});
});

interface Line {
	index: number;
	output?: { choices: { message: { content: string } }[] };
}

it.each(REAL)("results stay while the terminal gets narrower and wider: real terminal %s", async (real) => {
	const waiting: (() => void)[] = [];
	const service = await startChatService({
		intercept: async () => {
			await new Promise<void>((resolve) => waiting.push(resolve));
			return false;
		},
	});
	onTestFinished(() => service.close());
	const rows = Array.from({ length: 8 }, (_, index) => `${"word ".repeat(30)}${index}`);
	const home = createHome({ "in.txt": rows.join("\n") });
	onTestFinished(() => home.remove());
	const screen = openScreen(`hub batch in.txt -t chat -m m --endpoint ${service.url} --concurrency 1 --fixed`, home, {
		columns: 120,
		real,
		rows: 20,
	});
	for (const [index, columns] of [70, 200, 50, 130, 40, 260, 80, 61].entries()) {
		await screen.waitFor((text) => text.includes(`${index}/8 done`));
		await screen.resizeWhenShown(columns, 20);
		while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
		waiting.shift()?.();
	}
	expect(await screen.end()).toBe(0);
	const found = screen.history().match(/\{"id":"\d+","index":\d+,"output"/g);
	expect(found).toHaveLength(8);
});

it("writes notes above the progress", async () => {
	const service = await startChatService({ delay: 700 });
	onTestFinished(() => service.close());
	const home = createHome({ "in.txt": "one" });
	onTestFinished(() => home.remove());
	const screen = openScreen(`hub batch in.txt -o out.jsonl -t chat -m m --endpoint ${service.url}`, home);
	await screen.waitFor("0/1 done");
	screen.type("\u0003");
	await screen.waitFor(/Waiting for the calls in flight.*\n(.*\n)*.*0\/1 done/);
	await screen.end();
	expect(screen.history()).not.toContain("0/1 done");
});

/** Streams of a played terminal, and what a person sees of it. */
function playTerminal(columns = 40) {
	const terminal = new headless.Terminal({ cols: columns, rows: 10, allowProposedApi: true, convertEol: true });
	const output = (): Output => {
		const made = {
			isTTY: true,
			columns,
			rows: 10,
			write: (text: string | Uint8Array) => {
				terminal.write(text);
				return true;
			},
			cursorTo: (column: number) => made.write(`\u001B[${column + 1}G`),
			moveCursor: (_columns: number, rows: number) => made.write(rows < 0 ? `\u001B[${-rows}A` : ""),
			clearLine: () => made.write("\u001B[K"),
		};
		return made;
	};
	const see = async (): Promise<string[]> => {
		await new Promise<void>((resolve) => terminal.write("", resolve));
		const { active } = terminal.buffer;
		const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? "");
		return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
	};
	return { output, see };
}

function contextOn(stdout: Output, stderr: Output, hasOneTerminal: boolean): ReturnType<typeof createContext> {
	const signal = new AbortController().signal;
	return createContext({
		stdin: null,
		stdout,
		stderr,
		hasOneTerminal,
		env: {},
		cwd: "/",
		signal,
	} as unknown as ProcessIO);
}

describe("a live block", () => {
	/** Draws two lines. */
	const draw = (context: ReturnType<typeof createContext>): (() => void) =>
		context.live.attach(context.stderr, (output) => ({
			show: () => void output.write("[one]\n[two]\n"),
			hide: () => void output.write("\u001B[2A\u001B[J"),
		}));

	it("waits while a line is open, whoever writes it", async () => {
		const terminal = playTerminal();
		const context = contextOn(terminal.output(), terminal.output(), true);
		draw(context);
		await context.print("a result ");
		expect(await terminal.see()).toEqual(["a result "]);
		context.note("and a note");
		expect(await terminal.see()).toEqual(["a result and a note", "[one]", "[two]"]);
		await context.print(drawn("\u001B[31mhalf\u001B[39m"));
		await context.print(drawn(" of a line, which is so long that it wraps\u001B[39m"));
		expect(await terminal.see()).toEqual(["a result and a note", "half of a line, which is so long that it", " wraps"]);
		await context.print(new TextEncoder().encode("\n"));
		expect((await terminal.see()).slice(-3)).toEqual([" wraps", "[one]", "[two]"]);
	});

	it("begins below a line that was open before it", async () => {
		const terminal = playTerminal();
		const context = contextOn(terminal.output(), terminal.output(), true);
		await context.print("open");
		draw(context);
		expect(await terminal.see()).toEqual(["open"]);
		await context.print("\n");
		expect(await terminal.see()).toEqual(["open", "[one]", "[two]"]);
	});

	it("gives way to another block, and comes back after it", async () => {
		const terminal = playTerminal();
		const context = contextOn(terminal.output(), terminal.output(), true);
		draw(context);
		const close = context.live.attach(context.stdout, (output) => ({
			show: () => void output.write("<other>\n"),
			hide: () => void output.write("\u001B[1A\u001B[J"),
		}));
		expect(await terminal.see()).toEqual(["<other>"]);
		await context.print("result\n");
		expect(await terminal.see()).toEqual(["result", "<other>"]);
		// Its last frame stays.
		close();
		expect(await terminal.see()).toEqual(["result", "<other>", "[one]", "[two]"]);
	});

	it("is not moved by codes that write no text", async () => {
		const terminal = playTerminal();
		const context = contextOn(terminal.output(), terminal.output(), true);
		draw(context);
		for (const codes of [
			"\u001B[?2004h",
			"\u001B]52;c;aGk+/w==\u0007",
			"\u001B_Gi=31;AAAA\u001B\\\u001B[c",
			"\u001B7\u001B8",
		])
			context.stdout.write(codes);
		expect(await terminal.see()).toEqual(["[one]", "[two]"]);
		await context.print("result\n");
		expect(await terminal.see()).toEqual(["result", "[one]", "[two]"]);
	});

	it("does nothing on another terminal", async () => {
		const [first, second] = [playTerminal(), playTerminal()];
		const written: string[] = [];
		const stderr = second.output();
		const { write } = stderr;
		const context = contextOn(
			first.output(),
			Object.assign(stderr, {
				write: (text: string) => {
					written.push(text);
					return write(text);
				},
			}),
			false,
		);
		draw(context);
		await context.print("result without an end");
		expect(await first.see()).toEqual(["result without an end"]);
		expect(written).toEqual(["[one]\n[two]\n"]);
	});
});

it("a spinner never writes over a result", async () => {
	const terminal = playTerminal();
	const context = contextOn(terminal.output(), terminal.output(), true);
	const progress = startProgress(`Waiting for ${"a service with a long name ".repeat(4)}`, context);
	await expect.poll(async () => (await terminal.see()).join()).toContain("Waiting");
	expect(await terminal.see()).toHaveLength(1);
	await context.print("a result ");
	await new Promise((resolve) => setTimeout(resolve, 400));
	expect(await terminal.see()).toEqual(["a result "]);
	await context.print("ends\n");
	expect(await terminal.see()).toEqual(["a result ends", expect.stringContaining("Waiting")]);
	progress.stop();
	expect(await terminal.see()).toEqual(["a result ends"]);
});

it("everything that draws does so as a live block", () => {
	const root = fileURLToPath(new URL("../../src/cli", import.meta.url));
	const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
	const drawing = files.filter((name) => {
		const source = readFileSync(join(root, name), "utf8");
		const draws =
			/import \{[^}]*\brender\b[^}]*\} from "ink"|import\("(?:ora|log-update)"\)|\\(?:x1b|u001B)\[\d*[AJ]/.test(source);
		return draws && !/\binkOptions\(|\binkOutput\(|\blive\.attach\(/.test(source);
	});
	expect(drawing).toEqual([]);
});
