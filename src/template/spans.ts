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
