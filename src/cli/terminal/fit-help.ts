import { stripVTControlCharacters } from "node:util";
import { WIDEST } from "./page.ts";
import { textWidth, wrapText } from "./width.ts";

/** Indent of an explanation below its term. */
const INDENT = 4;

/**
 * Fits a help text to a terminal: paragraphs are rewrapped, explanations go below their terms. Examples stay whole,
 * because they are for copying.
 * @param columns width of the terminal; the text stays within 100 columns of it
 */
export function fitHelp(text: string, columns: number): string {
	const width = Math.min(columns, WIDEST);
	let isExample = false;
	const fitted = joinParagraphs(text.split("\n")).flatMap((line) => {
		isExample = line.startsWith(" ") ? isExample : /^Examples?\b.*:$/.test(line);
		return isExample && line.startsWith(" ") ? [line] : fitLine(line, width);
	});
	return fitted.join("\n");
}

/** A line that begins with a label, such as `Exit codes: …`, is a paragraph of its own. */
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
