import type { StreamReader } from "../http/index.ts";
import type { ResponseInfo, WithResponse } from "./types.ts";
/** The events of a call, one at a time. Nothing is sent before the first `next()` or `withResponse()`. */
export interface CallStream<Chunk> extends AsyncGenerator<Chunk, void, undefined> {
    /** Sends the request; resolves at the headers. `data` is this stream. */
    withResponse(): Promise<WithResponse<CallStream<Chunk>>>;
}
/** A response whose events can be read. */
export interface OpenedStream {
    reader: Pick<StreamReader, "next" | "nextWith" | "close">;
    info: ResponseInfo;
    /** Called once, when the stream has ended in any way. */
    close(): void;
}
/**
 * Makes a stream of a call.
 * @param open sends the request
 * @param convert turns an event into a chunk
 */
export declare function createCallStream<Chunk>(open: () => Promise<OpenedStream>, convert: (event: unknown) => Chunk): CallStream<Chunk>;
