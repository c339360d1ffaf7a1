import { render } from "ink";
import type { Context } from "../context.ts";
import { addLines, EMPTY_SCROLLBACK } from "./answer-lines.ts";
import { terminalSize } from "./ink-output.ts";
import { inkOptions, LiveText } from "./screen.tsx";

/** Pause between two frames, in milliseconds. */
const FRAME_TIME = 33;
/** Rows that stay free below the part that changes. */
const FREE_ROWS = 2;

/** The part of the terminal that changes. The last column stays free: terminals wrap differently after it. */
export function liveSize({ stdout }: Pick<Context, "stdout">): { columns: number; rows: number } {
	const { columns, rows } = terminalSize(stdout);
	return { columns: Math.max(1, columns - 1), rows: Math.max(1, rows - FREE_ROWS) };
}

/** Lines that are drawn again while they change. */
interface LiveLines {
	/** Permanent lines. */
	take(): readonly string[];
	/** Those below, which may still change. */
	open(): readonly string[];
	/** Called when the terminal has another size. */
	resize(): void;
}

/** Draws lines as they change, without reading keys; at the end they stay. */
export function openLive(context: Context, { take, open, resize }: LiveLines) {
	const { stdout } = context;
	const surface = inkOptions(context);
	let scrollback = EMPTY_SCROLLBACK;
	let timer: NodeJS.Timeout | undefined;
	let instance: ReturnType<typeof render> | undefined;
	const show = (lines: readonly string[], changing: readonly string[]): void => {
		clearTimeout(timer);
		timer = undefined;
		scrollback = addLines(scrollback, lines);
		const element = <LiveText blocks={scrollback.blocks} open={[...scrollback.waiting, ...changing]} />;
		if (instance) instance.rerender(element);
		else instance = render(element, surface);
	};
	const draw = (): void => show(take(), open());
	const resizeAndDraw = (): void => {
		resize();
		draw();
	};
	stdout.on?.("resize", resizeAndDraw);
	return {
		draw,
		/** Draws with the next frame. */
		plan: (): void => {
			timer ??= setTimeout(draw, FRAME_TIME);
		},
		/** @param lines the last ones, which stay */
		close: (lines: readonly string[]): void => {
			stdout.off?.("resize", resizeAndDraw);
			clearTimeout(timer);
			// Ink leaves its last frame on the screen; an empty frame would leave a blank line.
			if (instance || lines.length > 0) show(lines.slice(0, -1), lines.slice(-1));
			instance?.unmount();
			surface.stdout.release();
		},
		/** Draws the permanent lines again, after other output. */
		redraw: (): void => surface.stdout.redraw(),
	};
}
