/** The text of a body, or of its beginning and its end. */
export interface ExcerptText {
    head: string;
    tail: string;
    /** `tail` is the whole body. */
    isWhole: boolean;
}
export declare const NOTHING: ExcerptText;
type Piece = string | Uint8Array;
/**
 * Keeps what is needed of a body to read its usage: all of a small one, the beginning and the end of a large one.
 *
 * The chunks in between are let go at once: to hold the thousands of a long stream costs the garbage collector a fifth
 * of what reading it costs (`npm run bench:exchange`).
 */
export declare class Excerpt {
    private readonly capacity;
    private readonly head;
    private headSize;
    /** A ring: the oldest chunk stands at `oldest`. */
    private tail;
    private oldest;
    private tailSize;
    private isCut;
    /** @param capacity how much of the end is kept, in bytes (for text: characters) */
    constructor(capacity: number);
    /** Adds a chunk, or the whole body as text. */
    add(piece: Piece): void;
    read(): ExcerptText;
}
export {};
