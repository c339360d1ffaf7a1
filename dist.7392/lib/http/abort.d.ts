type Listener = () => void;
/**
 * Calls `listener` once when the signal is aborted; it must not be aborted yet.
 *
 * A signal shared by thousands of calls gets one event listener in all: Node warns of a leak at the eleventh.
 * @returns removes the listener
 */
export declare function onAbort(signal: AbortSignal | null | undefined, listener: Listener): () => void;
/** Returns the reason of an abort as an Error: the signal's reason where it is one, else an `AbortError`. */
export declare function abortError(signal: AbortSignal | null | undefined): Error;
/** Returns the error of an aborted operation: the signal's reason unchanged, as `fetch` does. */
export declare function abortReason(signal: AbortSignal | null | undefined): unknown;
export {};
