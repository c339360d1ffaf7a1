/** A queued job. */
export interface Job {
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
export interface StoredFile {
	readonly type: string;
	read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Jobs and files of one sandbox. */
export interface Jobs {
	readonly byId: BoundedMap<Job>;
	readonly files: BoundedMap<StoredFile>;
	/** Files of clients: announced first, then uploaded under the name they were given. */
	readonly uploads: BoundedMap<StoredFile>;
}

/** Returns the file of a name, generated or uploaded. */
export function findStoredFile({ files, uploads }: Jobs, name: string): StoredFile | undefined {
	return files.get(name) ?? uploads.get(name);
}

/** Cancels a running job. */
export function cancelJob(job: Job, pendingPolls: number): void {
	if (!job.endless && job.polls > pendingPolls) return;
	job.endless = false;
	job.canceled = true;
	job.failure = "The job was canceled.";
}

/** State of a job after one more poll; `pendingPolls` is the number of polls before it is ready. */
export function pollJob(job: Job, pendingPolls: number): "queued" | "running" | "done" | "failed" {
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

/** The value of `make`, made once. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
	let made: Promise<Value> | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
