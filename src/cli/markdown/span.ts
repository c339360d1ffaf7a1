import type { Colors } from "../terminal/color.ts";
import { splitCharacters } from "../terminal/width.ts";

/** The styles of each kind of text, applied from left to right. */
const STYLES = {
	bold: ["bold"],
	italic: ["italic"],
	strike: ["strikethrough"],
	code: ["cyan"],
	link: ["underline"],
	quiet: ["dim"],
	heading: ["magenta", "bold"],
	keyword: ["magenta"],
	string: ["green"],
	comment: ["gray"],
	number: ["yellow"],
	name: ["cyan"],
	added: ["green"],
	removed: ["red"],
} as const satisfies Readonly<Record<string, readonly (keyof Colors)[]>>;

/** Kind of a piece of text, which decides its style. */
export type Mark = keyof typeof STYLES;

/** A piece of text with its marks, or with another description of its look. */
export interface TextSpan<Marks = readonly Mark[]> {
	text: string;
	marks: Marks;
}

export function paint(spans: readonly TextSpan[], colors: Colors): string {
	return mergeSpans(spans, (left, right) => left.join() === right.join())
		.map(({ text, marks }) =>
			marks.flatMap((mark) => STYLES[mark]).reduce((painted, style) => colors[style](painted), text),
		)
		.join("");
}

/** Merges neighbors with the same marks, so that the terminal gets no more codes than needed. */
function mergeSpans<Marks>(
	spans: readonly TextSpan<Marks>[],
	isSame: (left: Marks, right: Marks) => boolean,
): TextSpan<Marks>[] {
	const merged: TextSpan<Marks>[] = [];
	for (const { text, marks } of spans) {
		const last = merged.at(-1);
		if (last && isSame(last.marks, marks)) last.text += text;
		else if (text !== "") merged.push({ text, marks });
	}
	return merged;
}

interface SpanCell<Marks> {
	text: string;
	width: number;
	marks: Marks;
}

/** Must not begin a line. */
const CLOSING = /^[、。，．・：；？！）」』】〕》〉”’…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ)\]}.,:;!?]/u;
/** Must not end a line. */
const OPENING = /^[（「『【〔《〈“‘([{]/u;

/**
 * Spans as lines of at most `width` columns. Lines are broken at spaces and next to wide characters, inside words only
 * if one is wider than a line, and always at `\n`.
 */
export function wrapSpans<Marks>(spans: readonly TextSpan<Marks>[], width: number): TextSpan<Marks>[][] {
	return splitLines(toCells(spans)).flatMap((cells) => wrapCells(cells, Math.max(1, width)));
}

/** Spans as lines of at most `width` columns, broken wherever one is full; spaces stay. */
export function breakSpans<Marks>(spans: readonly TextSpan<Marks>[], width: number): TextSpan<Marks>[][] {
	return splitLines(toCells(spans)).flatMap((cells) => {
		const lines: SpanCell<Marks>[][] = [[]];
		let used = 0;
		for (const cell of cells) {
			if (used + cell.width > Math.max(1, width) && used > 0) {
				lines.push([]);
				used = 0;
			}
			lines.at(-1)?.push(cell);
			used += cell.width;
		}
		return lines.map(toSpans);
	});
}

export function spansWidth(spans: readonly TextSpan<unknown>[]): number {
	return toCells(spans).reduce((sum, { width }) => sum + width, 0);
}

function toCells<Marks>(spans: readonly TextSpan<Marks>[]): SpanCell<Marks>[] {
	// Line by line: finding characters in a long text takes more than twice the time for twice the length.
	return spans.flatMap(({ text, marks }) =>
		text.split(/(\r?\n)/).flatMap((part) => splitCharacters(part).map((character) => ({ ...character, marks }))),
	);
}

function splitLines<Marks>(cells: readonly SpanCell<Marks>[]): SpanCell<Marks>[][] {
	const lines: SpanCell<Marks>[][] = [[]];
	for (const cell of cells) {
		if (/[\r\n]/.test(cell.text)) lines.push([]);
		else lines.at(-1)?.push(cell);
	}
	return lines;
}

function wrapCells<Marks>(cells: readonly SpanCell<Marks>[], width: number): TextSpan<Marks>[][] {
	const lines: TextSpan<Marks>[][] = [];
	let start = 0;
	let used = 0;
	/** Where the line could be broken: the index of the first cell after it. */
	let chance = -1;
	for (let index = 0; index < cells.length; index++) {
		const cell = cells[index] as SpanCell<Marks>;
		if (index > start && mayBreak(cells[index - 1] as SpanCell<Marks>, cell)) chance = index;
		// Spaces at the end of a line hang over; they are dropped.
		if (used + cell.width > width && index > start && cell.text !== " ") {
			const end = chance > start ? chance : index;
			lines.push(toSpans(trimEnd(cells.slice(start, end))));
			start = end;
			while (cells[start]?.text === " " && start < index) start++;
			chance = -1;
			used = 0;
			index = start;
		}
		used += cells[index]?.width ?? 0;
	}
	lines.push(toSpans(trimEnd(cells.slice(start))));
	return lines;
}

function mayBreak(before: SpanCell<unknown>, after: SpanCell<unknown>): boolean {
	if (before.text === " ") return after.text !== " ";
	if (before.width < 2 && after.width < 2) return false;
	return after.text !== " " && !CLOSING.test(after.text) && !OPENING.test(before.text);
}

function trimEnd<Marks>(cells: readonly SpanCell<Marks>[]): SpanCell<Marks>[] {
	return cells.slice(0, cells.findLastIndex(({ text }) => text !== " ") + 1);
}

function toSpans<Marks>(cells: readonly SpanCell<Marks>[]): TextSpan<Marks>[] {
	return mergeSpans(cells, Object.is);
}
