import { join } from "node:path";
import type { BatchResult, BatchRow } from "../../../batch/index.ts";
import { countGone } from "../../../batch/manifest.ts";
import type { Bitmap } from "../../../batch/row-sets.ts";
import { scanJournal } from "../../../node-journal.ts";
import { LockLost } from "../../../node-lock.ts";
import type { BatchRun } from "./batch-run.ts";
import { addKept } from "./estimate.ts";
import type { BatchCommandOptions } from "./options.ts";
import { OrderedLines } from "./ordered-lines.ts";
import { type OpenOutput, openJournalWriter, removeJournal, strayRowError, writeManifest } from "./output.ts";
import { finishOutput } from "./output-tables.ts";
import { createLineMaker } from "./result-lines.ts";
import { Tally } from "./tally.ts";

/** Writes the results of one run. */
export interface ResultWriter {
	/** Counts of the run, those of earlier ones included. */
	readonly tally: Tally;
	/** Rows that are not sent, because they have a result. */
	readonly skip: Pick<Bitmap, "has"> | undefined;
	/** Drops the calls in flight; aborted when results can no longer be written. */
	readonly drop: AbortController;
	/** The file with the lines, if it can be read during the run. */
	readonly journal: { path: string; flush(): void } | undefined;
	/** The results go to standard output. */
	readonly isStdout: boolean;
	/** Whether all earlier results of a row are failures. */
	hasFailed(index: number): boolean;
	/** Keeps rows back that are too far ahead of what is written. */
	follow(rows: AsyncIterable<BatchRow>): AsyncIterable<BatchRow>;
	/** Takes a result. Returns where its line starts in the journal; a promise if a file is saved, or printing takes time. */
	write(result: BatchResult): number | undefined | Promise<number | undefined>;
	/** Writes the lines of all results so far. */
	flush(): void;
	/** The input has this many rows. */
	noteTotal?(total: number): void;
	/** The input has been read to its end, or to the limit. */
	noteEnd(total: number, isLimited: boolean): void;
	/** The error for a line of an earlier run that is of no row of this one, if there is any. */
	findStray?(): Error | undefined;
	/** No more results follow. Throws if a line could not be written. */
	close(): void;
	/**
	 * Completes the output, and records in its manifest how the run ended.
	 * @param problem what stopped the run early, if anything did
	 */
	finish(problem: unknown): Promise<void>;
}

/** Writes to a file, or to parts in a folder. */
export function writeToFile(run: BatchRun, opened: OpenOutput, output: string): ResultWriter {
	const { plan, sample, options, context } = run;
	const { journal, manifest, state, parts, lock } = opened;
	const gone = countGone(manifest);
	const cost = Math.max((state?.cost ?? 0) + (manifest.change?.dropped_cost_usd ?? 0), manifest.counts.cost_usd);
	const tally = new Tally(
		(state?.done.count ?? 0) - gone,
		state?.failed.count,
		cost,
		options.keepFailed ? state?.errors : undefined,
	);
	if (sample && state) addKept(sample, journal, state, manifest.seconds);
	const started = performance.now();
	const drop = new AbortController();
	const onFailure = (error: Error): void => drop.abort(error);
	const writer = parts?.open(onFailure) ?? openJournalWriter(opened, state?.size ?? 0, journal !== output, onFailure);
	const flush = (): void => writer.flush();
	// Lines in a remote place contain images and audio themselves.
	const base = plan.place ? plan.place.folder && join(plan.place.folder, "rows") : output;
	const lines = createLineMaker(options, base, context);
	/** Whether some row has a line already. */
	let isRepeated = state?.hasRepeats ?? false;
	/** Number of a line that no row has. */
	let stray: number | undefined;
	const hasFailed = (index: number): boolean => state?.failed.has(index) ?? false;
	return {
		tally,
		skip: findEnded(opened, options),
		drop,
		journal: parts ? undefined : { path: journal, flush },
		isStdout: false,
		hasFailed,
		follow: (rows) => rows,
		write: (result) => {
			if (hasFailed(result.index)) isRepeated = true;
			const line = lines.make(result);
			return typeof line === "string" ? writer.append(line) : line.then((made) => writer.append(made));
		},
		flush,
		// For `hub batch status`, which reads only files.
		noteTotal: (total) => {
			if (!parts && manifest.counts.total !== total)
				writeManifest(
					output,
					{ ...manifest, counts: { ...manifest.counts, total }, isLimited: options.limit !== undefined },
					lock,
				);
		},
		noteEnd: (total, isLimited) => {
			stray = tally.bound(opened, total, isLimited);
		},
		findStray: () =>
			stray === undefined ? undefined : strayRowError(plan.place?.name ?? output, stray, tally.total ?? 0),
		close: () => writer.close(),
		finish: async (problem) => {
			if (problem instanceof Error && problem.name === "OutputError") {
				// Lines that could not be written do not count as done.
				const { done, failed } = scanJournal(journal);
				[tally.done, tally.failed] = [done.count - gone, failed.count];
				return;
			}
			if (problem instanceof LockLost) return;
			const { total, done, failed, isLimited } = tally;
			const isWhole = total === null || done + failed >= total;
			const isEnded = problem === undefined && !context.signal.aborted && !sample && (isWhole || !options.retryFailed);
			const counts = { total, done, failed, cost_usd: tally.cost ?? 0 };
			const seconds = manifest.seconds + (performance.now() - started) / 1000;
			const ended = { ...manifest, counts, isLimited, seconds, ended: isEnded ? new Date().toISOString() : null };
			if (parts) {
				await parts.finish();
				await parts.save(ended);
				return;
			}
			if (isEnded) await finishOutput(output, lock, isRepeated, manifest.fingerprint, options);
			writeManifest(output, ended, lock);
			// The lines of a shard are merged, and those of a run with a limit are continued.
			const isAll = isEnded && total !== null && done >= total && failed === 0 && !isLimited && !plan.shard;
			removeJournal(output, isAll, lock, options.keepJournal, context);
		},
	};
}

/** The rows of earlier runs that are not sent again. */
function findEnded(
	{ state }: OpenOutput,
	{ retryFailed, keepFailed }: BatchCommandOptions,
): Pick<Bitmap, "has"> | undefined {
	const { done, failed } = state ?? {};
	if (retryFailed) return { has: (index) => !failed?.has(index) };
	if (keepFailed) return { has: (index) => done?.has(index) || failed?.has(index) || false };
	return done;
}

/** Prints the results; those of a sample are not shown. */
export function writeToStdout({ plan, sample, options, context }: BatchRun): ResultWriter {
	const lines = createLineMaker(options, undefined, context);
	const ordered = options.ordered ? new OrderedLines(plan.shard) : undefined;
	const tally = new Tally();
	return {
		tally,
		skip: undefined,
		drop: new AbortController(),
		journal: undefined,
		isStdout: true,
		hasFailed: () => false,
		follow: (rows) => ordered?.follow(rows) ?? rows,
		write: async ({ cacheKey: _none, ...shown }) => {
			if (sample) return undefined;
			const line = await lines.make(shown);
			for (const ready of ordered ? ordered.add(shown.index, line) : [line]) await context.print(ready);
			return undefined;
		},
		flush: () => undefined,
		noteEnd: (total, isLimited) => Object.assign(tally, { total, isLimited }),
		close: () => undefined,
		finish: async () => undefined,
	};
}
