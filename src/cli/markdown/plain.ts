import type { Style } from "../terminal/color.ts";
import { expandTabs } from "./blocks.ts";
import { createSafeText, type LineStream } from "./stream.ts";
import { breakSpans, wrapSpans } from "./wrap.ts";

export interface PlainOptions {
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
