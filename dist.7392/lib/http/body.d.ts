import { type Limits } from "./limits.ts";
/**
 * Reads the body as text.
 * @throws ProviderOutputError if it is larger than `limits.jsonBytes` or cannot be decoded
 */
export declare function readText(response: Response, limits?: Limits): Promise<string>;
/** Reads the body of an error: its first bytes, up to `limits.errorBytes`. A connection that breaks ends the text. */
export declare function readErrorText(response: Response, limits?: Limits): Promise<string>;
/** A body that was read up to a number of bytes. */
export interface BoundedBody {
    chunks: Uint8Array[];
    /** False if the body goes on; the rest was not read. */
    isComplete: boolean;
}
/** A response of a transport that reads a body in less time than its stream would take. */
export interface BoundedResponse extends Response {
    readWithin(limit: number): Promise<BoundedBody>;
    pieces(): PieceReader;
}
/** Reads a body piece by piece. */
export interface PieceReader {
    /** The next piece; undefined at the end. */
    next(): Promise<Uint8Array | undefined>;
    /** Ends the response where it is not complete. */
    cancel(): void;
}
/** Reads the body of a response piece by piece, without a stream of the web where the transport has a faster way. */
export declare function readPieces(response: Response | BoundedResponse): PieceReader;
/** Told of a body beside its reader, who never waits for it. */
export interface BodyObserver {
    /** A chunk of the body, or all of it at once. */
    piece(content: string | Uint8Array, isWhole: boolean): void;
    /** Called once: the body ended (no error), failed, or its reader stopped early. */
    end(error?: unknown): void;
}
/** A response whose transport reports on its body while it is read. */
export interface ObservableResponse extends Response {
    observe(observer: BodyObserver): void;
}
