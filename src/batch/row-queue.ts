import type { BatchRow, BufferedRows } from "./types.ts";
import { createWork, type Work } from "./work.ts";

/** How long a call that may have more rows waits for them, in milliseconds. */
export const GATHER_MS = 10;

interface RowQueueOptions {
	rows: Iterable<BatchRow> | AsyncIterable<BatchRow>;
	/** Maximum number of rows taken whose results the consumer has not received. */
	mostOpen: () => number;
	/** Whether the tokens of each row are estimated. */
	countsTokens: boolean;
	/** Called when a row requested by `pull` has arrived, or one was held back for long enough. */
	onRow: () => void;
	/** Called when the rows have ended; with an error if they could not be read. */
	onEnd: (failure?: { error: unknown }) => void;
}

/** The rows of a batch on their way to a call, read from the source only while there is room. */
export class RowQueue {
	/** Rows that any lane may take. */
	readonly ready: Work[] = [];
	/** Rows that failed on some lane and wait for another one. */
	moved: Work[] = [];
	/** Rows that were taken from the queue and whose results the consumer has not received. */
	open = 0;
	isExhausted = false;
	private readonly options: RowQueueOptions;
	private readonly source: Iterator<BatchRow> | AsyncIterator<BatchRow> | BufferedRows;
	private readonly isSync: boolean;
	private taken = 0;
	private isPulling = false;
	private readonly pauses = new Set<ReturnType<typeof setTimeout>>();
	/** Since when a call waits for more rows. */
	private gathersSince: number | undefined;

	constructor(options: RowQueueOptions) {
		const { rows } = options;
		this.options = options;
		this.isSync = !(Symbol.asyncIterator in rows);
		this.source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
	}

	/** Takes a row that has been read already. Returns whether there was one. */
	shiftBuffered(): boolean {
		if (!this.hasRoom() || !(this.isSync || "takeBuffered" in this.source)) return false;
		const row = "takeBuffered" in this.source ? this.source.takeBuffered() : this.takeNow();
		if (row) this.add(row);
		return row !== undefined;
	}

	/** Takes the next row of a plain iterable. */
	private takeNow(): BatchRow | undefined {
		try {
			const next = this.source.next() as IteratorResult<BatchRow, undefined>;
			if (!next.done) return next.value;
			this.end();
		} catch (error) {
			this.end({ error });
		}
		return undefined;
	}

	private end(failure?: { error: unknown }): void {
		this.isExhausted = true;
		this.options.onEnd(failure);
	}

	/** Requests the next row, unless one is requested already or there is no room. */
	pull(): void {
		if (!this.hasRoom()) return;
		this.isPulling = true;
		Promise.resolve(this.source.next()).then(
			(next) => {
				this.isPulling = false;
				if (next.done) return this.end();
				this.add(next.value);
				this.options.onRow();
			},
			(error: unknown) => {
				this.isPulling = false;
				this.end({ error });
			},
		);
	}

	/** Puts the rows of a call back: at once and first, or after a time in milliseconds. */
	holdBack(works: readonly Work[], delay: number): void {
		if (delay === 0) {
			for (const work of [...works].reverse()) this.lineOf(work).unshift(work);
			return;
		}
		const pause = setTimeout(() => {
			this.pauses.delete(pause);
			for (const work of works) this.lineOf(work).push(work);
			this.options.onRow();
		}, delay);
		this.pauses.add(pause);
	}

	private lineOf(work: Work): Work[] {
		return work.tried ? this.moved : this.ready;
	}

	/** Ends the source. Not awaited: a source that waits for its next row may never respond. */
	close(): void {
		for (const pause of this.pauses) clearTimeout(pause);
		Promise.resolve(this.source.return?.()).catch(() => undefined);
	}

	/** Reads until a call can have `most` rows. Returns whether it has to wait for more of them. */
	awaitsMore(most: number): boolean {
		while (this.ready.length < most && this.shiftBuffered());
		if (this.ready.length < most && this.mayGrow()) {
			this.gathersSince ??= performance.now();
			this.pull();
			if (performance.now() - this.gathersSince < GATHER_MS) return true;
		}
		this.gathersSince = undefined;
		return false;
	}

	/** Whether the source may have more rows, and there is room for them. */
	private mayGrow(): boolean {
		return !this.isExhausted && this.open < this.options.mostOpen();
	}

	private hasRoom(): boolean {
		return !this.isPulling && this.mayGrow();
	}

	private add(row: BatchRow): void {
		this.open++;
		this.ready.push(createWork(row, row.index ?? this.taken, this.options.countsTokens));
		this.taken++;
	}
}
