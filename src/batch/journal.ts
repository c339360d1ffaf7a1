import { encodeText, hashBytes } from "../base/bytes.ts";
import { omitUndefined, parseJson } from "../base/json.ts";
import { checkFunction, InferenceClientInputError } from "../errors.ts";
import { removeSecret } from "../http/index.ts";
import { describeFile } from "../inference/other-files.ts";
import { decodeLine, formatLine, LineReader, readCost, readRequest, readResult } from "./journal-lines.ts";
import { RowStates } from "./journal-state.ts";
import { createManifest, findDifference, formatManifest, type Manifest, parseManifest } from "./manifest.ts";
import { createRequestKeys } from "./request-keys.ts";
import { Bitmap, IdSet } from "./row-sets.ts";
import { makeTargets } from "./targets.ts";
import { taskOf } from "./task-names.ts";
import type { BatchOptions, BatchResult, BatchRow, BatchTarget, Journal, StartBatch } from "./types.ts";

/** Interval at which to save how many results the program has taken, in milliseconds. */
const SAVE_MS = 200;

/** Where a journal is kept: five functions, which may return promises. `fileStore` of `modelhub/node` is one in a file. */
export interface JournalStore {
	/**
	 * Takes the journal for this process and returns what `save` saved last; undefined for a new one. Throws while
	 * another process has it. If the last line was cut off by a crash, it is removed.
	 */
	open(): string | undefined | Promise<string | undefined>;
	/** Reads all lines, in pieces of any size. */
	read(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
	/** Adds whole lines, which end with a line feed. They survive a kill of the process after that. */
	append(lines: string): void | Promise<void>;
	/** Replaces the text that `open` returns, as a whole. */
	save(text: string): void | Promise<void>;
	/** Lets other processes have the journal. */
	close(): void | Promise<void>;
}

/** Options of `openJournal`. */
export interface JournalOptions {
	/** Rows that failed in an earlier run are not run again. Default false. */
	keepFailed?: boolean | undefined;
}

/**
 * Opens the journal of a batch, so that `runBatch` runs only what is missing. It needs 32 to 80 bytes of memory for
 * each finished row.
 * @throws an error if the store holds something else, or another process has it
 */
export async function openJournal(store: JournalStore, options: JournalOptions = {}): Promise<Journal> {
	checkFunction("openJournal: the store's open", store?.open);
	const saved = await store.open();
	try {
		const manifest = saved === undefined ? undefined : parseManifest(saved);
		if (saved !== undefined && !manifest) throw new Error("The journal is damaged: its manifest cannot be read.");
		const journal = new OpenJournal(store, manifest, options.keepFailed ?? false);
		await journal.load();
		return journal;
	} catch (error) {
		await store.close();
		throw error;
	}
}

class OpenJournal implements Journal {
	done = 0;
	failed = 0;
	cost = 0;
	private readonly store: JournalStore;
	private readonly keepsFailed: boolean;
	/** Undefined until the first run. */
	private manifest: Manifest | undefined;
	/** Numbers of the rows in the journal, by id. */
	private readonly ids = new IdSet();
	private readonly numbers = new Bitmap();
	private nextNumber = 0;
	/** Rows with a result, and, for `keepFailed`, those that failed: key of the request, then id. */
	private readonly finished = new IdSet();
	private readonly states = new RowStates();
	/** The row that is sent → the row that the program passed, and the key of its request. */
	private readonly given = new WeakMap<BatchRow, { row: BatchRow; request: string }>();
	private lines = 0;
	private delivered = 0;
	private pending: (string | Promise<string>)[] = [];
	private writing: Promise<void> | undefined;
	/** Times by `performance.now`: when the runs began, were there no pauses between them, and of the last `save`. */
	private began = 0;
	private saved = 0;
	private isRunning = false;
	private isClosed = false;

	constructor(store: JournalStore, manifest: Manifest | undefined, keepsFailed: boolean) {
		this.store = store;
		this.manifest = manifest;
		this.keepsFailed = keepsFailed;
	}

	async load(): Promise<void> {
		const reader = new LineReader(({ head, bytes, start, end }) => {
			this.lines++;
			const id = head && head.idEnd > 0 ? parseJson(decodeLine(bytes, start + ID_START, head.idEnd)) : undefined;
			if (!head || typeof id !== "string")
				throw new Error(`Line ${this.lines} of the journal is damaged. hub batch repair fixes a file.`);
			this.ids.add(id, head.index);
			this.numbers.add(head.index);
			this.nextNumber = Math.max(this.nextNumber, head.index + 1);
			this.count(head.index, nameOf(readRequest(bytes, start, end), id), head.isFailed);
			this.cost += readCost(bytes, start, end);
		});
		for await (const piece of this.store.read()) reader.push(piece);
		this.delivered = Math.min(this.lines, this.manifest?.delivered ?? 0);
	}

	async *results(): AsyncGenerator<BatchResult, void, undefined> {
		await this.flush();
		yield* this.readFrom(0);
	}

	async close(): Promise<void> {
		if (this.isClosed) return;
		this.isClosed = true;
		try {
			await this.flush();
		} finally {
			await this.store.close();
		}
	}

	async *run(options: BatchOptions, start: StartBatch): AsyncGenerator<BatchResult, void, undefined> {
		if (this.isRunning || this.isClosed)
			throw new InferenceClientInputError(`The journal is ${this.isClosed ? "closed" : "in use by another batch"}.`);
		const targets = makeTargets(options);
		this.identify(options.task, targets[0]);
		this.isRunning = true;
		this.began = performance.now() - (this.manifest?.seconds ?? 0) * 1000;
		const tokens = targets.flatMap(({ accessToken }) => accessToken ?? []);
		let isEnded = false;
		try {
			await this.save(false);
			// Written before a crash, but not taken by the program.
			yield* this.deliver(this.readFrom(this.delivered));
			const rows = this.findMissing(options, targets[0]);
			const spent = (options.spent ?? 0) + this.cost;
			const hasResults = options.hasResults || this.done > 0;
			const batch = start({ ...options, rows, spent, hasResults }, (result) => this.add(result, tokens));
			for await (const results of batch) {
				await this.flush();
				yield* this.deliver(results);
			}
			isEnded = options.drain?.aborted !== true;
		} finally {
			this.isRunning = false;
			await this.flush();
			await this.save(isEnded);
		}
	}

	/** Yields results, and records how many of them the program has taken. */
	private async *deliver(
		results: Iterable<BatchResult> | AsyncIterable<BatchResult>,
	): AsyncGenerator<BatchResult, void, undefined> {
		for await (const { row, ...result } of results) {
			yield { ...result, row: this.given.get(row)?.row ?? row };
			this.delivered++;
			if (performance.now() - this.saved > SAVE_MS) await this.save(false);
		}
	}

	/** @throws InferenceClientInputError if the journal belongs to a run with another task, model or endpoint */
	private identify(task: string, { model, endpointUrl }: BatchTarget = {}): void {
		const endpoint = endpointUrl === undefined ? undefined : new URL(endpointUrl);
		const place = endpoint && endpoint.origin + endpoint.pathname;
		const facts = omitUndefined({ task, model, endpoint: place, form: "jsonl", text: false });
		const now = createManifest(facts, []);
		if (this.manifest?.isRestored) this.manifest = { ...now, counts: this.manifest.counts };
		const difference = this.manifest && findDifference(this.manifest, now);
		if (difference !== undefined)
			throw new InferenceClientInputError(`The journal belongs to another run: ${difference}. Use a new one.`);
		this.manifest ??= now;
	}

	/** The rows without a result. They keep the numbers that they had in earlier runs. */
	private async *findMissing(
		{ rows, task }: BatchOptions,
		{ model, endpointUrl }: BatchTarget = {},
	): AsyncGenerator<BatchRow, void, undefined> {
		const keyOf = createRequestKeys(task, endpointUrl, hash);
		const seen = new Bitmap();
		let position = 0;
		for await (const row of rows) {
			const wanted = row.index ?? position;
			position++;
			const free = this.numbers.has(wanted) ? this.nextNumber : wanted;
			const index = this.ids.add(row.id, free) ?? free;
			if (!seen.add(index)) throw new InferenceClientInputError(`Two rows have the id ${JSON.stringify(row.id)}.`);
			this.numbers.add(index);
			this.nextNumber = Math.max(this.nextNumber, index + 1);
			const request = await keyOf(
				typeof row.args === "function" ? undefined : (row.args ?? {}),
				row.model ?? model,
				taskOf(row, task),
			);
			const names = [nameOf(request, row.id), nameOf(undefined, row.id)];
			if (names.some((name) => this.finished.get(name) !== undefined)) continue;
			const own = { ...row, index };
			this.given.set(own, { row, request });
			yield own;
		}
	}

	private add(result: BatchResult, tokens: readonly string[]): void {
		const { id, index, output, error } = result;
		const request = this.given.get(result.row)?.request;
		const shown = {
			...result,
			...(error ? { error: { ...error, message: removeSecret(error.message, tokens) } } : {}),
			...(request === undefined ? {} : { cacheKey: request }),
		};
		this.lines++;
		this.count(index, nameOf(request, id), error !== undefined);
		this.cost += result.cost_usd ?? 0;
		this.pending.push(
			output instanceof Blob
				? describeFile(output).then((described) => formatLine({ ...shown, output: described }, undefined))
				: formatLine(shown, undefined),
		);
		// Also while the program handles an earlier result: it was paid for.
		this.flush().catch(() => undefined);
	}

	private count(index: number, name: string, isFailed: boolean): void {
		if (!isFailed || this.keepsFailed) this.finished.add(name, 0);
		this.states.add(index, isFailed);
		[this.done, this.failed] = [this.states.done.count, this.states.failed.count];
	}

	/** Writes the results so far, in their order. */
	private flush(): Promise<void> {
		if (this.pending.length > 0) this.writing ??= this.write();
		return this.writing ?? Promise.resolve();
	}

	/** After a failure nothing more is written: results are counted by their place. */
	private async write(): Promise<void> {
		while (this.pending.length > 0) {
			const lines = await Promise.all(this.pending.splice(0));
			await this.store.append(lines.join(""));
		}
		this.writing = undefined;
	}

	private async save(isEnded: boolean): Promise<void> {
		if (!this.manifest) return;
		const { done, failed, cost: cost_usd, delivered } = this;
		this.saved = performance.now();
		Object.assign(this.manifest, {
			counts: { total: isEnded ? done + failed : null, done, failed, cost_usd },
			delivered,
			ended: isEnded ? new Date().toISOString() : null,
			seconds: (this.saved - this.began) / 1000,
		} satisfies Partial<Manifest>);
		await this.store.save(formatManifest(this.manifest));
	}

	private async *readFrom(first: number): AsyncGenerator<BatchResult, void, undefined> {
		let count = 0;
		const lines: string[] = [];
		const reader = new LineReader(({ bytes, start, end }) => {
			if (count++ >= first) lines.push(decodeLine(bytes, start, end));
		});
		if (first >= this.lines) return;
		for await (const piece of this.store.read()) {
			reader.push(piece);
			for (const line of lines.splice(0)) yield readResult(line);
		}
	}
}

/** Where the JSON of the id starts in a line. */
const ID_START = '{"id":'.length;

const nameOf = (request: string | undefined, id: string): string => `${request ?? ""} ${id}`;

const hash = (content: string | Uint8Array<ArrayBuffer>): Promise<string> =>
	hashBytes(typeof content === "string" ? encodeText(content) : content);
