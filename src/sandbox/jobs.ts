import { wait } from "../http/index.ts";

/** A queued job. */
export interface QueuedJob {
	readonly id: string;
	/** Number of polls so far. */
	polls: number;
	/** Why it will never succeed, if so. */
	failure: string | undefined;
	/** Never ends. */
	endless: boolean;
	/** Whether it was canceled before it ended. */
	canceled: boolean;
	/** Returns the result in the service's own format; created on first use. */
	result(): Promise<unknown>;
}

/** A file that is generated when fetched. */
interface StoredFile {
	readonly type: string;
	read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Jobs and files of one sandbox. */
export interface Jobs {
	readonly byId: BoundedMap<QueuedJob>;
	readonly files: BoundedMap<StoredFile>;
	/** Files of clients: announced first, then uploaded under the name they were given. */
	readonly uploads: BoundedMap<StoredFile>;
}

/** Returns the file of a name, generated or uploaded. */
export function findStoredFile({ files, uploads }: Jobs, name: string): StoredFile | undefined {
	return files.get(name) ?? uploads.get(name);
}

/** Cancels a running job. */
export function cancelJob(job: QueuedJob, pendingPolls: number): void {
	if (!job.endless && job.polls > pendingPolls) return;
	job.endless = false;
	job.canceled = true;
	job.failure = "The job was canceled.";
}

/** State of a job after one more poll; `pendingPolls` is the number of polls before it is ready. */
export function pollJob(job: QueuedJob, pendingPolls: number): "queued" | "running" | "done" | "failed" {
	const polls = job.polls++;
	if (job.canceled) return "failed";
	if (job.endless || polls < pendingPolls) return polls === 0 ? "queued" : "running";
	return job.failure === undefined ? "done" : "failed";
}

/** Keeps the last few: a sandbox may run for days. */
export class BoundedMap<Value> extends Map<string, Value> {
	readonly #limit: number;

	constructor(limit: number) {
		super();
		this.#limit = limit;
	}

	override set(key: string, value: Value): this {
		super.set(key, value);
		const [oldest] = this.size > this.#limit ? this.keys() : [];
		if (oldest !== undefined) this.delete(oldest);
		return this;
	}
}

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
	outputFile?: string | undefined;
	errorFile?: string | undefined;
}

/** Files and batches of all providers of a sandbox. */
export interface BatchStore {
	readonly files: BoundedMap<BatchFile>;
	readonly batches: BoundedMap<Batch>;
	/** Files that were committed to datasets, by repository and path, and contents that were uploaded, by hash. */
	readonly repositories: BoundedMap<Uint8Array<ArrayBuffer>>;
}

/** Rows to process before yielding to other work. */
const TURN = 20;

/**
 * Answers the rows of a batch, one after the other, in the background.
 * @param latency milliseconds for each row
 * @param answer undefined for a row that is never answered, which lets the batch expire
 * @returns the status it ends with
 */
export async function runBatch(
	batch: Batch,
	rows: readonly BatchRow[],
	latency: number,
	answer: (row: BatchRow) => Promise<BatchLine | undefined>,
): Promise<"completed" | "expired" | "cancelled"> {
	const isCancelled = (): boolean => batch.status === "cancelling";
	const open: BatchRow[] = [];
	batch.status = "in_progress";
	for (const [index, row] of rows.entries()) {
		if (latency > 0 || index % TURN === 0) await wait(latency);
		const line = isCancelled() ? undefined : await answer(row);
		if (line) batch.lines.push(line);
		else open.push(row);
	}
	const status = isCancelled() ? "cancelled" : open.length > 0 ? "expired" : "completed";
	const message = isCancelled()
		? "The batch was cancelled."
		: "This request was not answered before the completion window ended.";
	for (const { customId } of open) batch.lines.push({ customId, error: { code: `batch_${status}`, message } });
	// Lines come in any order.
	batch.lines.reverse();
	return status;
}
