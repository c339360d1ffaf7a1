import type { Fetch } from "../http/index.ts";
import { type RecordOptions } from "./record.ts";
import type { ExchangeStore } from "./store.ts";
/** How fast chunks are played: all at once, at the times of the recording, or so many times as fast. */
export type Pace = "none" | "original" | number;
/** What `replay` takes besides a store. */
export interface ReplayOptions {
    /** How to treat a request that was not recorded: fail (default), or send it and record it. */
    onMiss?: "error" | "record" | undefined;
    /** Sends what `onMiss: "record"` records. Default: the global `fetch`. */
    fetch?: Fetch | undefined;
    /** Fields that need not be the same: dotted paths in the body, such as `seed` or `messages.0.content`. */
    ignore?: readonly string[] | undefined;
    /** Default `none`. */
    pace?: Pace | undefined;
    /** Values that recordings do not hold, besides the credentials of each request. */
    secrets?: Iterable<string> | undefined;
    /**
     * For a server: requests are matched by their path, whatever host they came to, and recorded URLs in JSON responses
     * lead to the server. Default false.
     */
    anyHost?: boolean | undefined;
    /** How misses are recorded. */
    recording?: Omit<RecordOptions, "fetch" | "append" | "secrets"> | undefined;
}
/** A `fetch` that replays. */
export interface Replayer {
    fetch: Fetch;
    /** As `fetch`, sending what was not recorded by another one; the place in the recordings is shared. */
    through(fetch: Fetch): Fetch;
    /** Whether the last response came from the network. */
    isLive(): boolean;
    /** Resolves when what was recorded on the way is written. */
    settle(): Promise<void>;
}
/**
 * A `fetch` that answers from recordings, without network and without a token.
 *
 * Requests are compared by method, host, path, query and body, without secrets; order of keys and form boundaries do not
 * count. Identical requests get their recordings in order, the last one again and again.
 * @throws ReplayMissError, from the `fetch` returned, for a request that was not recorded
 */
export declare function replay(store: ExchangeStore, options?: ReplayOptions): Fetch;
/** As `replay`, for programs that need to know more of it. */
export declare function createReplayer(store: ExchangeStore, options?: ReplayOptions): Replayer;
