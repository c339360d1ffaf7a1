/**
 * Compares our layer around Ink with what Ink offers itself: `tsx test/bench/ink-layer.ts`. It streams an answer of 300
 * tokens into a frame of 20 lines and counts the bytes written per token, and times the first frame in process.
 */
import { EventEmitter } from "node:events";
import { Box, render, Text, useInput } from "ink";
import { createElement as h, type ReactNode } from "react";
import { createContext } from "../../src/cli/context.ts";
import { cutText, padText } from "../../src/cli/terminal/width.ts";
import { inkOutput } from "../../src/cli/ui/ink-output.ts";
import { Lines } from "../../src/cli/ui/screen.tsx";

const TOKENS = 300;
const ROUNDS = 30;
const WORDS = ["attention ", "lets ", "a ", "model ", "weigh ", "its ", "input, ", "part ", "by ", "part. "];

/** A terminal of 80 by 24 that counts what it gets. */
class Terminal extends EventEmitter {
	readonly isTTY = true;
	readonly columns = 80;
	readonly rows = 24;
	bytes = 0;
	hasFrame = false;
	write(text: string, done?: () => void): boolean {
		this.bytes += Buffer.byteLength(text);
		this.hasFrame ||= text.includes("type a message");
		if (done) queueMicrotask(done);
		return true;
	}
}

/** Standard input that never has a key. */
class Keyboard extends EventEmitter {
	readonly isTTY = true;
	setRawMode = (): this => this;
	setEncoding = (): this => this;
	ref = (): this => this;
	unref = (): this => this;
	read = (): null => null;
	resume = (): this => this;
	pause = (): this => this;
}

function Frame({ answer, withKeys }: { answer: string; withKeys: boolean }): ReactNode {
	useInput(() => undefined, { isActive: withKeys });
	const lines = answer.match(/.{1,78}(?: |$)/g) ?? [];
	const shown = [
		...Array.from({ length: 20 - Math.min(19, lines.length) }, (_, index) => `earlier line ${index}`),
		...lines,
	];
	return h(
		Box,
		{ flexDirection: "column" },
		shown.slice(-20).map((line, index) => h(Text, { key: index }, line || " ")),
		h(Text, { dimColor: true }, "> type a message"),
		h(Text, { dimColor: true }, "sandbox · 12 tokens"),
	);
}

type Kind = "ours" | "Ink's own" | "Ink's incrementalRendering";

async function draw(kind: Kind, tokens: number, withKeys: boolean): Promise<{ bytes: number; first: number }> {
	const terminal = new Terminal();
	const stdout =
		kind === "ours"
			? inkOutput(terminal as never, createContext({ stdout: terminal, stderr: terminal, env: {} } as never))
			: (terminal as never);
	const options = { stdout, stdin: new Keyboard() as never, patchConsole: false, exitOnCtrlC: false };
	let answer = "Answer: ";
	const started = performance.now();
	const app = render(h(Frame, { answer, withKeys }), {
		...options,
		maxFps: 1000,
		incrementalRendering: kind === "Ink's incrementalRendering",
	});
	while (!terminal.hasFrame) await new Promise(setImmediate);
	const first = performance.now() - started;
	const before = terminal.bytes;
	for (let token = 0; token < tokens; token++) {
		answer += WORDS[token % WORDS.length];
		app.rerender(h(Frame, { answer, withKeys }));
		await new Promise((resolve) => setTimeout(resolve, 3));
	}
	const bytes = terminal.bytes - before;
	app.unmount();
	return { bytes, first };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const KINDS: readonly Kind[] = ["ours", "Ink's own", "Ink's incrementalRendering"];

for (const kind of KINDS) {
	const { bytes } = await draw(kind, TOKENS, false);
	console.log(`${kind}: ${Math.round(bytes / TOKENS)} bytes per token`);
}
const times: Record<string, number[]> = {};
for (let round = 0; round < ROUNDS; round++) {
	// Another one goes first in each round.
	for (const kind of [...KINDS.slice(round % 3), ...KINDS.slice(0, round % 3)]) {
		for (const withKeys of [false, true]) {
			const { first } = await draw(kind, 0, withKeys);
			times[`${kind}, ${withKeys ? "useInput" : "without useInput"}`] ??= [];
			times[`${kind}, ${withKeys ? "useInput" : "without useInput"}`]?.push(first);
		}
	}
}
for (const [name, values] of Object.entries(times))
	console.log(`first frame, ${name}: ${median(values).toFixed(2)} ms`);

/** A list of 16 choices with a description, laid out by Ink. */
function BoxedList({ marked }: { marked: number }): ReactNode {
	return h(
		Box,
		{ flexDirection: "column", width: 80 },
		Array.from({ length: 16 }, (_, index) =>
			h(
				Box,
				{ key: index },
				h(Box, { width: 30 }, h(Text, { color: index === marked ? "cyan" : "white" }, `choice ${index}`)),
				h(Box, { flexGrow: 1 }, h(Text, { dimColor: true, wrap: "truncate" }, "a description of the choice")),
			),
		),
	);
}

/** The same as `viewList` makes it: finished lines. */
function LineList({ marked }: { marked: number }): ReactNode {
	const lines = Array.from({ length: 16 }, (_, index) => {
		const name = cutText(padText(`choice ${index}`, 30), 30);
		return `${index === marked ? `\u001B[36m${name}\u001B[39m` : name}\u001B[2m${cutText("a description of the choice", 50)}\u001B[22m`;
	});
	return h(Lines, { lines });
}

/** CPU time of a key in a list, in milliseconds. */
async function press(List: typeof LineList): Promise<number> {
	const app = render(h(List, { marked: 0 }), { stdout: new Terminal() as never, patchConsole: false, maxFps: 1000 });
	const started = process.cpuUsage();
	for (let key = 0; key < TOKENS; key++) {
		app.rerender(h(List, { marked: key % 16 }));
		await new Promise((resolve) => setTimeout(resolve, 3));
	}
	const { user, system } = process.cpuUsage(started);
	app.unmount();
	return (user + system) / TOKENS / 1000;
}

const keys: { lines: number; boxes: number }[] = [];
for (let round = 0; round < 4; round++) keys.push({ lines: await press(LineList), boxes: await press(BoxedList) });
const [lines, boxes] = [keys.map((key) => key.lines), keys.map((key) => key.boxes)];
console.log(
	`CPU of a key in a list of 16: finished lines ${Math.min(...lines).toFixed(2)} ms, Box and Text ${Math.min(...boxes).toFixed(2)} ms`,
);
