import { wait } from "../http/index.ts";
import { BoundedMap } from "./jobs.ts";

/** A file that was uploaded, or that a batch has written. */
export interface BatchFile {
	id: string;
	name: string;
	purpose: string;
	/** Seconds since 1970. */
	created: number;
	text: string;
}

/** One request of a batch, with its result. */
export interface BatchRow {
	customId: string;
	body: Record<string, unknown>;
}

/** A line of the output: a response, or an error. */
export interface BatchLine {
	customId: string;
	response?: { status: number; body: unknown };
	error?: { code: string; message: string };
}

export type BatchStatus =
	| "validating"
	| "failed"
	| "in_progress"
	| "completed"
	| "expired"
	| "cancelling"
	| "cancelled";

/** A batch in the queue of a provider. */
export interface Batch {
	id: string;
	inputFile: string;
	endpoint: string;
	window: string;
	metadata: unknown;
	/** Seconds since 1970. */
	created: number;
	ended?: number;
	status: BatchStatus;
	polls: number;
	total: number;
	lines: BatchLine[];
	/** Why the batch as a whole failed. */
	problem?: { line: number; code: string; message: string };
	outputFile?: string;
	errorFile?: string;
}

/** Files and batches of all providers of a sandbox. */
export interface BatchStore {
	readonly files: BoundedMap<BatchFile>;
	readonly batches: BoundedMap<Batch>;
	/** Files that were committed to data sets, by repository and path, and contents that were uploaded, by hash. */
	readonly repositories: BoundedMap<Uint8Array<ArrayBuffer>>;
}

/** Maximum number of files and batches. */
const KEPT = 64;
const KEPT_FILES = 4096;

export function createBatchStore(): BatchStore {
	return { files: new BoundedMap(KEPT), batches: new BoundedMap(KEPT), repositories: new BoundedMap(KEPT_FILES) };
}

/** Rows answered before other work gets a turn. */
const TURN = 20;

/**
 * Answers the rows of a batch, one after the other, in the background.
 * @param latency milliseconds for each row
 * @param answer undefined for a row that is never answered, which lets the batch expire
 * @param finish called with the status it ends with
 */
export async function runBatch(
	batch: Batch,
	rows: readonly BatchRow[],
	latency: number,
	answer: (row: BatchRow) => Promise<BatchLine | undefined>,
	finish: (status: "completed" | "expired" | "cancelled") => void,
): Promise<void> {
	const open: BatchRow[] = [];
	batch.status = "in_progress";
	for (const [index, row] of rows.entries()) {
		if (latency > 0 || index % TURN === 0) await wait(latency);
		const line = isCancelled(batch) ? undefined : await answer(row);
		if (line) batch.lines.push(line);
		else open.push(row);
	}
	const status = isCancelled(batch) ? "cancelled" : open.length > 0 ? "expired" : "completed";
	const message =
		status === "cancelled"
			? "The batch was cancelled."
			: "This request was not answered before the completion window ended.";
	for (const { customId } of open) batch.lines.push({ customId, error: { code: `batch_${status}`, message } });
	// Lines come in any order.
	batch.lines.reverse();
	finish(status);
}

function isCancelled({ status }: Batch): boolean {
	return status === "cancelling";
}
