import { sanitize } from "./sanitize.ts";
import { cutText, splitCharacters, textWidth } from "./width.ts";

/**
 * Returns a source line with the mark below it, ready for a terminal: what is wider than the terminal is cut around the
 * mark, which stands under its place also where wide characters come before. Without a width nothing is changed.
 */
export function fitExcerpt(excerpt: string, columns: number | undefined): string {
	if (columns === undefined) return sanitize(excerpt);
	const [source = "", mark = ""] = excerpt.split("\n");
	const characters = Array.from(source, (character) => (character === "\t" ? " " : sanitize(character)));
	const place = mark.length - 1;
	const rest = characters.slice(place).join("");
	const start = cutStart(
		characters.slice(0, place).join(""),
		Math.min(columns - 1, Math.max(Math.floor(columns / 2), columns - textWidth(rest))),
	);
	const width = textWidth(start);
	return `${start}${cutText(rest, columns - width)}\n${" ".repeat(width)}^`;
}

/** Truncates the start of a text to `width` columns, with an ellipsis. */
function cutStart(text: string, width: number): string {
	let missing = textWidth(text) - width;
	if (missing <= 0) return text;
	missing++;
	const kept = splitCharacters(text).filter((character) => {
		const isKept = missing <= 0;
		missing -= character.width;
		return isKept;
	});
	return `…${kept.map((character) => character.text).join("")}`;
}
