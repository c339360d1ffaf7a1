import { joinBytes } from "../base/bytes.ts";

export interface ExcerptText {
	head: string;
	tail: string;
	/** `tail` is the whole body. */
	isWhole: boolean;
}

export const NOTHING: ExcerptText = { head: "", tail: "", isWhole: true };

/** Bytes kept of the beginning of a large body. */
const HEAD = 4 * 1024;
const SMALL = 16 * 1024;

/**
 * Keeps what is needed to read the usage in a body: all of a small one, the beginning and end of a large one.
 *
 * Chunks are copied: each is a view of a network buffer, and keeping hundreds of them costs the garbage collector
 * more than reading the stream (`npm run bench:exchange`).
 */
export class Excerpt {
	private readonly capacity: number;
	private buffer: Uint8Array;
	private used = 0;
	/** The beginning, once something after it was dropped. */
	private head: Uint8Array | undefined = undefined;

	/** @param capacity least number of bytes kept of the end */
	constructor(capacity: number) {
		this.capacity = capacity;
		this.buffer = new Uint8Array(Math.min(SMALL, 2 * capacity));
	}

	add(chunk: Uint8Array): void {
		const fits = this.used + chunk.length <= this.buffer.length;
		const kept = fits ? chunk : this.makeRoom(chunk);
		this.buffer.set(kept, this.used);
		this.used += kept.length;
	}

	read(): ExcerptText {
		const kept = this.buffer.subarray(0, this.used);
		if (!this.head) return readWhole(kept);
		return { head: decoder.decode(this.head), tail: decoder.decode(kept), isWhole: false };
	}

	/**
	 * Grows the buffer up to twice the capacity, then drops everything before the last bytes.
	 * @returns the part of the chunk to keep
	 */
	private makeRoom(chunk: Uint8Array): Uint8Array {
		const largest = 2 * this.capacity;
		const wanted = this.used + chunk.length;
		if (wanted <= largest) {
			this.resize(Math.min(largest, Math.max(2 * this.buffer.length, wanted)), 0);
			return chunk;
		}
		this.head ??= joinBytes([this.buffer.subarray(0, Math.min(HEAD, this.used)), chunk.subarray(0, HEAD)]).slice(
			0,
			HEAD,
		);
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

/** Shared: creating one takes longer than decoding a response. */
const decoder = new TextDecoder();

/** The excerpt of a body that was stored completely. */
export function readWhole(body: Uint8Array): ExcerptText {
	return { head: "", tail: decoder.decode(body), isWhole: true };
}
