import { type Span, wrapSpans } from "../../markdown/span.ts";
import type { Colors, Style } from "../../terminal/color.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { onOneLine } from "../../terminal/width.ts";

/** Context of a view of a result. */
export interface ViewSpace {
	colors: Colors;
	/** Columns of the terminal. */
	columns: number;
	/** The call's input, for views that show the result in it. */
	args: Readonly<Record<string, unknown>>;
}

/** More than the width of any terminal; combining characters take no columns, so a width is not enough as a limit. */
const MAX_CHARACTERS = 400;

/** Returns an untrusted name or number, sanitized and on one line. */
export function readLabel(value: unknown): string {
	const text = String(value ?? "");
	const short = text.length > MAX_CHARACTERS ? `${[...text.slice(0, MAX_CHARACTERS)].slice(0, -1).join("")}…` : text;
	return onOneLine(short);
}

/** A piece of text and its style; undefined for none. */
export type StyledText = Span<Style | undefined>;

/** Styled text, sanitized and wrapped. */
export function wrapStyled(pieces: readonly StyledText[], columns: number): string[] {
	const safe = pieces.map(({ text, marks }) => ({
		text: sanitize(text).replaceAll("\r\n", "\n").replaceAll("\t", "    "),
		marks,
	}));
	return wrapSpans(safe, columns).map((line) => line.map(({ text, marks }) => (marks ? marks(text) : text)).join(""));
}
