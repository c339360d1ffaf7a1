import type { Colors } from "../terminal/color.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { cutText, onOneLine } from "../terminal/width.ts";
import { type EditorState, layOut } from "./editor.ts";

const PROMPT = "❯ ";

/** Columns of a line of the editor. */
export function editorWidth(width: number): number {
	return Math.max(1, width - PROMPT.length);
}

/** The editor as lines, and where the cursor stands among them. Only a part of a long text is shown. */
export function viewEditor(
	state: EditorState,
	{ width, height, colors, placeholder }: { width: number; height: number; colors: Colors; placeholder: string },
): { lines: string[]; x: number; y: number } {
	const { lines, row, column } = layOut(state, editorWidth(width));
	const start = Math.max(0, Math.min(row - height + 1, lines.length - height));
	const shown = lines.slice(start, start + height).map((line, index) => {
		const prompt = index + start === 0 ? colors.cyan(PROMPT) : " ".repeat(PROMPT.length);
		return prompt + sanitize(line.replaceAll("\t", " "));
	});
	if (state.text === "")
		shown[0] = colors.cyan(PROMPT) + colors.dim(cutText(onOneLine(placeholder), editorWidth(width)));
	return { lines: shown, x: PROMPT.length + column, y: row - start };
}
