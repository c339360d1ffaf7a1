import type { Style } from "./color.ts";
import { sanitize, sanitizeStyled } from "./sanitize.ts";

/**
 * Text whose codes are ours: what was put into it is sanitized. Only the functions of this file make one. Whoever writes
 * notes takes one, or a string, of which no code reaches the terminal.
 */
class Styled {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
	}

	toString(): string {
		return this.#text;
	}
}

export type StyledText = Styled;

/** Joins texts: those put into it are sanitized, unless they are styled. */
export function styled(words: TemplateStringsArray, ...parts: readonly (string | StyledText)[]): StyledText {
	const shown = parts.map(showStyled);
	return new Styled(words.map((text, index) => text + (shown[index] ?? "")).join(""));
}

/** A text in a style of ours. */
export function paintStyled(paint: Style, text: string | StyledText): StyledText {
	return new Styled(paint(showStyled(text)));
}

/** A text that leads to a URL (OSC 8), where the terminal knows that. */
export function linkTo({ href }: URL, text: StyledText): StyledText {
	return new Styled(`\x1b]8;;${sanitize(href)}\x1b\\${text}\x1b]8;;\x1b\\`);
}

/** What a page, a table or a view of ours drew: the codes of our styles pass, no other does. */
export function drawn(text: string): StyledText {
	return new Styled(sanitizeStyled(text));
}

/** The text for a terminal: a string without any code. */
export function showStyled(text: string | StyledText): string {
	return typeof text === "string" ? sanitize(text) : String(text);
}
