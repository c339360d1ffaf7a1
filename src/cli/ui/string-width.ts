import { stripVTControlCharacters } from "node:util";
import { textWidth } from "../terminal/width.ts";

/**
 * Replaces the package of this name in the command (scripts/build.ts): Ink then counts columns like the program, and
 * starts 40 ms sooner, because the package compiles an expression of all emoji.
 */
export default function stringWidth(text: string, { countAnsiEscapeCodes = false } = {}): number {
	return textWidth(countAnsiEscapeCodes ? text : stripVTControlCharacters(text));
}
