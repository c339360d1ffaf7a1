import { type Fetch } from "./retry.ts";
/** What `timeout` takes besides a `fetch`. */
export interface TimeoutOptions {
    /** Longest wait for the head of the answer, in milliseconds. */
    firstByte?: number | undefined;
    /** Longest wait for the next piece of the body, in milliseconds. */
    idle?: number | undefined;
    /** Longest time from the call to the end of the body, in milliseconds. */
    total?: number | undefined;
}
/**
 * Returns a `fetch` with time limits; a limit that is left out does not exist, nor does one of more than 24 days.
 * A call that runs out of time rejects (or its body errors) with a `DOMException` named `TimeoutError`, and the
 * connection is closed.
 */
export declare function timeout(fetch: Fetch, limits: TimeoutOptions): Fetch;
/** A response of a transport that does without the platform's `Response`: naming that loads `fetch` in Node 20. */
interface LightResponse extends Response {
    withBody(body: ReadableStream<Uint8Array>): Response;
}
/** Returns the response with another body; `url` and the like stay. */
export declare function replaceBody(response: Response | LightResponse, body: ReadableStream<Uint8Array>): Response;
export {};
