/** One server-sent event. `data` has its lines joined by line feeds. */
export interface ServerSentEvent {
	data: string;
	event?: string;
	/** The last id seen; it stays until another one comes. */
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
	// Keeps the bytes of a character that is not complete yet, and drops a byte order mark.
	const decoder = new TextDecoder();
	const parser = new EventParser();
	let finished = false;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			for (const event of parser.push(decoder.decode(value, { stream: true }))) yield event;
		}
		finished = true;
		for (const event of parser.push(decoder.decode())) yield event;
		const last = parser.end();
		if (last) yield last;
	} finally {
		// Not awaited: a connection that hangs must not keep the consumer waiting for its end.
		if (!finished) reader.cancel().catch(() => undefined);
		reader.releaseLock();
	}
}

class EventParser {
	/** The line that has begun. Text is only ever appended to it, so that many small chunks stay cheap. */
	private line = "";
	private data: string[] = [];
	private event = "";
	private id = "";
	/** The last chunk ended with a CR; if an LF comes next, it belongs to the same line end. */
	private endedWithCarriageReturn = false;

	/** The events that `text` completes. */
	push(text: string): ServerSentEvent[] {
		const events: ServerSentEvent[] = [];
		if (text === "") return events;
		let from = this.endedWithCarriageReturn && text.startsWith("\n") ? 1 : 0;
		this.endedWithCarriageReturn = text.endsWith("\r");
		let lineFeed = text.indexOf("\n", from);
		let carriageReturn = text.indexOf("\r", from);
		while (lineFeed !== -1 || carriageReturn !== -1) {
			const isLineFeed = carriageReturn === -1 || (lineFeed !== -1 && lineFeed < carriageReturn);
			const end = isLineFeed ? lineFeed : carriageReturn;
			const complete = this.readLine(this.line + text.slice(from, end));
			this.line = "";
			from = !isLineFeed && lineFeed === end + 1 ? end + 2 : end + 1;
			// Each search goes on where the same search stopped, never over the same text again.
			if (lineFeed !== -1 && lineFeed < from) lineFeed = text.indexOf("\n", from);
			if (carriageReturn !== -1 && carriageReturn < from) carriageReturn = text.indexOf("\r", from);
			if (complete) events.push(complete);
		}
		this.line += text.slice(from);
		return events;
	}

	/** The event whose empty line never came. */
	end(): ServerSentEvent | undefined {
		if (this.line !== "") this.readLine(this.line);
		return this.dispatch();
	}

	private readLine(line: string): ServerSentEvent | undefined {
		if (line === "") return this.dispatch();
		const colon = line.indexOf(":");
		if (colon <= 0) return undefined;
		const field = line.slice(0, colon);
		const value = line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
		if (field === "data") this.data.push(value);
		else if (field === "event") this.event = value;
		else if (field === "id") this.id = value;
		return undefined;
	}

	private dispatch(): ServerSentEvent | undefined {
		const { data, event, id } = this;
		this.data = [];
		this.event = "";
		if (data.length === 0) return undefined;
		return { data: data.join("\n"), ...(event === "" ? {} : { event }), ...(id === "" ? {} : { id }) };
	}
}
