import type { Style } from "./color.ts";
import { sanitize, sanitizeStyled } from "./sanitize.ts";

/**
 * Text with hub's own style codes: inserted texts are sanitized. Only the functions of this file create one. Functions that
 * write notes accept one, or a string, whose codes never reach the terminal.
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

/** A styled text. */
export function paintStyled(paint: Style, text: string | StyledText): StyledText {
	return new Styled(paint(showStyled(text)));
}

/** A link to a URL (OSC 8), if the terminal supports it. */
export function linkTo({ href }: URL, text: StyledText): StyledText {
	return new Styled(`\x1b]8;;${sanitize(href)}\x1b\\${text}\x1b]8;;\x1b\\`);
}

/** The output of hub's own page, table or view: only the codes of its styles pass. */
export function drawn(text: string): StyledText {
	return new Styled(sanitizeStyled(text));
}

/** The text for a terminal: a string without any code. */
export function showStyled(text: string | StyledText): string {
	return typeof text === "string" ? sanitize(text) : String(text);
}
