import { type Limits } from "./limits.ts";
import { type WireRequest } from "./send.ts";
export interface StreamOptions {
    limits?: Limits | undefined;
    /** Ends the stream at once, also between events that have arrived already. */
    signal?: AbortSignal | null | undefined;
}
/**
 * Reads the JSON values of a streamed response.
 *
 * The errors of `next` and of the constructor: ProviderApiError when the response is not an event stream, or an event
 * reports an error; ProviderOutputError when an event is not JSON, or larger than `limits.eventBytes`.
 */
export declare class StreamReader {
    private readonly reader;
    private readonly parser;
    private readonly limit;
    private readonly signal;
    private readonly release;
    private readonly response;
    private readonly request;
    /** The end of the body was read; events of its last chunk may still be waiting. */
    private isRead;
    private isClosed;
    constructor(response: Response, request: WireRequest, options?: StreamOptions);
    /** Returns the next value, or a promise of it where it has not arrived; undefined is the end. */
    next(): unknown;
    /**
     * As `next`, with a transform of each value: one promise for a value that has not arrived.
     * @param deliver makes the result of a value, or of undefined at the end
     * @param fail throws the error of a value that was waited for
     */
    nextWith<Result>(deliver: (value: unknown) => Result, fail: (error: unknown) => never): Result | Promise<Result>;
    /** Ends the stream and closes the connection. */
    close(): void;
    private cancel;
    private read;
    /** Returns the next value that has arrived; undefined where there is none, or the stream has ended. */
    private take;
    private parse;
    private fail;
}
/** Returns the JSON values of a streamed response, as they come; see `StreamReader`. */
export declare function readStream(response: Response, request: WireRequest, options?: StreamOptions): AsyncGenerator<unknown, void, undefined>;
