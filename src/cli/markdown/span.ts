import type { Colors, Style } from "../terminal/color.ts";

/** Kind of a piece of text, which decides its style. */
export type Mark =
	| "bold"
	| "italic"
	| "strike"
	| "code"
	| "link"
	| "quiet"
	| "heading"
	| "keyword"
	| "string"
	| "comment"
	| "number"
	| "name"
	| "added"
	| "removed";

/** A piece of text with its marks, or with another description of its look. */
export interface Span<Marks = readonly Mark[]> {
	text: string;
	marks: Marks;
}

/** Returns the spans in the colors of the terminal. */
export function paint(spans: readonly Span[], colors: Colors): string {
	return mergeSpans(spans)
		.map(({ text, marks }) => marks.reduce((painted, mark) => styleOf(mark, colors)(painted), text))
		.join("");
}

function styleOf(mark: Mark, colors: Colors): Style {
	switch (mark) {
		case "bold":
			return colors.bold;
		case "italic":
			return colors.italic;
		case "strike":
			return colors.strikethrough;
		case "link":
			return colors.underline;
		case "quiet":
			return colors.dim;
		case "heading":
			return (text) => colors.bold(colors.magenta(text));
		case "code":
		case "name":
			return colors.cyan;
		case "keyword":
			return colors.magenta;
		case "string":
		case "added":
			return colors.green;
		case "comment":
			return colors.gray;
		case "number":
			return colors.yellow;
		case "removed":
			return colors.red;
	}
}

/** Merges neighbors with the same marks, so that the terminal gets no more codes than needed. */
function mergeSpans(spans: readonly Span[]): Span[] {
	const merged: Span[] = [];
	for (const span of spans) {
		const last = merged.at(-1);
		if (last && last.marks.join() === span.marks.join()) last.text += span.text;
		else if (span.text !== "") merged.push({ ...span });
	}
	return merged;
}
