import type { Colors, Style } from "../terminal/color.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { expandTabs, UNDECIDED } from "./blocks.ts";
import { type BlockView, closeLeaf, freeze, START, step } from "./render.ts";
import { breakSpans, paint, type Span, wrapSpans } from "./span.ts";

export interface MarkdownOptions {
	/** Maximum columns of a line. */
	width: number;
	colors: Colors;
	/** Maximum number of open lines: beyond it, the first ones are finished early. Default: no limit. */
	tallest?: number;
}

/** Streamed text as lines for a terminal. */
export interface LineStream {
	/** Adds a chunk; control characters in it are escaped. */
	push(text: string): void;
	end(): void;
	/** The lines finished since the last call; they never change again. */
	take(): string[];
	/** The open lines; more text may change them. */
	open(): string[];
	/** Lays out the open lines again. */
	resize(size: { width: number; tallest: number }): void;
}

/**
 * Open lines of a block other than a table. What is open is drawn again when the terminal is resized, and cannot be
 * where it has grown out of the window.
 */
const OPEN_PROSE = 3;

/** Streamed Markdown as lines for a terminal. */
export function createMarkdownStream({ colors, ...size }: MarkdownOptions): LineStream {
	let { width, tallest = Number.POSITIVE_INFINITY } = size;
	/** A block whose first lines are finished keeps its width, else it would be unclear where they end. */
	let wanted = width;
	let state = START;
	const finished: Span[][] = [];
	let partial = "";
	/** Lines of the open block that were finished early, because it is too tall. */
	let early = 0;
	const safe = createSafeText();
	const view = (): BlockView => ({ width, isPlain: colors.level === 0 });
	/** Lines of a block that kept its width are broken again where the terminal has become narrower. */
	const narrow = (lines: readonly Span[][]): Span[][] =>
		wanted < width
			? lines.flatMap((line) => (state.leaf?.type === "code" ? breakSpans : wrapSpans)(line, wanted))
			: [...lines];
	const finish = (lines: readonly Span[][]): void => {
		finished.push(...narrow(lines.slice(early)));
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
		const excess = lines.length - (state.leaf?.type === "table" ? tallest : Math.min(tallest, OPEN_PROSE));
		if (excess <= 0) return;
		finished.push(...narrow(lines.slice(0, excess)));
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
			// Not for every chunk: this lays out all open lines.
			finishExcess();
			return finished.splice(0).map((line) => paint(line, colors));
		},
		open: () => narrow(openLines()).map((line) => paint(line, colors)),
		resize: (changed) => {
			({ width: wanted, tallest } = changed);
			if (early === 0) width = wanted;
		},
	};
}

/** Sanitizes chunks of a text for a terminal. Characters split between chunks wait for the next one. */
function createSafeText(): { push(text: string): string; end(): string } {
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

interface PlainOptions {
	width: number;
	style: Style;
	/** Lines are broken between words, as prose is. Default: wherever a line is full, so that the text is unchanged. */
	isProse?: boolean;
}

/** Streamed text as lines for a terminal, without Markdown. */
export function createPlainStream({ width: initial, style, isProse }: PlainOptions): LineStream {
	let width = initial;
	let partial = "";
	const finished: string[] = [];
	const safe = createSafeText();
	const layOut = (line: string): string[] =>
		(isProse ? wrapSpans : breakSpans)([{ text: expandTabs(line), marks: [] }], width).map((spans) =>
			style(spans.map(({ text }) => text).join("")),
		);
	const finish = (line: string): void => {
		finished.push(...layOut(line));
	};
	return {
		push: (text) => {
			const lines = (partial + safe.push(text)).split("\n");
			partial = lines.pop() ?? "";
			for (const line of lines) finish(line);
		},
		end: () => {
			const rest = partial + safe.end();
			partial = "";
			if (rest !== "") finish(rest);
		},
		take: () => finished.splice(0),
		open: () => (partial === "" ? [] : layOut(partial)),
		resize: (size) => {
			width = size.width;
		},
	};
}
