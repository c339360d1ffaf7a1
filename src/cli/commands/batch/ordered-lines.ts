import type { BatchRow } from "../../../batch/index.ts";
import type { ShardChoice } from "../../../batch/manifest.ts";

/** Rows that may be ahead of the one that is written next. */
const MAX_AHEAD = 1000;

/** Puts lines in the order of the input, with a bounded buffer: the reader of rows waits while it is full. */
export class OrderedLines {
	private readonly waiting = new Map<number, string>();
	private readonly step: number;
	private next: number;
	private wake: (() => void) | undefined;

	constructor(shard: ShardChoice | undefined) {
		this.step = shard?.count ?? 1;
		this.next = shard?.index ?? 0;
	}

	/** Takes a line. Returns those that can be written now. */
	add(index: number, line: string): string[] {
		this.waiting.set(index, line);
		const ready: string[] = [];
		for (let found = this.waiting.get(this.next); found !== undefined; found = this.waiting.get(this.next)) {
			ready.push(found);
			this.waiting.delete(this.next);
			this.next += this.step;
		}
		this.wake?.();
		return ready;
	}

	/** The rows, held back while they are too far ahead. */
	async *follow(rows: AsyncIterable<BatchRow>): AsyncGenerator<BatchRow, void, undefined> {
		for await (const row of rows) {
			while ((row.index ?? 0) - this.next > MAX_AHEAD * this.step) {
				await new Promise<void>((resolve) => {
					this.wake = resolve;
				});
			}
			yield row;
		}
	}
}
