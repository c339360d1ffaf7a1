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
 * When the consumer stops early, the body is canceled, which closes the connection.
 */
export declare function readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined>;
/** Turns chunks of bytes into events: `push` a chunk, then call `next` until it returns undefined. */
export declare class EventParser {
    private readonly decoder;
    /** Text of the current chunk; it was read up to `position`. */
    private text;
    private position;
    private hasCarriageReturn;
    /** The chunk before ended with a CR; an LF that follows belongs to the same line end. */
    private endedWithCarriageReturn;
    /** The line that began in an earlier chunk. Text is only ever appended to it, so that many small chunks stay cheap. */
    private line;
    private data;
    private event;
    private id;
    /** Adds a chunk. All events of the chunks before must have been taken. */
    push(chunk: Uint8Array): void;
    /** Ends the stream: an event whose empty line never came is complete now. */
    end(): void;
    /** Characters of the event that is not complete yet. */
    get pendingLength(): number;
    /** Takes the next complete event of the current chunk. */
    next(): ServerSentEvent | undefined;
    private add;
    private findLineEnd;
    private readLine;
    private dispatch;
}
