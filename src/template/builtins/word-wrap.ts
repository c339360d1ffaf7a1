import { TemplateRuntimeError } from "../errors.ts";
import { SPACE_CLASS } from "../syntax/grammar.ts";

/** How lines are wrapped. */
export interface WrapRules {
	readonly width: number;
	/** Cut words that are longer than a line. */
	readonly breakLongWords: boolean;
	/** A hyphen inside a word is a place to break. */
	readonly breakOnHyphens: boolean;
}

const SPACE = `[${SPACE_CLASS}]`;
const LETTER = "[\\p{L}\\p{Nl}]";
/** After two letters a hyphen that two more letters follow, or a dash between words. */
const HYPHEN = new RegExp(
	`(?<=${LETTER}{2}-|${LETTER}-${LETTER}-)(?=${LETTER}-?${LETTER})|(?<=[\\p{L}\\p{N}_!"'&.,?])(?=-{2,}[\\p{L}\\p{N}_])|(?<=[\\p{L}\\p{N}_!"'&.,?]-{2,})(?=[\\p{L}\\p{N}_])`,
	"u",
);
const PIECES = new RegExp(`${SPACE}+|[^${SPACE_CLASS}]+`, "gu");

/** Fills lines of a width with the words of a text; white space at the breaks is dropped. */
export function wrapText(text: string, rules: WrapRules): string[] {
	if (rules.width <= 0) throw new TemplateRuntimeError(`invalid width ${rules.width} (must be > 0)`);
	const chunks = (text.match(PIECES) ?? [])
		.flatMap((piece) => (rules.breakOnHyphens ? piece.split(HYPHEN) : [piece]))
		.map((chunk) => [...chunk])
		.reverse();
	const lines: string[] = [];
	while (chunks.length > 0) {
		if (lines.length > 0 && isBlank(chunks.at(-1))) chunks.pop();
		const line = fillLine(chunks, rules);
		if (isBlank(line.at(-1))) line.pop();
		if (line.length > 0) lines.push(line.flat().join(""));
	}
	return lines;
}

/** Takes the chunks that fit on one line, the first chunk being the last of the array. */
function fillLine(chunks: string[][], { width, breakLongWords, breakOnHyphens }: WrapRules): string[][] {
	const line: string[][] = [];
	let length = 0;
	for (let chunk = chunks.at(-1); chunk && length + chunk.length <= width; chunk = chunks.at(-1)) {
		line.push(chunk);
		length += chunk.length;
		chunks.pop();
	}
	const next = chunks.at(-1);
	if (!next || next.length <= width) return line;
	if (breakLongWords) {
		const space = Math.max(1, width - length);
		const hyphen = breakOnHyphens ? next.slice(0, space).lastIndexOf("-") : -1;
		const end = hyphen > 0 && next.slice(0, hyphen).some((character) => character !== "-") ? hyphen + 1 : space;
		line.push(next.slice(0, end));
		chunks[chunks.length - 1] = next.slice(end);
	} else if (line.length === 0) {
		line.push(next);
		chunks.pop();
	}
	return line;
}

function isBlank(chunk: string[] | undefined): boolean {
	return chunk !== undefined && chunk.join("").trim() === "";
}
