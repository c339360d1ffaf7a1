/** Told of a body as its reader takes it. */
export interface Tap {
    chunk(bytes: Uint8Array): void;
    /**
     * Called once: the body ended (no error), failed, or its reader stopped early. The reader learns of the end only when
     * the promise resolves; where it rejects, the reader gets that error.
     */
    end(error?: unknown): void | Promise<void>;
    /** Whether readers may stop after this chunk although the body goes on. */
    isLast?(bytes: Uint8Array): boolean;
}
/** The reader of a body stopped before its end. */
export declare class StoppedEarly extends Error {
    constructor();
}
/** The response with a body that tells of itself; each chunk is passed on when it comes, and none is read ahead. */
export declare function tapBody(response: Response, tap: Tap): Response;
/** Whether a chunk of a stream of events holds its end marker. */
export declare function holdsEndMarker(bytes: Uint8Array): boolean;
