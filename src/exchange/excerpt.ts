import { encodeText } from "./bytes.ts";

/** The text of a body, or of its beginning and its end. */
export interface ExcerptText {
	head: string;
	tail: string;
	/** `tail` is the whole body. */
	isWhole: boolean;
}

export const NOTHING: ExcerptText = { head: "", tail: "", isWhole: true };

/** What is kept of the beginning of a large body, in bytes. */
const HEAD = 4 * 1024;
/** Size of the first buffer, in bytes. */
const SMALL = 16 * 1024;

/**
 * Keeps what is needed of a body to read its usage: all of a small one, the beginning and the end of a large one.
 *
 * Its chunks are copied: each is a view of a buffer of the network, and to hold hundreds of those costs the garbage
 * collector more than reading the stream does (`npm run bench:exchange`).
 */
export class Excerpt {
	private readonly capacity: number;
	private buffer: Uint8Array;
	private used = 0;
	/** The beginning, once something behind it was let go. */
	private head: Uint8Array | undefined = undefined;

	/** @param capacity how much of the end is kept at least, in bytes */
	constructor(capacity: number) {
		this.capacity = capacity;
		this.buffer = new Uint8Array(Math.min(SMALL, 2 * capacity));
	}

	/** Adds a chunk, or the whole body as a text. */
	add(content: string | Uint8Array): void {
		const chunk = typeof content === "string" ? encodeText(content) : content;
		const fits = this.used + chunk.length <= this.buffer.length;
		const kept = fits ? chunk : this.makeRoom(chunk);
		this.buffer.set(kept, this.used);
		this.used += kept.length;
	}

	read(): ExcerptText {
		const tail = decoder.decode(this.buffer.subarray(0, this.used));
		if (!this.head) return { head: "", tail, isWhole: true };
		return { head: decoder.decode(this.head), tail, isWhole: false };
	}

	/**
	 * Grows the buffer up to twice the capacity, then lets go of what stands before the last bytes.
	 * @returns the part of the chunk that is kept
	 */
	private makeRoom(chunk: Uint8Array): Uint8Array {
		const largest = 2 * this.capacity;
		const wanted = this.used + chunk.length;
		if (wanted <= largest) {
			this.resize(Math.min(largest, Math.max(2 * this.buffer.length, wanted)), 0);
			return chunk;
		}
		this.head ??= joinStart(this.buffer.subarray(0, this.used), chunk);
		const isEnough = chunk.length >= this.capacity;
		this.resize(largest, isEnough ? this.used : Math.max(0, this.used - this.capacity));
		return isEnough ? chunk.subarray(-this.capacity) : chunk;
	}

	private resize(size: number, start: number): void {
		if (this.buffer.length === size) this.buffer.copyWithin(0, start, this.used);
		else {
			const larger = new Uint8Array(size);
			larger.set(this.buffer.subarray(start, this.used));
			this.buffer = larger;
		}
		this.used -= start;
	}
}

function joinStart(first: Uint8Array, second: Uint8Array): Uint8Array {
	const start = new Uint8Array(Math.min(HEAD, first.length + second.length));
	start.set(first.subarray(0, start.length));
	if (first.length < start.length) start.set(second.subarray(0, start.length - first.length), first.length);
	return start;
}

/** One for all: making one takes longer than reading a response with it. */
const decoder = new TextDecoder();
