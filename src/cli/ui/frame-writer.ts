const ESCAPE = "\u001B";
const HIDE = `${ESCAPE}[?25l`;
const ERASE_LINE = `${ESCAPE}[2K`;
const UP = `${ESCAPE}[1A`;
const START = `${ESCAPE}[G`;
const ERASE_TO_END = `${ESCAPE}[K`;
const ERASE_BELOW = `${ESCAPE}[J`;

/**
 * Makes the frames Ink writes small. Ink erases all lines of a frame and writes all of the next; most of them are the
 * same, and on a terminal that draws at once this flickers. Here only lines that differ are written. (Ink's own option for
 * that, `incrementalRendering`, is off by a line in 6.8.) What does not look like a frame goes through unchanged.
 *
 * Ways are counted from where the cursor is, upwards. Ink goes to the bottom of the frame first; but a window that gets
 * lower loses what is below the cursor, and whoever counts from its new bottom wipes lines that are to stay.
 */
export class FrameWriter {
	/** Lines of the frame on the terminal. */
	private shown: readonly string[] = [];
	/** The codes that put the cursor somewhere into the frame. */
	private tail = "";

	/** Text to write instead. */
	shorten(chunk: string): string {
		const [toBottom, afterMove] = splitStart(chunk, readMove(chunk));
		const [erased, body] = splitStart(afterMove, readErasure(afterMove));
		const isKnown = erased !== "" && erased.split(ERASE_LINE).length - 2 === this.shown.length;
		if (body === "") {
			if (erased === "") return chunk;
			return isKnown ? this.hide() + this.erase() : chunk;
		}
		const cursorAt = body.lastIndexOf("\n") + 1;
		const lines = body.slice(0, cursorAt).split("\n").slice(0, -1);
		const isFrame = cursorAt > 0 && !lines.some((line) => line.includes(ERASE_LINE));
		if (!isFrame) {
			// The cursor alone, or a mode that is switched.
			if (toBottom !== "") this.tail = body;
			return chunk;
		}
		const text = isKnown ? this.change(lines) : chunk.slice(0, chunk.length - body.length) + body.slice(0, cursorAt);
		this.remember(lines, body.slice(cursorAt));
		return text + this.tail;
	}

	/** The frame once more: the terminal may have cut it. */
	repeat(): string {
		if (this.shown.length === 0) return "";
		return this.goTo(0) + ERASE_BELOW + this.shown.map((line) => `${line}\n`).join("") + this.tail;
	}

	/** Takes the frame away. */
	erase(): string {
		const codes = this.shown.length === 0 ? "" : this.goTo(0) + ERASE_BELOW;
		this.remember([], "");
		return codes;
	}

	private remember(lines: readonly string[], tail: string): void {
		this.shown = lines;
		this.tail = tail;
	}

	/** The codes that replace the frame by the next, and leave the cursor below it. */
	private change(after: readonly string[]): string {
		const before = this.shown;
		const first = after.findIndex((line, index) => line !== before[index]);
		const same = Math.min(first === -1 ? after.length : first, before.length);
		let codes = this.hide() + this.goTo(same);
		for (let index = same; index < after.length; index++) {
			const line = after[index] ?? "";
			codes += line === before[index] ? "\n" : `${line}${ERASE_TO_END}\n`;
		}
		return codes + (after.length < before.length ? ERASE_BELOW : "");
	}

	private hide(): string {
		return this.tail === "" ? "" : HIDE;
	}

	/** The codes that bring the cursor to the beginning of a line of the frame. */
	private goTo(line: number): string {
		const row = this.shown.length - readRise(this.tail);
		const start = this.tail === "" ? "" : START;
		if (line === row) return start;
		return start + (line < row ? `${ESCAPE}[${row - line}A` : `${ESCAPE}[${line - row}B`);
	}
}

/** How far above the line below the frame a cursor is put. */
function readRise(tail: string): number {
	const [, rows] = tail.startsWith(ESCAPE) ? (/^.\[(\d+)A/.exec(tail) ?? []) : [];
	return Number(rows ?? 0);
}

/** Length of the codes that hide the cursor and bring it below the frame. */
function readMove(chunk: string): number {
	if (!chunk.startsWith(HIDE)) return 0;
	const rest = chunk.slice(HIDE.length);
	const move = rest.startsWith(ESCAPE) ? (/^.(?:\[\d*B.)?\[1?G/.exec(rest)?.[0].length ?? 0) : 0;
	return move > 0 ? HIDE.length + move : 0;
}

/** Length of the codes that erase lines upwards. */
function readErasure(chunk: string): number {
	const step = ERASE_LINE + UP;
	let length = 0;
	while (chunk.startsWith(step, length)) length += step.length;
	const last = ERASE_LINE + START;
	return chunk.startsWith(last, length) ? length + last.length : 0;
}

function splitStart(text: string, length: number): [string, string] {
	return [text.slice(0, length), text.slice(length)];
}
