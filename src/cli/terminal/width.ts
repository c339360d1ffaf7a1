import { eastAsianWidth } from "get-east-asian-width";
import type { Output } from "./process-io.ts";
import { sanitize } from "./sanitize.ts";

/** Columns for tables and records: of the terminal; in pipes `COLUMNS`, and without it no limit: nothing is cut or wrapped. */
export function columnsOf({ isTTY, columns }: Pick<Output, "isTTY" | "columns">): number {
	return columns ?? (isTTY ? 80 : Number.POSITIVE_INFINITY);
}

/** Columns of a text on a terminal: two for East Asian wide characters and emoji, none for combining characters. */
export function textWidth(text: string): number {
	if (isPlain(text)) return text.length;
	let width = 0;
	for (const { segment } of segments(text)) width += segmentWidth(segment);
	return width;
}

/** Truncates a text to `width` columns, with an ellipsis. */
export function cutText(text: string, width: number): string {
	if (textWidth(text) <= width) return text;
	if (width < 1) return "";
	return `${splitAt(text, width - 1)[0].trimEnd()}…`;
}

export function padText(text: string, width: number, align: "left" | "right" = "left"): string {
	const space = " ".repeat(Math.max(0, width - textWidth(text)));
	return align === "left" ? text + space : space + text;
}

/**
 * Returns the text as lines of at most `width` columns, broken at spaces, and inside words only if one is wider than a
 * line.
 */
export function wrapText(text: string, width: number): string[] {
	const lines: string[] = [];
	let line = "";
	let used = 0;
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const size = textWidth(word);
		if (line !== "" && used + 1 + size <= width) {
			line += ` ${word}`;
			used += 1 + size;
			continue;
		}
		if (line !== "") lines.push(line);
		[line, used] = size > width ? ["", 0] : [word, size];
		for (const character of size > width ? splitCharacters(word) : []) {
			if (used > 0 && used + character.width > width) {
				lines.push(line);
				[line, used] = ["", 0];
			}
			line += character.text;
			used += character.width;
		}
	}
	return line === "" ? lines : [...lines, line];
}

/** Returns the text on one line, sanitized. */
export function onOneLine(text: string): string {
	return /^[\x20-\x7e]*$/.test(text) ? text : sanitize(text.replace(/[\r\n\t]+/g, " "));
}

/** Returns the longest beginning that fits, and the rest. */
function splitAt(text: string, width: number): [string, string] {
	let used = 0;
	let end = 0;
	for (const { segment, index } of segments(text)) {
		used += segmentWidth(segment);
		if (used > width) break;
		end = index + segment.length;
	}
	return [text.slice(0, end), text.slice(end)];
}

/** Grapheme clusters of a text, with the width of each in columns. */
export function splitCharacters(text: string): { text: string; width: number }[] {
	if (isPlain(text)) return Array.from(text, (character) => ({ text: character, width: 1 }));
	return Array.from(segments(text), ({ segment }) => ({ text: segment, width: segmentWidth(segment) }));
}

/**
 * Whether every code unit is a character of one column: letters of Latin scripts, and the punctuation, arrows, lines and
 * blocks that `hub` draws with. The patterns below take V8 15 ms to compile; most runs never prompt for them.
 */
function isPlain(text: string): boolean {
	return /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25a1\u2800-\u28ff\u276f]*$/.test(
		text,
	);
}

let segmenter: Intl.Segmenter | undefined;

function segments(text: string): Iterable<Intl.SegmentData> {
	segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
	return segmenter.segment(text);
}

function segmentWidth(segment: string): number {
	patterns ??= compilePatterns();
	const { emoji, invisible } = patterns;
	if (emoji.test(segment)) return 2;
	let width = 0;
	for (const character of segment.replace(invisible, "")) width += eastAsianWidth(character.codePointAt(0) ?? 0);
	return width;
}

let patterns: ReturnType<typeof compilePatterns> | undefined;

function compilePatterns() {
	return {
		/** Shown as an emoji: by default, or because of variation selector 16; flags and keycaps too. */
		emoji: /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Regional_Indicator}{2})/u,
		/** Controls, joiners, combining marks, and the later parts of a Korean syllable. */
		invisible: /[\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u1160-\u11FF]/gu,
	};
}

/** Wraps a line; the parts keep its indent, unless that takes half of the width. */
export function wrapKeepingIndent(line: string, width: number): string[] {
	if (textWidth(line) <= width) return [line];
	const indent = /^ */.exec(line)?.[0] ?? "";
	const space = indent.length < width / 2 ? indent : "";
	const lines = wrapText(line, width - space.length).map((part) => space + part);
	return lines.length > 0 ? lines : [""];
}
