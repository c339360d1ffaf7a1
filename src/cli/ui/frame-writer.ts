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
 */
export class FrameWriter {
	/** Lines of the frame on the terminal. */
	private shown: readonly string[] = [];

	/** What to write instead. */
	shorten(chunk: string): string {
		const [toBottom, afterMove] = splitStart(chunk, readMove(chunk));
		const [erased, body] = splitStart(afterMove, readErasure(afterMove));
		if (body === "") {
			if (erased !== "") this.shown = [];
			return chunk;
		}
		const cursorAt = body.lastIndexOf("\n") + 1;
		const lines = body.slice(0, cursorAt).split("\n").slice(0, -1);
		const isFrame = cursorAt > 0 && !lines.some((line) => line.includes(ERASE_LINE));
		const before = this.shown;
		// Not a frame: a mode that is switched, for instance.
		if (!isFrame) return chunk;
		this.shown = lines;
		const erasedLines = erased.split(ERASE_LINE).length - 2;
		if (erased === "" || erasedLines !== before.length) return chunk;
		return toBottom + changes(before, lines) + body.slice(cursorAt);
	}
}

/** The codes that replace a frame by the next, from the line below the one to the line below the other. */
function changes(before: readonly string[], after: readonly string[]): string {
	const first = after.findIndex((line, index) => line !== before[index]);
	const start = first === -1 ? after.length : first;
	const same = Math.min(start, before.length);
	const up = before.length - same;
	let codes = up > 0 ? `${ESCAPE}[${up}A` : "";
	for (let index = same; index < after.length; index++) {
		const line = after[index] ?? "";
		codes += line === before[index] ? "\n" : `${line}${ERASE_TO_END}\n`;
	}
	return codes + (after.length < before.length ? ERASE_BELOW : "");
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
