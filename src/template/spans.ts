/** A stretch of output, in UTF-16 units. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/** Marks around the text of generation blocks while a render tracks them. */
export interface SpanMarks {
	readonly open: string;
	readonly close: string;
	/** Whether a block stood in a macro, a capture or the like: code may have looked at its text, marks and all. */
	areExposed: boolean;
	/** Blocks are noted here in place of marks; see `locateBlocks`. */
	blocks?: GenerationBlock[];
}

/** The text of a generation block as it was written, and how much output there was then. */
export interface GenerationBlock {
	readonly start: number;
	readonly text: string;
}

/** Makes marks that occur in no text: noncharacters around digits, which filters on letters leave alone. */
export function createMarks(): SpanMarks {
	const id = Math.random().toString().slice(2);
	return { open: `\uFDD0${id}\uFDD1`, close: `\uFDD0${id}\uFDD2`, areExposed: false };
}

/** Removes the marks from a text; undefined where some of them are damaged. Inner spans come before outer ones. */
export function readMarks(marked: string, { open, close }: SpanMarks): { text: string; spans: Span[] } | undefined {
	const spans: Span[] = [];
	const starts: number[] = [];
	let text = "";
	let rest = 0;
	const id = open.slice(0, -1);
	for (;;) {
		const at = marked.indexOf(id, rest);
		if (at === -1) break;
		text += marked.slice(rest, at);
		rest = at + open.length;
		const mark = marked.slice(at, rest);
		if (mark === open) starts.push(text.length);
		else {
			const start = mark === close ? starts.pop() : undefined;
			if (start === undefined) return undefined;
			spans.push({ start, end: text.length });
		}
	}
	text += marked.slice(rest);
	return starts.length === 0 ? { text, spans } : undefined;
}

/**
 * Finds the texts of blocks in the output, where code has changed them since: blanks at the ends may be gone. Undefined
 * where a text does not stand there, or stands there more than once.
 */
export function locateBlocks(output: string, blocks: readonly GenerationBlock[]): Span[] | undefined {
	const spans: Span[] = [];
	for (const block of blocks) {
		const text = output.includes(block.text, block.start) ? block.text : block.text.trim();
		const start = output.indexOf(text, block.start);
		if (text === "" || start === -1 || output.includes(text, start + 1)) return undefined;
		// A macro that was called to measure its text, and again to write it, is there once.
		if (spans.at(-1)?.start !== start) spans.push({ start, end: start + text.length });
	}
	return spans;
}
