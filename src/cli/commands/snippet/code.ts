import { findLanguage, highlightLine, type OpenConstruct } from "../../markdown/highlight.ts";
import { breakSpans, paint, type TextSpan } from "../../markdown/span.ts";
import type { Colors } from "../../terminal/color.ts";
import { sanitize } from "../../terminal/sanitize.ts";

/** Highlighted code, sanitized for a terminal. Lines stay whole, so that they can be copied. */
export function paintCode(content: string, language: string, colors: Colors): string {
	return highlight(content, language)
		.map((spans) => paint(spans, colors))
		.join("\n");
}

/** Highlighted code as lines of at most `width` columns. */
export function wrapCode(content: string, language: string, width: number, colors: Colors): string[] {
	return highlight(content, language).flatMap((spans) => breakSpans(spans, width).map((line) => paint(line, colors)));
}

function highlight(content: string, name: string): TextSpan[][] {
	const language = findLanguage(name);
	let carry: OpenConstruct;
	return sanitize(content)
		.split("\n")
		.map((line) => {
			if (!language) return [{ text: line, marks: [] }];
			const highlighted = highlightLine(line, language, carry);
			carry = highlighted.carry;
			return highlighted.spans;
		});
}
