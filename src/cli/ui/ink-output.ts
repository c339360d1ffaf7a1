import type { Output } from "../terminal/process-io.ts";
import { FrameWriter } from "./frame-writer.ts";

/** Size of a terminal that does not report it. */
const USUAL = { columns: 80, rows: 24 };

/** Columns and rows of a terminal, at least one each. */
export function terminalSize({ columns, rows }: Output): { columns: number; rows: number } {
	return { columns: Math.max(1, columns || USUAL.columns), rows: Math.max(1, rows || USUAL.rows) };
}

/** Whether a terminal that becomes narrower cuts its lines; nearly all wrap them instead. */
function cutsLines({ TERM, XTERM_VERSION, STY }: Readonly<Record<string, string | undefined>>): boolean {
	return XTERM_VERSION !== undefined || STY !== undefined || TERM === "linux";
}

export interface InkOutput extends NodeJS.WriteStream {
	/** Erases the last frame from the terminal. */
	erase(): void;
	/** Draws it again, over anything written across it since. */
	redraw(): void;
}

/**
 * Returns the stream as Ink sees it: endlessly high. Otherwise Ink would erase the whole terminal with its scrollback
 * when a frame fills the window; the screens keep frames shorter.
 */
export function inkOutput(output: Output, env: Readonly<Record<string, string | undefined>>): InkOutput {
	const breaksLines = !cutsLines(env);
	const frames = new FrameWriter();
	let { columns } = terminalSize(output);
	/** Columns at the last write: listeners of the same change may write before Ink does. */
	let written = columns;
	const noteSize = (): void => {
		const now = terminalSize(output).columns;
		if (now < written && breaksLines) frames.reflow(now);
		written = now;
	};
	const listeners = new Map<() => void, () => void>();
	/** Ink starts over where there are fewer columns; else it draws what differs, and so nothing where nothing does. */
	const repeat = (): void => {
		const size = terminalSize(output);
		if (size.columns >= columns) output.write(frames.repeat());
		columns = size.columns;
	};
	const facade = {
		isTTY: true,
		rows: Number.POSITIVE_INFINITY,
		get columns() {
			return terminalSize(output).columns;
		},
		write: (text: string, done?: () => void) => {
			noteSize();
			return output.write(frames.shorten(text), done);
		},
		on: (event: string, listener: () => void) => {
			listeners.set(listener, () => {
				repeat();
				listener();
			});
			output.on?.(event, listeners.get(listener) ?? listener);
		},
		off: (event: string, listener: () => void) => output.off?.(event, listeners.get(listener) ?? listener),
		erase: () => {
			noteSize();
			output.write(frames.erase());
		},
		redraw: () => {
			noteSize();
			output.write(frames.repeat());
		},
	};
	// Ink uses nothing else of a stream.
	return facade as unknown as InkOutput;
}
