import { stripVTControlCharacters } from "node:util";
import { render } from "ink";
import type { ReactNode } from "react";
import type { Context } from "../../context.ts";
import type { Colors } from "../../terminal/color.ts";
import { cutText, onOneLine, textWidth, wrapText } from "../../terminal/width.ts";
import { AnswerLines, addLines, EMPTY_SCROLLBACK } from "../../ui/answer-lines.ts";
import { terminalSize } from "../../ui/ink-output.ts";
import { inkOptions, LiveText } from "../../ui/screen.tsx";
import { type Board, type Comparison, describeNumbers, type Pair, showOutput } from "./comparison.ts";

/** Pause between two frames, in milliseconds. */
const FRAME_TIME = 33;
/** Rows that stay free below the part that changes. */
const FREE_ROWS = 2;
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
	const { stdout, colors } = context;
	// The last column stays free: terminals wrap differently after it.
	const measure = (): { columns: number; rows: number } => {
		const { columns, rows } = terminalSize(stdout);
		return { columns: Math.max(1, columns - 1), rows: Math.max(1, rows - FREE_ROWS) };
	};
	const width = (): number => paneWidth(pairs.length, measure().columns);
	const columns = pairs.map((pair) => createColumn(pair, !isMarkdown, width(), context));
	const panes = (): Pane[] => columns.map(({ pane }) => pane());
	let timer: NodeJS.Timeout | undefined;
	const surface = inkOptions(context);
	let instance: ReturnType<typeof render> | undefined;
	const show = (element: ReactNode): void => {
		clearTimeout(timer);
		timer = undefined;
		if (instance) instance.rerender(element);
		else instance = render(element, surface);
	};
	const draw = (): void => show(<LiveText blocks={[]} open={layOut(panes(), measure(), colors.stdout)} />);
	const plan = (): void => {
		timer ??= setTimeout(draw, FRAME_TIME);
	};
	const resize = (): void => {
		for (const column of columns) column.resize(width());
		draw();
	};
	stdout.on?.("resize", resize);
	draw();
	return {
		add: (index, { content, reasoning }) => {
			if (reasoning) columns[index]?.push(reasoning, true);
			if (content) columns[index]?.push(content, false);
			plan();
		},
		end: (index, comparison) => {
			columns[index]?.end(comparison);
			plan();
		},
		close: async () => {
			stdout.off?.("resize", resize);
			const lines = layOut(panes(), { columns: measure().columns }, colors.stdout);
			// Ink leaves its last frame on the screen; an empty frame would leave a blank line.
			const last = lines.splice(-1);
			const { blocks, waiting } = addLines(EMPTY_SCROLLBACK, lines);
			show(<LiveText blocks={blocks} open={[...waiting, ...last]} />);
			instance?.unmount();
			surface.stdout.release();
		},
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
