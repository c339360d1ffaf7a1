import { stripVTControlCharacters } from "node:util";
import type { Output } from "../terminal/process-io.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textWidth } from "../terminal/width.ts";

/** Columns and rows of a terminal, at least one each; the usual ones where it does not report them. */
export function terminalSize({ columns, rows }: Output): { columns: number; rows: number } {
	return { columns: Math.max(1, columns || 80), rows: Math.max(1, rows || 24) };
}

export interface InkOutput extends NodeJS.WriteStream {
	/** Erases the last frame from the terminal, and ends the drawing. */
	erase(): void;
	/** Ends the drawing; the last frame stays. */
	release(): void;
	/** Redraws it, over any text that was written across it. */
	redraw(): void;
	/** Scrolls everything above the frame out of the window. */
	clear(): void;
	/** Leaves the terminal to other programs until {@link showFrame}: no frame, and a cursor. */
	hideFrame(): void;
	showFrame(): void;
}

/**
 * Returns the stream as Ink sees it: endlessly high. Otherwise Ink would erase the whole terminal with its scrollback
 * when a frame fills the window; the screens keep frames shorter. From the first frame on, other text that is written to
 * the terminal appears above the frame.
 */
export function inkOutput(output: Output, { env, live }: Pick<Terminal, "env" | "live">): InkOutput {
	const { TERM, XTERM_VERSION, STY } = env;
	// Other terminals cut their lines when they become narrower.
	const breaksLines = XTERM_VERSION === undefined && STY === undefined && TERM !== "linux";
	const frames = new FrameWriter();
	let drawing: { output: Output; detach(): void } | undefined;
	let { columns } = terminalSize(output);
	/** Columns at the last write: listeners of the same change may write before Ink does. */
	let written = columns;
	const noteSize = (): void => {
		const now = terminalSize(output).columns;
		if (now !== written && breaksLines) frames.reflow(now);
		written = now;
	};
	const write = (codes: string, done?: () => void): boolean => (drawing?.output ?? output).write(codes, done);
	const send = (makeCodes: () => string): void => {
		noteSize();
		write(makeCodes());
	};
	const attach = (): void => {
		if (drawing) return;
		frames.hide();
		let own = output;
		const detach = live.attach(output, (unwatched) => {
			own = unwatched;
			return {
				show: () => own.write(frames.show()),
				hide: () => {
					noteSize();
					own.write(frames.hide());
				},
			};
		});
		drawing = { output: own, detach };
	};
	const release = (): void => {
		if (frames.isHidden && frames.hasFrame) write(`\n${frames.show()}`);
		drawing?.detach();
		drawing = undefined;
	};
	const listeners = new Map<() => void, () => void>();
	/** Ink redraws everything if there are fewer columns; else it draws only differences. */
	const repeat = (): void => {
		noteSize();
		const size = terminalSize(output);
		if (size.columns >= columns) write(frames.repeat());
		columns = size.columns;
	};
	const facade = {
		isTTY: true,
		rows: Number.POSITIVE_INFINITY,
		get columns() {
			return terminalSize(output).columns;
		},
		write: (text: string, done?: () => void) => {
			if (text !== "") attach();
			noteSize();
			return write(frames.shorten(text), done);
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
			send(() => frames.erase());
			release();
		},
		release,
		redraw: () => send(() => frames.repeat()),
		clear: () => send(() => frames.lift(terminalSize(output).rows)),
		hideFrame: () => send(() => frames.hide() + SHOW),
		showFrame: () => send(() => HIDE + frames.show()),
	};
	// Ink uses nothing else of a stream.
	return facade as unknown as InkOutput;
}

const ESCAPE = "\u001B";
const HIDE = `${ESCAPE}[?25l`;
const SHOW = `${ESCAPE}[?25h`;
const ERASE_LINE = `${ESCAPE}[2K`;
const START = `${ESCAPE}[G`;
const ERASE_TO_END = `${ESCAPE}[K`;
const ERASE_BELOW = `${ESCAPE}[J`;
/** The same from the first column. Where that is the window's first row, tmux would keep what it erases in the scrollback. */
const ERASE_FRAME = `${ERASE_TO_END}${ESCAPE}[C${ERASE_BELOW}${START}`;

const CODE = `${ESCAPE}\\[`;
/** The codes that hide the cursor and move it below the frame, and those that erase lines upwards. */
const CHUNK_START = new RegExp(
	`^(${CODE}\\?25l(?:${CODE}\\d*B)?${CODE}1?G)?((?:${CODE}2K${CODE}1A)*${CODE}2K${CODE}G)?`,
);
/** Position of the cursor: rows above the line below the frame, and column from 1. */
const CURSOR = new RegExp(`^${CODE}(\\d+)A(?:${CODE}(\\d+)G)?`);

/**
 * Shortens the frames that Ink writes. Ink erases all lines of a frame and writes all of the next; most of them are the
 * same, and on a terminal that draws at once this flickers. Here only lines that differ are written. (Ink's own option
 * for that, `incrementalRendering`, is off by a line in 6.8.) Other output is passed through unchanged.
 *
 * Moves are counted upwards from the cursor. Ink moves to the bottom of the frame first; but a window that gets shorter
 * loses the lines below the cursor, and counting from its new bottom would erase lines that must stay.
 */
export class FrameWriter {
	private shown: readonly string[] = [];
	/** The codes that move the cursor into the frame. */
	private tail = "";
	/** Columns of the terminal since they changed; the frame is written whole then. */
	private resized: number | undefined;
	/** The frame is not on the terminal, because another text is written there. */
	isHidden = false;
	/** Lines that came while the frame was hidden, and stay above it. */
	private held: readonly string[] = [];

	get hasFrame(): boolean {
		return this.shown.length + this.held.length > 0;
	}

	/** Returns the codes that remove the frame from the terminal; the next frames are kept until {@link show}. */
	hide(): string {
		const codes = this.shown.length === 0 || this.isHidden ? "" : this.goTo(0) + ERASE_FRAME;
		this.isHidden = true;
		this.resized = undefined;
		return codes;
	}

	/** Returns the latest frame, for a cursor at the start of a line. */
	show(): string {
		const lines = [...this.held, ...this.shown];
		this.isHidden = false;
		this.held = [];
		return lines.map((line) => `${line}\n`).join("") + (this.shown.length > 0 ? this.tail : "");
	}

	shorten(chunk: string): string {
		const [start = "", toBottom = "", erased = ""] = CHUNK_START.exec(chunk) ?? [];
		const body = chunk.slice(start.length);
		const isKnown = erased !== "" && erased.split(ERASE_LINE).length - 2 === this.shown.length;
		if (body === "") {
			if (erased === "") return chunk;
			return isKnown ? this.hideCursor() + this.erase() : chunk;
		}
		const cursorAt = body.lastIndexOf("\n") + 1;
		const lines = body.slice(0, cursorAt).split("\n").slice(0, -1);
		const isFrame = cursorAt > 0 && !lines.some((line) => line.includes(ERASE_LINE));
		if (!isFrame) {
			// The cursor alone, or a mode that is switched. After a clear Ink does not move to the bottom first.
			const isTail = toBottom !== "" || /^.(?:\[\d+A)?(?:.\[\d+G)?.\[\?25h$/.test(body);
			if (isTail) this.tail = body;
			return isTail && this.isHidden ? "" : chunk;
		}
		if (this.isHidden) {
			// Without codes that erase, the lines before were those that stay.
			if (erased === "") this.held = [...this.held, ...this.shown];
			this.remember(lines, body.slice(cursorAt));
			return "";
		}
		const text = isKnown ? this.change(lines) : start + body.slice(0, cursorAt);
		this.remember(lines, body.slice(cursorAt));
		return text + this.tail;
	}

	/** The terminal has wrapped its lines again for other columns: the frame may take more rows than it has lines. */
	reflow(columns: number): void {
		this.resized = columns;
	}

	/** Returns the frame again: the terminal may have cut it. */
	repeat(): string {
		if (this.shown.length === 0 || this.isHidden) return "";
		return this.goTo(0) + ERASE_FRAME + this.shown.map((line) => `${line}\n`).join("") + this.tail;
	}

	/** Returns the codes that move the frame to the top of a window of so many rows; what was above it scrolls away. */
	lift(rows: number): string {
		if (this.isHidden) return "";
		return `${this.goTo(0)}${ERASE_FRAME}${"\n".repeat(rows)}${ESCAPE}[H${this.repeat()}`;
	}

	erase(): string {
		const codes = this.shown.length === 0 || this.isHidden ? "" : this.goTo(0) + ERASE_FRAME;
		this.remember([], "");
		return codes;
	}

	private remember(lines: readonly string[], tail: string): void {
		this.resized = undefined;
		this.shown = lines;
		this.tail = tail;
	}

	/** Returns the codes that replace the frame by the next, and leave the cursor below it. */
	private change(after: readonly string[]): string {
		const before = this.shown;
		const first = after.findIndex((line, index) => line !== before[index]);
		const unchanged = Math.min(first === -1 ? after.length : first, before.length);
		const same = this.resized === undefined ? unchanged : 0;
		let codes = this.hideCursor() + this.goTo(same) + (this.resized === undefined ? "" : ERASE_FRAME);
		for (let index = same; index < after.length; index++) {
			const line = after[index] ?? "";
			const isThere = this.resized === undefined && line === before[index];
			codes += isThere ? "\n" : `${line}${ERASE_TO_END}\n`;
		}
		// Rest of the earlier frame, or an echoed ^C, may be below the frame.
		return codes + ERASE_BELOW;
	}

	private hideCursor(): string {
		return this.tail === "" ? "" : HIDE;
	}

	/** Returns the codes that move the cursor to the beginning of a line of the frame. */
	private goTo(line: number): string {
		const [, rise = 0, position = 1] = CURSOR.exec(this.tail) ?? [];
		const at = this.shown.length - Number(rise);
		if (this.resized !== undefined) {
			const rows =
				this.countRows(line, at, this.resized) + Math.floor(Math.max(0, Number(position) - 1) / this.resized);
			return START + (rows > 0 ? `${ESCAPE}[${rows}A` : "");
		}
		// Always from the first column: a terminal that echoes Ctrl-C has moved the cursor.
		if (line === at) return START;
		return START + (line < at ? `${ESCAPE}[${at - line}A` : `${ESCAPE}[${line - at}B`);
	}

	/** Rows of lines of the frame after the terminal has wrapped them. */
	private countRows(from: number, to: number, columns: number): number {
		return this.shown
			.slice(from, to)
			.reduce((rows, line) => rows + Math.max(1, Math.ceil(textWidth(stripVTControlCharacters(line)) / columns)), 0);
	}
}
