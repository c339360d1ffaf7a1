import type { Colors } from "./color.ts";
import { onOneLine, padText, textWidth, wrapText } from "./width.ts";

/** Longer lines are hard to read. */
export const WIDEST = 100;
/** Below this, an explanation goes under its term instead of next to it. */
const NARROW = 60;
/** A longer term gets a separate line. */
const LONGEST_TERM = 24;

/** A term and what is to be said of it. */
export interface Definition {
	term: string;
	/** Follows the term, dimmed; the explanation then goes below. */
	remark?: string | undefined;
	text: string;
}

/** A text in sections, laid out for a width. What is empty is left out. */
export interface Page {
	/** @param aside follows, on the same line where there is room */
	title(text: string, aside?: string): void;
	heading(text: string, remark?: string): void;
	paragraph(text: string): void;
	blank(): void;
	/** Names and values, in two columns where there is room. */
	facts(pairs: readonly (readonly [name: string, value: string | undefined])[]): void;
	/** Terms with explanations; side by side if the terms are short. */
	definitions(entries: readonly Definition[]): void;
	/** A command line; if it is too long it continues after a backslash, so that it still works when pasted. */
	command(text: string): void;
	/** Lines that are never broken, because they are there to be copied. */
	verbatim(...lines: string[]): void;
	/** The text, its last line ended. */
	toString(): string;
}

/** @param columns width of the terminal; the text stays within 100 columns of it */
export function createPage(columns: number, colors: Colors): Page {
	const { bold, dim, cyan } = colors;
	const width = Math.min(columns, WIDEST);
	const lines: string[] = [];
	const write = (text: string, indent: number, first = " ".repeat(indent)): void => {
		const wrapped = wrapText(onOneLine(text), Math.max(10, width - indent));
		lines.push(...wrapped.map((line, index) => (index === 0 ? first : " ".repeat(indent)) + line));
	};
	/** Returns an emphasized text and a dim note, next to it if there is room. */
	const withAside = (shown: string, text: string, remark: string | undefined, indent = 0): string[] => {
		if (remark === undefined) return [shown];
		const aside = onOneLine(remark);
		if (indent + textWidth(text) + 2 + textWidth(aside) <= width) return [`${shown}  ${dim(aside)}`];
		const margin = " ".repeat(indent + 2);
		return [shown, ...wrapText(aside, width - margin.length).map((line) => margin + dim(line))];
	};
	return {
		title(text, aside) {
			const shown = onOneLine(text);
			lines.push(...withAside(bold(shown), shown, aside));
		},
		heading(text, remark) {
			const shown = onOneLine(text);
			lines.push("", ...withAside(bold(shown), shown, remark));
		},
		paragraph(text) {
			write(text, 2);
		},
		blank() {
			lines.push("");
		},
		facts(pairs) {
			const known = pairs.flatMap(([name, value]) => (value ? [[onOneLine(name), value] as const] : []));
			const size = Math.max(...known.map(([name]) => textWidth(name))) + 4;
			for (const [name, value] of known) {
				// URLs are for copying: each gets a separate line instead of being broken.
				const isTooLong = !/\s/.test(value) && textWidth(value) > width - size;
				if (columns >= NARROW && !isTooLong) write(value, size, `  ${dim(padText(name, size - 2))}`);
				else {
					lines.push(`  ${dim(name)}`);
					if (isTooLong) lines.push(`    ${onOneLine(value)}`);
					else write(value, 4);
				}
			}
		},
		definitions(entries) {
			const sizes = entries.map(({ term }) => textWidth(term));
			const size = Math.max(...sizes) + 4;
			const isBeside = columns >= NARROW && size <= LONGEST_TERM + 4;
			for (const { term, remark, text } of entries) {
				const shown = onOneLine(term);
				if (remark !== undefined) {
					lines.push(...withAside(`  ${cyan(shown)}`, shown, remark, 2));
					write(text, 4);
				} else if (isBeside) {
					write(text, size, `  ${cyan(padText(shown, size - 2))}`);
				} else {
					// Names of several words may be broken, ids are there to be copied.
					const words = /^$| /.test(shown) ? wrapText(shown, width - 2) : [shown];
					lines.push(...words.map((line) => `  ${cyan(line)}`));
					write(text, 4);
				}
			}
		},
		command(text) {
			// A flag stays with its value, and quoted text in one piece.
			const words = onOneLine(text).match(/(?:-{1,2}\w[\w-]* +(?!-))?(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
			const indent = " ".repeat(columns >= NARROW ? 4 : 2);
			let line = `  ${words[0] ?? ""}`;
			for (const word of words.slice(1)) {
				// Room for the backslash that may follow.
				if (textWidth(line) + 1 + textWidth(word) + 2 > columns) {
					lines.push(`${line} \\`);
					line = indent + word;
				} else line += ` ${word}`;
			}
			lines.push(line);
		},
		verbatim(...texts) {
			lines.push(...texts.map((text) => `  ${onOneLine(text)}`));
		},
		toString: () => `${lines.join("\n")}\n`,
	};
}
