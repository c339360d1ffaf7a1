import type { Colors } from "../terminal/color.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { cutText, onOneLine } from "../terminal/width.ts";
import { type EditorState, layOut } from "./editor.ts";

const PROMPT = "❯ ";
const INDENT = " ".repeat(PROMPT.length);

/** Columns of a line of the editor. */
export function editorWidth(width: number): number {
	return Math.max(1, width - PROMPT.length);
}

/** Maximum rows of an editor: half the screen, without the rows of other lines. */
export function editorHeight(rows: number, otherRows: number): number {
	return Math.max(1, Math.min(Math.max(6, Math.floor(rows / 2)), rows - otherRows));
}

/**
 * Returns the editor as lines, with the position of the cursor. Of a text with more than `height` lines, the part
 * around the cursor is shown, with the number of lines above and below it.
 */
export function viewEditor(
	state: EditorState,
	{ width, height, colors, placeholder }: { width: number; height: number; colors: Colors; placeholder: string },
): { lines: string[]; x: number; y: number } {
	const { lines, row, column } = layOut(state, editorWidth(width));
	const { start, end, isTold } = findWindow(lines.length, row, height);
	const shown = lines.slice(start, end).map((line, index) => {
		const prompt = index + start === 0 ? colors.cyan(PROMPT) : INDENT;
		return prompt + sanitize(line.replaceAll("\t", " "));
	});
	const count = (sign: string, hidden: number): string[] =>
		isTold && hidden > 0
			? [INDENT + colors.dim(cutText(`${sign} ${hidden} more ${hidden === 1 ? "line" : "lines"}`, editorWidth(width)))]
			: [];
	const above = count("↑", start);
	if (state.text === "")
		shown[0] = colors.cyan(PROMPT) + colors.dim(cutText(onOneLine(placeholder), editorWidth(width)));
	const below = count("↓", lines.length - end);
	return { lines: [...above, ...shown, ...below], x: PROMPT.length + column, y: above.length + row - start };
}

/** The visible lines: the one with the cursor, and as many others as fit. */
function findWindow(total: number, row: number, height: number): { start: number; end: number; isTold: boolean } {
	if (total <= height) return { start: 0, end: total, isTold: false };
	const isTold = height >= 3;
	const atEdge = isTold ? height - 1 : height;
	if (row < atEdge) return { start: 0, end: atEdge, isTold };
	if (row >= total - atEdge) return { start: total - atEdge, end: total, isTold };
	const between = isTold ? height - 2 : height;
	return { start: row - between + 1, end: row + 1, isTold };
}
