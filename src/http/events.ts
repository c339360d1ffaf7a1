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
 * Any chunking works: bytes of one character, or CR and LF of one line end, may arrive in different chunks. Lines end with LF, CR or
 * CRLF; comments are skipped; an event still pending at the end of the stream is delivered.
 * When the consumer stops early, the body is canceled, which closes the connection.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined> {
	const reader = body.getReader();
	const parser = new EventParser();
	let isFinished = false;
	try {
		while (!isFinished) {
			const { done, value } = await reader.read();
			isFinished = done;
			if (value) parser.push(value);
			else parser.end();
			for (let data = parser.next(); data !== undefined; data = parser.next()) {
				const { event, id } = parser;
				yield { data, ...(event === "" ? {} : { event }), ...(id === "" ? {} : { id }) };
			}
		}
	} finally {
		// Not awaited: a hanging connection must not block the consumer.
		if (!isFinished) reader.cancel().catch(() => undefined);
		reader.releaseLock();
	}
}

const LINE_FEED = 10;

/**
 * Parses chunks of bytes as events: `push` a chunk, then call `next` until it returns undefined. An event is its data and what
 * `event` and `id` are then; an object for each would cost more than finding its end.
 */
export class EventParser {
	/** The name of the event that was taken last; empty without one. */
	event = "";
	/** The last id seen; it stays until another one comes. */
	id = "";
	readonly #decoder = new ChunkDecoder();
	/** Text of the current chunk; it was read up to `position`. */
	#text = "";
	#position = 0;
	#hasCarriageReturn = false;
	/** The chunk before ended with a CR; an LF that follows belongs to the same line end. */
	#endedWithCarriageReturn = false;
	/** The line that began in an earlier chunk. */
	readonly #line = new GrowingText();
	readonly #data = new GrowingText();
	#hasData = false;
	/** The name of the event that is not complete yet. */
	#name = "";

	/** Adds a chunk. All events of the chunks before must have been taken. */
	push(chunk: Uint8Array): void {
		this.#add(this.#decoder.decode(chunk));
	}

	/** Ends the stream: an event whose empty line never came is complete now. */
	end(): void {
		const rest = this.#decoder.end();
		// Ends the last line and the event; where there is none, empty lines do nothing.
		this.#add(`${rest}\n\n`);
		this.#endedWithCarriageReturn = false;
	}

	/** Characters of the event that is not complete yet. */
	get pendingLength(): number {
		return this.#line.length + this.#data.length + this.#name.length;
	}

	/** Takes the next complete event of the current chunk; returns its data. */
	next(): string | undefined {
		const text = this.#text;
		// Nearly every event of nearly every service: one line of data, then an empty line.
		if (!this.#hasCarriageReturn && this.#line.length === 0 && !this.#hasData && this.#name === "") {
			const from = this.#position;
			if (text.startsWith("data: ", from)) {
				const end = text.indexOf("\n", from + 6);
				if (end !== -1 && text.charCodeAt(end + 1) === LINE_FEED) {
					this.#position = end + 2;
					this.event = "";
					return text.slice(from + 6, end);
				}
			}
		}
		while (this.#position < text.length) {
			const end = this.#findLineEnd();
			if (end === -1) {
				this.#line.add(text.slice(this.#position));
				this.#position = text.length;
				return undefined;
			}
			const rest = text.slice(this.#position, end);
			const line = this.#line.length === 0 ? rest : this.#line.take() + rest;
			this.#position = text.startsWith("\r\n", end) ? end + 2 : end + 1;
			const data = this.#readLine(line);
			if (data !== undefined) return data;
		}
		return undefined;
	}

	#add(text: string): void {
		if (text === "") return;
		this.#text = text;
		this.#position = this.#endedWithCarriageReturn && text.startsWith("\n") ? 1 : 0;
		this.#hasCarriageReturn = text.includes("\r");
		this.#endedWithCarriageReturn = text.endsWith("\r");
	}

	#findLineEnd(): number {
		if (!this.#hasCarriageReturn) return this.#text.indexOf("\n", this.#position);
		const pattern = /[\r\n]/g;
		pattern.lastIndex = this.#position;
		return pattern.exec(this.#text)?.index ?? -1;
	}

	#readLine(line: string): string | undefined {
		if (line === "") return this.#dispatch();
		const colon = line.indexOf(":");
		if (colon <= 0) return undefined;
		const field = line.slice(0, colon);
		const value = line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
		if (field === "data") {
			if (this.#hasData) this.#data.add("\n");
			this.#hasData = true;
			this.#data.add(value);
		} else if (field === "event") this.#name = value;
		else if (field === "id") this.id = value;
		return undefined;
	}

	#dispatch(): string | undefined {
		this.event = this.#name;
		this.#name = "";
		if (!this.#hasData) return undefined;
		this.#hasData = false;
		return this.#data.take();
	}
}

/** Pieces that are joined at once. */
const PIECES = 256;

/**
 * A text that grows by pieces. They are joined from time to time: appended one by one, each short piece would hold
 * dozens of bytes for every character, and the chunk that it was cut from.
 */
class GrowingText {
	length = 0;
	#joined = "";
	#pieces: string[] = [];

	add(piece: string): void {
		if (piece === "") return;
		this.length += piece.length;
		if (this.#pieces.push(piece) === PIECES) this.#join();
	}

	/** Returns the text and begins a new one. */
	take(): string {
		const [first = ""] = this.#pieces;
		if (this.#joined !== "" || this.#pieces.length > 1) this.#join();
		const text = this.#joined === "" ? first : this.#joined;
		this.length = 0;
		this.#joined = "";
		this.#pieces = [];
		return text;
	}

	#join(): void {
		this.#joined += this.#pieces.join("");
		this.#pieces = [];
	}
}

/** Shared, because creating a decoder takes longer than decoding; never left in the middle of a character. */
const whole = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes UTF-8 chunk by chunk. A streaming `TextDecoder` is slow in Node, and needed only where a chunk ends within a character. */
export class ChunkDecoder {
	#streaming: TextDecoder | undefined;
	#isFirst = true;

	decode(chunk: Uint8Array): string {
		if (chunk.length === 0) return "";
		const endsInside = (chunk[chunk.length - 1] ?? 0) >= 0x80;
		if (endsInside) this.#streaming ??= new TextDecoder("utf-8", { ignoreBOM: true });
		const text = this.#streaming ? this.#streaming.decode(chunk, { stream: true }) : whole.decode(chunk);
		if (!endsInside) this.#streaming = undefined;
		if (!this.#isFirst || text === "") return text;
		this.#isFirst = false;
		return text.startsWith("\uFEFF") ? text.slice(1) : text;
	}

	/** Returns the rest: the replacement character for a cut one. */
	end(): string {
		return this.#streaming?.decode() ?? "";
	}
}
