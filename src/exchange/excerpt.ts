/** What is kept of a body larger than the capacity, in bytes. */
const HEAD = 4 * 1024;

/** The text of a body, or of its beginning and its end. */
export interface ExcerptText {
	head: string;
	tail: string;
	/** `tail` is the whole body. */
	isWhole: boolean;
}

export const NOTHING: ExcerptText = { head: "", tail: "", isWhole: true };

type Piece = string | Uint8Array;

/**
 * Keeps what is needed of a body to read its usage: all of a small one, the beginning and the end of a large one.
 *
 * The chunks in between are let go at once: to hold the thousands of a long stream costs the garbage collector a fifth
 * of what reading it costs (`npm run bench:exchange`).
 */
export class Excerpt {
	private readonly capacity: number;
	private readonly head: Piece[] = [];
	private headSize = 0;
	/** A ring: the oldest chunk stands at `oldest`. */
	private tail: Piece[] = [];
	private oldest = 0;
	private tailSize = 0;
	private isCut = false;

	/** @param capacity how much of the end is kept, in bytes (for text: characters) */
	constructor(capacity: number) {
		this.capacity = capacity;
	}

	/** Adds a chunk, or the whole body as text. */
	add(piece: Piece): void {
		if (this.headSize < HEAD) {
			this.head.push(piece);
			this.headSize += piece.length;
			return;
		}
		this.tail.push(piece);
		this.tailSize += piece.length;
		let last = this.tail[this.oldest]?.length ?? 0;
		while (this.tailSize - last >= this.capacity) {
			this.tailSize -= last;
			this.tail[this.oldest++] = "";
			this.isCut = true;
			last = this.tail[this.oldest]?.length ?? 0;
		}
		if (this.oldest > 64) {
			this.tail = this.tail.slice(this.oldest);
			this.oldest = 0;
		}
	}

	read(): ExcerptText {
		if (!this.isCut && this.headSize + this.tailSize <= this.capacity) {
			return { head: "", tail: decode([...this.head, ...this.tail]), isWhole: true };
		}
		return {
			head: decode(this.head).slice(0, HEAD),
			tail: decode(this.tail.length > 0 ? this.tail : this.head).slice(-this.capacity),
			isWhole: false,
		};
	}
}

/** One for all: making one takes longer than reading a response with it. Never left in the middle of a character. */
const decoder = new TextDecoder();

function decode(pieces: readonly Piece[]): string {
	let text = "";
	for (const piece of pieces) text += typeof piece === "string" ? piece : decoder.decode(piece, { stream: true });
	return text + decoder.decode();
}
