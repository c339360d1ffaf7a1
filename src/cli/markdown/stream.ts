import type { Colors } from "../terminal/color.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { BlockView } from "./block-view.ts";
import { UNDECIDED } from "./blocks.ts";
import { closeLeaf, freeze, START, step } from "./render.ts";
import { paint, type Span } from "./span.ts";

export interface MarkdownOptions {
	/** Columns the lines may take. */
	width: number;
	colors: Colors;
	/** More lines than these do not stay open: the first of them are finished as they are. Default: no limit. */
	tallest?: number;
}

/** Text that comes in pieces, as lines for a terminal. */
export interface LineStream {
	/** Takes a piece; control characters in it are shown, not obeyed. */
	push(text: string): void;
	/** Nothing more comes: what was open is finished. */
	end(): void;
	/** The lines that were finished since the last call: they never change again. */
	take(): string[];
	/** The lines that are not finished; more text may change them. */
	open(): string[];
	/** Has what is not finished laid out again. */
	resize(size: { width: number; tallest: number }): void;
}

/** Markdown that comes in pieces, as lines for a terminal. */
export function createMarkdownStream({ colors, ...size }: MarkdownOptions): LineStream {
	let { width, tallest = Number.POSITIVE_INFINITY } = size;
	/** A block whose first lines are finished keeps its width, else it would be unclear where they end. */
	let wanted = width;
	let state = START;
	const finished: Span[][] = [];
	/** The line that is not complete. */
	let partial = "";
	/** Lines of the open block that were finished early, because it is too tall. */
	let early = 0;
	const safe = createSafeText();
	const view = (): BlockView => ({ width, isPlain: colors.level === 0 });
	const finish = (lines: readonly Span[][]): void => {
		finished.push(...lines.slice(early));
		early = state.leaf ? Math.max(0, early - lines.length) : 0;
		if (early === 0) width = wanted;
	};
	const feed = (line: string): void => {
		const [next, lines] = step(state, line, view());
		state = early > 0 ? freeze(next, view()) : next;
		finish(lines);
	};
	const openLines = (): Span[][] => {
		const isCode = state.leaf?.type === "code";
		const isHidden = isCode ? /^\s*[`~]+\s*$/.test(partial) : UNDECIDED.test(partial);
		const [tried, lines] = partial.trim() === "" || isHidden ? [state, []] : step(state, partial, view());
		return [...lines, ...closeLeaf(tried, view(), true)[1]].slice(early);
	};
	const finishExcess = (): void => {
		const lines = openLines();
		const excess = lines.length - tallest;
		if (excess <= 0) return;
		finished.push(...lines.slice(0, excess));
		early += excess;
		state = freeze(state, view());
	};
	return {
		push: (text) => {
			const lines = (partial + safe.push(text)).split("\n");
			partial = lines.pop() ?? "";
			for (const line of lines) feed(line);
		},
		end: () => {
			const rest = partial + safe.end();
			partial = "";
			if (rest !== "") feed(rest);
			const [next, lines] = closeLeaf(state, view());
			state = { ...next, containers: [] };
			finish(lines);
		},
		take: () => {
			// Not at every piece: this lays out all that is open.
			finishExcess();
			return finished.splice(0).map((line) => paint(line, colors));
		},
		open: () => openLines().map((line) => paint(line, colors)),
		resize: (changed) => {
			({ width: wanted, tallest } = changed);
			if (early === 0) width = wanted;
		},
	};
}

/** Makes pieces of a text harmless to a terminal. What belongs to the beginning of the next piece waits for it. */
export function createSafeText(): { push(text: string): string; end(): string } {
	let held = "";
	return {
		push: (text) => {
			const all = held + text;
			// The first half of a line end, or of a character.
			const isHalf = /[\r\ud800-\udbff]$/.test(all);
			held = isHalf ? all.slice(-1) : "";
			return clean(isHalf ? all.slice(0, -1) : all);
		},
		end: () => {
			const rest = held;
			held = "";
			return clean(rest);
		},
	};
}

function clean(text: string): string {
	return sanitize(text).replaceAll("\r\n", "\n");
}
