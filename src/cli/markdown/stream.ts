import type { Colors, Style } from "../terminal/color.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { textWidth } from "../terminal/width.ts";
import {
	type BlockView,
	type Container,
	expandTabs,
	fitTable,
	growColumns,
	joinLines,
	type Leaf,
	placeLine,
	readLine,
	UNDECIDED,
	viewTable,
} from "./blocks.ts";
import { findLanguage, highlightLine } from "./highlight.ts";
import { parseInline } from "./inline.ts";
import { breakSpans, paint, type TextSpan, wrapSpans } from "./span.ts";

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
 * Open lines of a block other than a table. Open lines are redrawn when the terminal is resized, which is
 * impossible for lines above the window.
 */
const OPEN_PROSE = 3;

export function createMarkdownStream({ colors, ...size }: MarkdownOptions): LineStream {
	let { width, tallest = Number.POSITIVE_INFINITY } = size;
	/** A block whose first lines are finished keeps its width, else it would be unclear where they end. */
	let wanted = width;
	let state: LineState = { containers: [], lines: [] };
	const finished: TextSpan[][] = [];
	/** Lines of the open block that were finished early, because it is too tall. */
	let early = 0;
	const view = (): BlockView => ({ width, isPlain: colors.level === 0 });
	/** Lines of a block that kept its width are broken again where the terminal has become narrower. */
	const narrow = (lines: readonly TextSpan[][]): TextSpan[][] =>
		wanted < width
			? lines.flatMap((line) => (state.leaf?.type === "code" ? breakSpans : wrapSpans)(line, wanted))
			: [...lines];
	const finish = (lines: readonly TextSpan[][]): void => {
		for (const line of narrow(lines.slice(early))) finished.push(line);
		early = state.leaf ? Math.max(0, early - lines.length) : 0;
		if (early === 0) width = wanted;
	};
	const feed = (line: string): void => {
		const next = step(state, line, view());
		state = early > 0 ? freeze(next, view()) : next;
		finish(next.lines);
	};
	const text = splitText(feed);
	const openLines = (): TextSpan[][] => {
		const partial = text.partial();
		const isCode = state.leaf?.type === "code";
		const isHidden = isCode ? /^\s*[`~]+\s*$/.test(partial) : UNDECIDED.test(partial);
		const tried = partial.trim() === "" || isHidden ? { ...state, lines: [] } : step(state, partial, view());
		return closeLeaf(tried, view(), true).lines.slice(early);
	};
	const finishExcess = (): void => {
		const most = state.leaf?.type === "table" ? tallest : Math.min(tallest, OPEN_PROSE);
		if (openLines().length <= most) return;
		// Before anything of it is final: the layout may change once more.
		state = freeze(state, view());
		const lines = openLines();
		const excess = Math.max(0, lines.length - most);
		for (const line of narrow(lines.slice(0, excess))) finished.push(line);
		early += excess;
	};
	return {
		push: text.push,
		end: () => {
			text.end();
			state = { ...closeLeaf({ ...state, lines: [] }, view()), containers: [] };
			finish(state.lines);
		},
		take: () => {
			// Not for every chunk: this lays out all open lines.
			finishExcess();
			return finished.splice(0).map((line) => paint(line, colors));
		},
		open: () => narrow(openLines()).map((line) => paint(line, colors)),
		resize: (changed) => {
			({ width: wanted, tallest } = changed);
			if (early > 0) return;
			width = wanted;
			state = { ...state, isFrozen: false, widths: undefined };
		},
	};
}

/** Splits chunks of a text into lines, sanitized for a terminal. Characters split between chunks wait for the next one. */
function splitText(feed: (line: string) => void) {
	let partial = "";
	let held = "";
	const add = (text: string): void => {
		const lines = sanitize(text).replaceAll("\r\n", "\n").split("\n");
		const last = lines.pop() ?? "";
		for (const line of lines) {
			feed(partial + line);
			partial = "";
		}
		partial += last;
	};
	return {
		/** The line that is not finished. */
		partial: () => partial,
		push: (text: string): void => {
			const all = held + text;
			// The first half of a line end, or of a character.
			held = /[\r\ud800-\udbff]$/.test(all) ? all.slice(-1) : "";
			add(all.slice(0, all.length - held.length));
		},
		end: (): void => {
			add(held);
			held = "";
			if (partial !== "") add("\n");
		},
	};
}

/**
 * Streamed text as lines for a terminal, without Markdown. Lines of prose are broken between words, others wherever they
 * are full, so that the text is unchanged.
 */
export function createPlainStream(options: { width: number; style: Style; isProse?: boolean }): LineStream {
	const { style, isProse } = options;
	let { width } = options;
	const finished: string[] = [];
	const layOut = (line: string): string[] =>
		(isProse ? wrapSpans : breakSpans)([{ text: expandTabs(line), marks: [] }], width).map((spans) =>
			style(spans.map(({ text }) => text).join("")),
		);
	const text = splitText((line) => finished.push(...layOut(line)));
	return {
		push: text.push,
		end: text.end,
		take: () => finished.splice(0),
		open: () => (text.partial() === "" ? [] : layOut(text.partial())),
		resize: (size) => {
			width = size.width;
		},
	};
}

/** The state at the end of a line. Never changed, only replaced, so that a line can be tried. */
interface LineState {
	containers: readonly Container[];
	leaf?: Leaf | undefined;
	/** How many of the containers contain the blank line before the block; undefined without one. */
	gap?: number | undefined;
	/** Lines that the line has finished. */
	lines: TextSpan[][];
	/** The kind of block that was drawn last. */
	last?: Kind;
	isBlank?: boolean;
	/** A part of the open block is final on the terminal: the rest must continue in the same layout. */
	isFrozen?: boolean;
	/** Columns of the open table when it was frozen. */
	widths?: readonly number[] | undefined;
}

type Kind = Leaf["type"] | "heading" | "rule";

/** Blocks with a blank line around them, even if none was written. */
const SPACED: ReadonlySet<Kind | undefined> = new Set(["code", "table", "rule"]);

function step(before: LineState, source: string, view: BlockView): LineState {
	const { containers, kept, rest } = placeLine(source, before.containers, before.leaf);
	const goesOn = kept === before.containers.length && containers.length === kept;
	const fresh = { ...before, lines: [] };
	const closed = goesOn ? fresh : closeLeaf(fresh, view);
	const state: LineState = { ...closed, containers: [...closed.containers.slice(0, kept), ...containers.slice(kept)] };
	const found = readLine(rest, state.leaf, state.isBlank || state.last === undefined);
	switch (found.type) {
		case "blank":
			return { ...closeLeaf(state, view), isBlank: true };
		case "continue":
			return found.line === undefined ? { ...state, leaf: found.leaf } : addCode(state, found.line, view);
		case "end":
			return closeLeaf(state, view);
		case "begin": {
			const { leaf } = found;
			const ended = closeLeaf(withoutHeader(state, leaf), view);
			const begun = { ...ended, leaf, gap: findGap(ended, leaf.type, kept) };
			if (leaf.type !== "code") return begun;
			const opened = draw(begun, viewRule(leaf.language, inner(begun, view)), "code");
			return leaf.fence === undefined ? addCode(opened, rest.slice(leaf.indent), view) : opened;
		}
		default: {
			// The text above an underline is the heading itself.
			const isUnderlined = found.type === "heading" && state.leaf?.type === "paragraph" && /^ {0,3}=/.test(rest);
			const ended = isUnderlined ? { ...state, leaf: undefined } : closeLeaf(state, view);
			const begun = { ...ended, gap: findGap(ended, found.type, kept) };
			const space = inner(begun, view);
			const drawn = found.type === "heading" ? viewHeading(found.level, found.text, space) : viewRule("", space);
			return draw(begun, drawn, found.type);
		}
	}
}

/** The last line of a paragraph becomes the header of the table that begins below it. */
function withoutHeader(state: LineState, begun: Leaf): LineState {
	if (begun.type !== "table" || state.leaf?.type !== "paragraph") return state;
	const { above } = state.leaf;
	return { ...state, leaf: above === undefined ? undefined : { type: "paragraph", above: undefined, last: above } };
}

function findGap({ last, isBlank, containers }: LineState, kind: Kind, kept: number): number | undefined {
	if (last === undefined) return undefined;
	const isApart = containers.length === 0 && (SPACED.has(kind) || SPACED.has(last) || kind === "heading");
	return isBlank || isApart ? kept : undefined;
}

/** Finishes the open block. With `isOpen` it is only shown as if no more text arrived. */
function closeLeaf(state: LineState, view: BlockView, isOpen = false): LineState {
	const { leaf, isFrozen = false, widths } = state;
	if (!leaf) return state;
	const closed = { ...state, leaf: undefined, isFrozen: false, widths: undefined };
	const space = inner(state, view);
	switch (leaf.type) {
		case "code":
			// The rule above was drawn when the block began.
			return isOpen ? closed : draw(closed, viewRule("", space), "code");
		case "table":
			return draw(closed, viewTable(leaf, widths ?? fitTable(leaf, space), space), "table");
		case "paragraph": {
			// The frozen part was treated as open, so the rest must be too.
			const spans = parseInline(joinLines(leaf.above, leaf.last), {
				isOpen: isOpen || isFrozen,
				isPlain: space.isPlain,
			});
			return draw(closed, wrapSpans(spans, space.width), "paragraph");
		}
	}
}

/** Fixes the current layout of the open block. */
function freeze(state: LineState, view: BlockView): LineState {
	const { leaf } = state;
	if (leaf?.type !== "table") return { ...state, isFrozen: leaf !== undefined, widths: undefined };
	const space = inner(state, view);
	const fitted = state.widths === undefined ? fitTable(leaf, space) : undefined;
	return { ...state, isFrozen: true, widths: state.widths ?? (fitted && growColumns(fitted, space)) };
}

function addCode(state: LineState, line: string, view: BlockView): LineState {
	if (state.leaf?.type !== "code") return state;
	const language = findLanguage(state.leaf.language);
	const { spans, carry } = language
		? highlightLine(line, language, state.leaf.carry)
		: { spans: [{ text: line, marks: [] }], carry: undefined };
	return draw({ ...state, leaf: { ...state.leaf, carry } }, breakSpans(spans, inner(state, view).width), "code");
}

function draw(state: LineState, lines: readonly TextSpan[][], kind: Kind): LineState {
	const { containers, gap } = state;
	const { first, others } = viewPrefix(containers);
	const drawn = lines.map((line, index) => [...(index === 0 ? first : others), ...line]);
	const blank = gap === undefined ? [] : [viewPrefix(containers.slice(0, gap)).others];
	const known = containers.map((container) => (container.type === "item" ? { ...container, isNew: false } : container));
	const all = [...state.lines, ...[...blank, ...drawn].map(trimLine)];
	return { ...state, lines: all, containers: known, gap: undefined, last: kind, isBlank: false };
}

/** Spaces at the end of a line are visible only when it is copied. */
function trimLine(line: readonly TextSpan[]): TextSpan[] {
	const spans = [...line];
	for (;;) {
		const last = spans.pop();
		if (!last) return spans;
		const text = last.text.trimEnd();
		if (text !== "") return [...spans, { ...last, text }];
	}
}

/** The space that containers leave for their content. */
function inner({ containers }: LineState, view: BlockView): BlockView {
	const used = containers.reduce((sum, container) => sum + textWidth(drawMarker(container, 0)), 0);
	return { ...view, width: Math.max(MIN_WIDTH, view.width - used) };
}

/** Columns left for blocks, however deeply they are nested. */
const MIN_WIDTH = 10;
const MAX_RULE_WIDTH = 72;
const BULLETS = ["•", "◦", "▪"] as const;

function viewHeading(level: number, text: string, { width, isPlain }: BlockView): TextSpan[][] {
	const spans = parseInline(text, { isPlain }).map(
		({ text: part, marks }): TextSpan => ({ text: part, marks: [...marks, level > 2 ? "bold" : "heading"] }),
	);
	return wrapSpans(isPlain ? [{ text: `${"#".repeat(level)} `, marks: [] }, ...spans] : spans, width);
}

/**
 * Returns a rule: between blocks, above code, with its language, or below code. Code itself gets no margin, so that it
 * can be copied.
 */
function viewRule(name: string, { width }: BlockView): TextSpan[][] {
	const size = Math.min(width, MAX_RULE_WIDTH);
	const label = name === "" || textWidth(name) + 6 > size ? "" : `── ${name} `;
	return [[{ text: label + "─".repeat(size - textWidth(label)), marks: ["quiet"] }]];
}

/** Prefixes inside containers: of the first line, and of the others. */
function viewPrefix(containers: readonly Container[]): { first: TextSpan[]; others: TextSpan[] } {
	let depth = 0;
	const first: TextSpan[] = [];
	const others: TextSpan[] = [];
	for (const container of containers) {
		const text = drawMarker(container, depth);
		const isQuote = container.type === "quote";
		const space: TextSpan = isQuote ? { text, marks: ["quiet"] } : { text: " ".repeat(textWidth(text)), marks: [] };
		others.push(space);
		first.push(container.type === "item" && container.isNew ? { text, marks: ["name"] } : space);
		if (!isQuote && /^[-*+]/.test(container.marker)) depth++;
	}
	return { first, others };
}

function drawMarker(container: Container, depth: number): string {
	if (container.type === "quote") return "│ ";
	return /^[-*+]/.test(container.marker) ? `${BULLETS[depth % BULLETS.length]} ` : `${container.marker} `;
}
