import { formatCost } from "../exchange/token-price.ts";
import { BatchStopped } from "./types.ts";

/** Returns the reason to stop when `spent` of `most` US dollars leave too little for another row. */
export function outOfBudget(spent: number, most: number | undefined): BatchStopped {
	const [used, limit] = [Number(spent.toPrecision(3)), most ?? spent].map(formatCost);
	return new BatchStopped("cost", `${used} of ${limit} USD are spent; one more row might cost more than is left.`);
}

/** Keeps the cost of a batch below a limit: rows in flight count with the mean cost of those that ended. */
export class Budget {
	spent: number;
	private readonly most: number | undefined;
	private known = 0;
	private knownSum = 0;
	/** The most that the calls in flight may cost. */
	private reserved = 0;
	/** A call is held back because it may cost more than is left; the calls in flight may cost less than reserved. */
	private isHeld = false;

	/**
	 * @param most US dollars; undefined: no limit
	 * @param spent US dollars that were spent before
	 */
	constructor(most: number | undefined, spent: number) {
		this.most = most;
		this.spent = spent;
	}

	/** @param rows that the call had */
	add(cost: number | null, rows: number): void {
		if (cost === null) return;
		this.spent += cost;
		this.known += rows;
		this.knownSum += cost;
	}

	/** Counts a call with the most it may cost, until `release`; false if that is more than is left. */
	reserve(worst: number): boolean {
		// Sums of floats are inexact.
		const fits = this.spent + this.reserved + worst <= (this.most ?? Number.POSITIVE_INFINITY) * (1 + 1e-9);
		if (fits) this.reserved += worst;
		else this.isHeld = true;
		return fits;
	}

	release(worst: number): void {
		this.reserved -= worst;
		this.isHeld = false;
	}

	/** The rows that the next call may have; 0 if one more might exceed the limit. */
	roomFor(rowsInFlight: number): number {
		if (this.most === undefined) return Number.POSITIVE_INFINITY;
		if (this.spent >= this.most || this.isHeld) return 0;
		// While no cost is known, each call has one row.
		if (this.known === 0) return 1;
		if (this.knownSum === 0) return Number.POSITIVE_INFINITY;
		// Sums of floats are inexact.
		const left = this.most * (1 + 1e-9) - this.spent;
		return Math.max(0, Math.floor((left * this.known) / this.knownSum - rowsInFlight));
	}
}

/** Maximum bytes of arguments in flight: each is also held as JSON, and as the bytes of a request. */
const MAX_BYTES = 48 * 2 ** 20;
/** Rows whose size is unknown that are read at once. */
const UNKNOWN_AT_ONCE = 8;

/** Limits calls in flight by the size of their arguments. Rows that are not read yet count as the largest recent one. */
export class BytesInFlight {
	private held = 0;
	private unread = 0;
	private typical: number | undefined;

	/** Whether one more call would take too much memory. */
	get isFull(): boolean {
		return this.held + (this.unread + 1) * (this.typical ?? MAX_BYTES / UNKNOWN_AT_ONCE) > MAX_BYTES;
	}

	/** A row is being read. Call `read` with its arguments, and `end` when its call has ended. */
	begin(): { read(args: unknown): void; end(): void } {
		let bytes: number | undefined;
		this.unread++;
		return {
			read: (args) => {
				bytes = sizeOf(args);
				this.unread--;
				this.held += bytes;
				this.typical = Math.max(bytes, (this.typical ?? 0) * 0.9);
			},
			end: () => {
				if (bytes === undefined) this.unread--;
				else this.held -= bytes;
			},
		};
	}
}

/** The bytes that make arguments large: texts and files. */
function sizeOf(value: unknown): number {
	if (typeof value === "string") return value.length;
	if (typeof value !== "object" || value === null) return 0;
	if (value instanceof Blob) return value.size;
	if (ArrayBuffer.isView(value)) return value.byteLength;
	let size = 0;
	// The name of a member costs nothing here, a list of the members does.
	for (const name in value) size += sizeOf((value as Record<string, unknown>)[name]);
	return size;
}
