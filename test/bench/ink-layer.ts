/**
 * Compares our layer around Ink with what Ink offers itself: `tsx test/bench/ink-layer.ts`. It streams an answer of 300
 * tokens into a frame of 20 lines and counts the bytes written per token, and times the first frame in process.
 */
import { EventEmitter } from "node:events";
import { Box, render, Text, useInput } from "ink";
import { createElement as h, type ReactNode } from "react";
import { inkOutput } from "../../src/cli/ui/ink-output.ts";

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
	const stdout = kind === "ours" ? inkOutput(terminal as never, {}) : (terminal as never);
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
