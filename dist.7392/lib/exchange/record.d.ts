import type { Fetch } from "../http/index.ts";
import { type Facts } from "./recording.ts";
import type { ExchangeStore } from "./store.ts";
/** What `record` takes besides a `fetch` and a store. */
export interface RecordOptions {
    /** Sends the requests. Default: the global `fetch`. */
    fetch?: Fetch | undefined;
    /** Values to keep out of what is written, besides the credentials of each request. */
    secrets?: Iterable<string> | undefined;
    /** Number on from what the store holds, instead of replacing recordings of the same request. Default false. */
    append?: boolean | undefined;
    /** Written into each recording, such as the command, the task and the model. */
    facts?: Facts | (() => Facts) | undefined;
    /**
     * Is told when a recording was not written, because a secret in it cannot be removed or the store failed. Default: the
     * response's body, or the request, fails with that error.
     */
    onProblem?: ((error: unknown) => void) | undefined;
    /** Clock, in milliseconds since 1970. Default `Date.now`. */
    now?: (() => number) | undefined;
}
/** A `fetch` that records, and a way to wait until all that was begun is written. */
export interface Recorder {
    fetch: Fetch;
    /** As `fetch`, sending by another one; numbers are shared. */
    through(fetch: Fetch): Fetch;
    settle(): Promise<void>;
}
/**
 * A `fetch` that writes each request with its response into a store, chunk by chunk as it came.
 *
 * The caller gets each chunk when it comes. A recording is written when the body has ended, failed, or was left by its
 * reader; a body that was cut is replayed cut. Identical requests are numbered; those of an earlier run are replaced.
 * No secret is written. It belongs under `retry`, so that each attempt has its own recording.
 */
export declare function record(store: ExchangeStore, options?: RecordOptions): Fetch;
/** As `record`, for programs that end themselves. */
export declare function createRecorder(store: ExchangeStore, options?: RecordOptions): Recorder;
