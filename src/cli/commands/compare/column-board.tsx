import { stripVTControlCharacters } from "node:util";
import type { Context } from "../../context.ts";
import type { Colors } from "../../terminal/color.ts";
import { cutText, onOneLine, textWidth, wrapText } from "../../terminal/width.ts";
import { AnswerLines } from "../../ui/answer-lines.ts";
import { liveSize, openLive } from "../../ui/live.tsx";
import { type Board, type Comparison, describeNumbers, type Pair, showOutput } from "./comparison.ts";

/** Lines of an answer that may still change. */
const OPEN_LINES = 200;

/** The answer of one pair as it arrives. */
function createColumn(pair: Pair, isRaw: boolean, startWidth: number, { colors }: Context) {
	const createLines = (): AnswerLines => new AnswerLines({ width, tallest: OPEN_LINES, colors: colors.stdout, isRaw });
	const pieces: (readonly [text: string, isThought: boolean])[] = [];
	let width = startWidth;
	let answer = createLines();
	let done: string[] = [];
	let comparison: Comparison | undefined;
	const push = (text: string, isThought: boolean): void => {
		pieces.push([text, isThought]);
		answer.push(text, isThought);
	};
	return {
		push,
		end: (ended: Comparison): void => {
			// A result that was not streamed is complete now.
			if (pieces.length === 0) push(showOutput(ended.entry.output), false);
			comparison = ended;
			answer.end();
		},
		resize: (columns: number): void => {
			if (columns === width) return;
			width = columns;
			done = [];
			answer = createLines();
			for (const piece of pieces) answer.push(...piece);
			if (comparison) answer.end();
		},
		pane: (): Pane => {
			done.push(...answer.take());
			const { model, provider, error } = comparison?.entry ?? {};
			const pending = pieces.length > 0 ? "…" : "waiting …";
			return {
				model: model ?? pair.model ?? "the default model",
				provider: provider ?? pair.provider ?? "auto",
				lines: [...done, ...answer.open()],
				status: error ? "failed" : comparison ? describeNumbers(comparison) : pending,
				error: error?.message,
			};
		},
	};
}

/** Draws the answers side by side while they arrive; the complete answers stay on the terminal. */
export function createColumnBoard(pairs: readonly Pair[], isMarkdown: boolean, context: Context): Board {
	const width = (): number => paneWidth(pairs.length, liveSize(context).columns);
	const columns = pairs.map((pair) => createColumn(pair, !isMarkdown, width(), context));
	const draw = (size: { columns: number; rows?: number }): string[] =>
		layOut(
			columns.map(({ pane }) => pane()),
			size,
			context.colors.stdout,
		);
	const live = openLive(context, {
		take: () => [],
		open: () => draw(liveSize(context)),
		resize: () => {
			for (const column of columns) column.resize(width());
		},
	});
	live.draw();
	return {
		add: (index, { content, reasoning }) => {
			if (reasoning) columns[index]?.push(reasoning, true);
			if (content) columns[index]?.push(content, false);
			live.plan();
		},
		end: (index, comparison) => {
			columns[index]?.end(comparison);
			live.plan();
		},
		close: async () => live.close(draw({ columns: liveSize(context).columns })),
	};
}

/** The answer of one pair, laid out in the width of {@link paneWidth}. */
export interface Pane {
	model: string;
	provider: string;
	lines: readonly string[];
	/** Numbers, or the current state. */
	status: string;
	error?: string | undefined;
}

/** A narrower column is hard to read; the panes are then stacked. */
const MIN = 30;
const GAP = 3;

/** Columns of one pane on a terminal; all of them if panes are stacked. */
export function paneWidth(count: number, columns: number): number {
	const width = Math.floor((columns - GAP * (count - 1)) / count);
	return width >= MIN ? width : Math.max(1, columns);
}

/** Lays panes out side by side, or stacks them if there is no room. Of panes taller than `rows`, the end is shown. */
export function layOut(
	panes: readonly Pane[],
	{ columns, rows }: { columns: number; rows?: number },
	colors: Colors,
): string[] {
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

function drawPane({ model, provider, lines, status, error }: Pane, width: number, { bold, dim, red }: Colors) {
	const wrap = (text: string): string[] => wrapText(onOneLine(text), width);
	return {
		head: [bold(cutText(onOneLine(model), width)), dim(cutText(onOneLine(provider), width)), ""],
		body: [...lines, ...(error === undefined ? [] : wrap(`Error: ${error}`).map((line) => red(line)))],
		foot: status === "" ? [] : wrap(status).map((line) => dim(line)),
	};
}

/** Pads a line to a width; styles take no columns. */
function pad(line: string, width: number): string {
	return line + " ".repeat(Math.max(0, width - textWidth(stripVTControlCharacters(line))));
}
