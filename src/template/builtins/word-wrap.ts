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
	`(?<=${LETTER}{2}-|${LETTER}-${LETTER}-)(?=${LETTER}-?${LETTER})|(?<=[\\p{L}\\p{N}_!"'&.,?])(?=-{2,}[\\p{L}\\p{N}_])|(?=[\\p{L}\\p{N}_])(?<=[\\p{L}\\p{N}_!"'&.,?]-{2,})`,
	"u",
);
const PIECES = new RegExp(`${SPACE}+|[^${SPACE_CLASS}]+`, "gu");

/** What is left of a word, or white space between words. */
interface Chunk {
	readonly characters: readonly string[];
	/** How many of them are already on a line. */
	start: number;
}

const lengthOf = (chunk: Chunk): number => chunk.characters.length - chunk.start;

/** Fills lines of a width with the words of a text; white space at the breaks is dropped. */
export function wrapText(text: string, rules: WrapRules): string[] {
	if (rules.width <= 0) throw new TemplateRuntimeError(`invalid width ${rules.width} (must be > 0)`);
	const chunks = (text.match(PIECES) ?? [])
		.flatMap((piece) => (rules.breakOnHyphens ? piece.split(HYPHEN) : [piece]))
		.map((chunk): Chunk => ({ characters: [...chunk], start: 0 }))
		.reverse();
	const lines: string[] = [];
	while (chunks.length > 0) {
		const first = chunks.at(-1);
		if (lines.length > 0 && first && isBlank(first.characters)) chunks.pop();
		const line = fillLine(chunks, rules);
		if (isBlank(line.at(-1) ?? ["-"])) line.pop();
		if (line.length > 0) lines.push(line.flat().join(""));
	}
	return lines;
}

/** Takes what fits on one line from the chunks, the last of which comes first. */
function fillLine(chunks: Chunk[], { width, breakLongWords, breakOnHyphens }: WrapRules): string[][] {
	const line: string[][] = [];
	let length = 0;
	for (let chunk = chunks.at(-1); chunk && length + lengthOf(chunk) <= width; chunk = chunks.at(-1)) {
		line.push(chunk.characters.slice(chunk.start));
		length += lengthOf(chunk);
		chunks.pop();
	}
	const next = chunks.at(-1);
	if (!next || lengthOf(next) <= width) return line;
	if (breakLongWords) {
		const head = next.characters.slice(next.start, next.start + width - length);
		const hyphen = breakOnHyphens ? head.lastIndexOf("-") : -1;
		const canBreak = hyphen > 0 && head.slice(0, hyphen).some((character) => character !== "-");
		const part = canBreak ? head.slice(0, hyphen + 1) : head;
		line.push(part);
		next.start += part.length;
	} else if (line.length === 0) {
		line.push([...next.characters]);
		chunks.pop();
	}
	return line;
}

function isBlank(characters: readonly string[]): boolean {
	return characters.every((character) => character.trim() === "");
}
