import type { Span } from "../../markdown/span.ts";
import { wrapSpans } from "../../markdown/wrap.ts";
import type { Style } from "../../terminal/color.ts";
import { sanitize } from "../../terminal/sanitize.ts";

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
