import { stripVTControlCharacters } from "node:util";
import type { Colors } from "../../terminal/color.ts";
import { cutText, onOneLine, textWidth, wrapText } from "../../terminal/width.ts";

/** The answer of one pair, laid out in the width of {@link paneWidth}. */
export interface Pane {
	model: string;
	provider: string;
	lines: readonly string[];
	/** Numbers, or the current state. */
	status: string;
	error?: string | undefined;
}

export interface Space {
	columns: number;
	/** Rows in all; undefined for no limit. */
	rows?: number | undefined;
}

/** A narrower column is hard to read; the panes are then stacked. */
const MIN = 30;
const GAP = 3;

/** Columns of one pane on a terminal; all of them if panes are stacked. */
export function paneWidth(count: number, columns: number): number {
	const width = Math.floor((columns - GAP * (count - 1)) / count);
	return width >= MIN ? width : Math.max(1, columns);
}

/** Lays panes out side by side, or stacks them if there is no room. Of panes that are too tall, the end is shown. */
export function layOut(panes: readonly Pane[], { columns, rows }: Space, colors: Colors): string[] {
	const width = paneWidth(panes.length, columns);
	const isBeside = panes.length > 1 && width < columns;
	const parts = panes.map((pane) => drawPane(pane, width, colors));
	const clip = (lines: readonly string[], others: number, share: number | undefined): readonly string[] =>
		share === undefined ? lines : lines.slice(-Math.max(1, share - others));
	if (!isBeside) {
		const share = rows === undefined ? undefined : Math.floor(rows / panes.length) - 1;
		const all = parts.flatMap(({ head, body, foot }, index) => [
			...(index > 0 ? [""] : []),
			...head,
			...clip(body, head.length + foot.length, share),
			...foot,
		]);
		return rows === undefined ? all : all.slice(-rows);
	}
	const height = (name: "head" | "foot"): number => Math.max(...parts.map((part) => part[name].length));
	const bodies = parts.map(({ body }) => clip(body, height("head") + height("foot"), rows));
	const separator = ` ${colors.dim("│")} `;
	const join = (blocks: readonly (readonly string[])[]): string[] =>
		Array.from({ length: Math.max(...blocks.map((block) => block.length)) }, (_, row) =>
			blocks
				.map((block) => pad(block[row] ?? "", width))
				.join(separator)
				.trimEnd(),
		);
	return [...join(parts.map(({ head }) => head)), ...join(bodies), ...join(parts.map(({ foot }) => foot))];
}

function drawPane(
	{ model, provider, lines, status, error }: Pane,
	width: number,
	{ bold, dim, red }: Colors,
): Record<"head" | "body" | "foot", string[]> {
	const failure = error === undefined ? [] : wrapText(onOneLine(`Error: ${error}`), width).map((line) => red(line));
	return {
		head: [bold(cutText(onOneLine(model), width)), dim(cutText(onOneLine(provider), width)), ""],
		body: [...lines, ...failure],
		foot: status === "" ? [] : wrapText(onOneLine(status), width).map((line) => dim(line)),
	};
}

/** Pads a line to a width; styles take no columns. */
function pad(line: string, width: number): string {
	return line + " ".repeat(Math.max(0, width - textWidth(stripVTControlCharacters(line))));
}
