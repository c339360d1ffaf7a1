import { textWidth, wrapText } from "./width.ts";

/** Indent of an explanation below its term. */
const INDENT = 4;

/** A help text for a terminal: what is too long is wrapped, explanations go below their terms. Commands stay whole, because they are there to be copied. */
export function fitHelp(text: string, columns: number): string {
	return text
		.split("\n")
		.flatMap((line) => fitLine(line, columns))
		.join("\n");
}

function fitLine(line: string, columns: number): string[] {
	if (textWidth(line) <= columns || isCommand(line)) return [line];
	const [, indent = "", term = "", explanation] = /^( *)(\S.*?)(?: {2,}(\S.*))?$/.exec(line) ?? [];
	const wrap = (words: string, space: string): string[] =>
		wrapText(words, Math.max(10, columns - space.length)).map((part) => space + part);
	if (explanation === undefined) return wrap(term, indent);
	return [...wrap(term, indent), ...wrap(explanation, " ".repeat(INDENT))];
}

function isCommand(line: string): boolean {
	return /^ +(\S+ \| )?([A-Z_]+=\S* )*(hub|git|cat|echo|eval|source|mkdir) /.test(line);
}
