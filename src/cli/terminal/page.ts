import { stripVTControlCharacters } from "node:util";
import type { Colors } from "./color.ts";
import { onOneLine, padText, textWidth, wrapText } from "./width.ts";

/** Longer lines are hard to read. */
const MAX_WIDTH = 100;
/** Below this, an explanation goes under its term instead of next to it. */
const NARROW = 60;
/** A longer term gets a separate line. */
const MAX_TERM_WIDTH = 24;

export interface Definition {
	term: string;
	/** Follows the term, dimmed; the explanation then goes below. */
	note?: string | undefined;
	text: string;
}

/** A text in sections, laid out for a width. Empty parts are omitted. */
export class Page {
	private readonly columns: number;
	private readonly colors: Colors;
	private readonly width: number;
	private readonly lines: string[] = [];

	/** @param columns width of the terminal, of which the text takes at most 100; infinite in a pipe */
	constructor(columns: number, colors: Colors) {
		this.columns = columns;
		this.colors = colors;
		this.width = Number.isFinite(columns) ? Math.min(columns, MAX_WIDTH) : columns;
	}

	/** @param aside follows, on the same line if there is room */
	title(text: string, aside?: string): void {
		const shown = onOneLine(text);
		this.lines.push(...this.withAside(this.colors.bold(shown), shown, aside));
	}

	heading(text: string, note?: string): void {
		this.blank();
		this.title(text, note);
	}

	paragraph(text: string): void {
		this.write(text, 2);
	}

	blank(): void {
		this.lines.push("");
	}

	/** Names and values, in two columns if there is room. */
	facts(pairs: readonly (readonly [name: string, value: string | undefined])[]): void {
		const known = pairs.flatMap(([name, value]) => (value ? [[onOneLine(name), value] as const] : []));
		const size = Math.max(...known.map(([name]) => textWidth(name))) + 4;
		for (const [name, value] of known) {
			// URLs are for copying: each gets a separate line instead of being broken.
			const isTooLong = !/\s/.test(value) && textWidth(value) > this.width - size;
			if (this.columns >= NARROW && !isTooLong)
				this.write(value, size, `  ${this.colors.dim(padText(name, size - 2))}`);
			else {
				this.lines.push(`  ${this.colors.dim(name)}`);
				if (isTooLong) this.lines.push(`    ${onOneLine(value)}`);
				else this.write(value, 4);
			}
		}
	}

	/** Terms with explanations; side by side if the terms are short. */
	definitions(entries: readonly Definition[]): void {
		const size = Math.max(...entries.map(({ term }) => textWidth(term))) + 4;
		const isBeside = this.columns >= NARROW && size <= MAX_TERM_WIDTH + 4;
		for (const { term, note, text } of entries) {
			const shown = onOneLine(term);
			if (note !== undefined) {
				this.lines.push(...this.withAside(`  ${this.colors.cyan(shown)}`, shown, note, 2));
				this.write(text, 4);
			} else if (isBeside) {
				this.write(text, size, `  ${this.colors.cyan(padText(shown, size - 2))}`);
			} else {
				// Names of several words may be broken; ids are for copying.
				const words = /^$| /.test(shown) ? wrapText(shown, this.width - 2) : [shown];
				this.lines.push(...words.map((line) => `  ${this.colors.cyan(line)}`));
				this.write(text, 4);
			}
		}
	}

	/** A command line; if it is too long it continues after a backslash, so that it still works when pasted. */
	command(text: string): void {
		// A flag stays with its value, and quoted text is not split.
		const words = onOneLine(text).match(/(?:-{1,2}\w[\w-]* +(?!-))?(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
		const indent = " ".repeat(this.columns >= NARROW ? 4 : 2);
		let line = `  ${words[0] ?? ""}`;
		for (const word of words.slice(1)) {
			// Room for the backslash that may follow.
			if (textWidth(line) + 1 + textWidth(word) + 2 > this.columns) {
				this.lines.push(`${line} \\`);
				line = indent + word;
			} else line += ` ${word}`;
		}
		this.lines.push(line);
	}

	/** Lines that are never broken, because they are for copying. */
	verbatim(...texts: string[]): void {
		this.lines.push(...texts.map((text) => `  ${onOneLine(text)}`));
	}

	/** The text, ending with a line break. */
	toString(): string {
		return `${this.lines.join("\n")}\n`;
	}

	private write(text: string, indent: number, first = " ".repeat(indent)): void {
		const wrapped = wrapText(onOneLine(text), Math.max(10, this.width - indent));
		this.lines.push(...wrapped.map((line, index) => (index === 0 ? first : " ".repeat(indent)) + line));
	}

	/** Returns an emphasized text and a dim note, next to it if there is room. */
	private withAside(shown: string, text: string, note: string | undefined, indent = 0): string[] {
		if (note === undefined) return [shown];
		const { dim } = this.colors;
		const aside = onOneLine(note);
		if (indent + textWidth(text) + 2 + textWidth(aside) <= this.width) return [`${shown}  ${dim(aside)}`];
		const margin = " ".repeat(indent + 2);
		return [shown, ...wrapText(aside, this.width - margin.length).map((line) => margin + dim(line))];
	}
}

/** Indent of an explanation below its term. */
const INDENT = 4;

/**
 * Fits a help text to a terminal: paragraphs are rewrapped, explanations go below their terms. Examples stay whole,
 * because they are for copying.
 * @param columns width of the terminal; the text stays within 100 columns of it
 */
export function fitHelp(text: string, columns: number): string {
	const width = Math.min(columns, MAX_WIDTH);
	let isExample = false;
	const fitted = joinParagraphs(text.split("\n")).flatMap((line) => {
		isExample = line.startsWith(" ") ? isExample : /^Examples?\b.*:$/.test(line);
		return isExample && line.startsWith(" ") ? [line] : fitLine(line, width);
	});
	return fitted.join("\n");
}

/** A line that begins with a label, such as `Exit codes: …`, is its own paragraph. */
const LABEL = /^[A-Z][\w "-]*:(\s|$)/;

/** Removes line breaks within paragraphs. Indented lines and headings stay. */
function joinParagraphs(lines: readonly string[]): string[] {
	const joined: string[] = [];
	let mayGoOn = false;
	for (const line of lines) {
		const isText = /^\S/.test(line) && !line.endsWith(":");
		if (isText && mayGoOn && !LABEL.test(line)) joined.push(`${joined.pop()} ${line}`);
		else joined.push(line);
		mayGoOn = isText && !line.startsWith("Usage:");
	}
	return joined;
}

function fitLine(line: string, columns: number): string[] {
	if (textWidth(stripVTControlCharacters(line)) <= columns || isCommand(line)) return [line];
	const [, indent = "", term = "", explanation] = /^( *)(\S.*?)(?: {2,}(\S.*))?$/.exec(line) ?? [];
	const wrap = (words: string, space: string): string[] =>
		wrapText(words, Math.max(10, columns - space.length)).map((part) => space + part);
	if (explanation === undefined) return wrap(term, indent);
	return [...wrap(term, indent), ...wrap(explanation, " ".repeat(INDENT))];
}

/** Whether an indented line shows a command, as the first lines of `hub --help` do. */
function isCommand(line: string): boolean {
	return /^ +(hub|npm) /.test(line);
}
