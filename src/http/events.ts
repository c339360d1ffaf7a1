/** One server-sent event. `data` has its lines joined by line feeds. */
export interface ServerSentEvent {
	data: string;
	event?: string;
	id?: string;
}

/**
 * Reads a response body as server-sent events.
 *
 * Any chunking is fine: bytes of one character, or CR and LF of one line end, may arrive apart. Lines end with LF, CR or
 * CRLF; comments are skipped; an event still pending at the end of the stream is delivered.
 * When the consumer stops early, the body is cancelled, which closes the connection.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	const parser = new EventParser();
	let finished = false;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			finished = done;
			yield* parser.push(done ? decoder.decode() : decoder.decode(value, { stream: true }), done);
			if (done) return;
		}
	} finally {
		// Not awaited: a connection that hangs must not keep the consumer waiting for its end.
		if (!finished) reader.cancel().catch(() => undefined);
		reader.releaseLock();
	}
}

class EventParser {
	private rest = "";
	private data: string[] = [];
	private event = "";
	private id = "";

	*push(text: string, isEnd: boolean): Generator<ServerSentEvent, void, undefined> {
		let from = 0;
		const buffer = this.rest === "" ? text : this.rest + text;
		// Only the new text can hold a line end that was not seen before, except a CR left over at its start.
		let search = Math.max(0, this.rest.length - 1);
		for (;;) {
			const end = findLineEnd(buffer, search);
			if (end === -1) break;
			const isCarriageReturn = buffer.charCodeAt(end) === CR;
			// The LF of a CRLF may still be on its way.
			if (isCarriageReturn && end + 1 === buffer.length && !isEnd) break;
			const next = isCarriageReturn && buffer.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
			const complete = this.readLine(buffer.slice(from, end));
			if (complete) yield complete;
			from = next;
			search = next;
		}
		this.rest = buffer.slice(from);
		if (!isEnd) return;
		if (this.rest !== "") this.readLine(this.rest);
		const last = this.dispatch();
		if (last) yield last;
	}

	private readLine(line: string): ServerSentEvent | undefined {
		if (line === "") return this.dispatch();
		const colon = line.indexOf(":");
		if (colon <= 0) return undefined;
		const field = line.slice(0, colon);
		const value = line.slice(line.charCodeAt(colon + 1) === BLANK ? colon + 2 : colon + 1);
		if (field === "data") this.data.push(value);
		else if (field === "event") this.event = value;
		else if (field === "id") this.id = value;
		return undefined;
	}

	private dispatch(): ServerSentEvent | undefined {
		const complete =
			this.data.length === 0
				? undefined
				: {
						data: this.data.join("\n"),
						...(this.event === "" ? {} : { event: this.event }),
						...(this.id === "" ? {} : { id: this.id }),
					};
		this.data = [];
		this.event = "";
		return complete;
	}
}

const LF = 10;
const CR = 13;
const BLANK = 32;

function findLineEnd(text: string, from: number): number {
	const lineFeed = text.indexOf("\n", from);
	// Looking for a CR beyond the LF would make long buffers without CR quadratic.
	const carriageReturn = lineFeed === -1 ? text.indexOf("\r", from) : text.slice(from, lineFeed).indexOf("\r");
	if (lineFeed === -1 || carriageReturn === -1) return Math.max(lineFeed, carriageReturn);
	return from + carriageReturn;
}
