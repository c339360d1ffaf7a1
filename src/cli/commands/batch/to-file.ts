import type { BatchResult } from "../../../batch/index.ts";
import { callRows } from "./call-rows.ts";
import { type BatchRun, conclude } from "./conclude.ts";
import { finishOutput } from "./finish.ts";
import type { Bitmap } from "./journal/bitmap.ts";
import { type Manifest, writeManifest } from "./journal/manifest.ts";
import type { OpenOutput } from "./journal/open.ts";
import { scanJournal } from "./journal/scan.ts";
import { JournalWriter } from "./journal/writer.ts";
import { tableFormat } from "./output/tables.ts";
import { createResultCache } from "./result-cache.ts";
import { LineMaker } from "./result-lines.ts";
import { addKept } from "./sample.ts";
import { Tally } from "./tally.ts";

/** Runs the rows that have no result yet, and writes the results to a file. */
export async function runToFile(run: BatchRun, opened: OpenOutput, output: string): Promise<void> {
	const { sample, options, context } = run;
	const { journal, manifest, state } = opened;
	const cost = Math.max(state?.cost ?? 0, manifest.counts.cost_usd);
	const tally = new Tally(state?.done.count ?? 0, state?.failed.count ?? 0, cost, state?.errors ?? []);
	if (!options.keepFailed) tally.forgetErrors();
	if (sample && state) addKept(sample, journal, state, manifest.seconds);
	const started = performance.now();
	const { problem, isRepeated } = await writeResults(run, opened, output, tally);
	const isWhole = tally.total === null || tally.done + tally.failed >= tally.total;
	const isEnded = problem === undefined && !context.signal.aborted && !sample && (isWhole || !options.retryFailed);
	if (problem instanceof Error && problem.name === "OutputError") {
		// Lines that could not be written do not count as done.
		const { done, failed } = scanJournal(journal);
		[tally.done, tally.failed] = [done.count, failed.count];
	} else {
		const hasRepeats = isRepeated || (state?.hasRepeats ?? false);
		await finishOutput({ journal, output, hasRepeats, isEnded, options });
		saveManifest(output, manifest, tally, (performance.now() - started) / 1000, isEnded);
	}
	await conclude(run, tally, problem);
}

/**
 * Calls the rows and appends a line to the journal for each result.
 * @returns `problem`: the problem that stopped the run early, if any; `isRepeated`: some row has a line already
 */
async function writeResults(
	{ plan, pricing, sample, options, context }: BatchRun,
	{ journal, manifest, state }: OpenOutput,
	output: string,
	tally: Tally,
): Promise<{ problem: unknown; isRepeated: boolean }> {
	const drop = new AbortController();
	const writer = new JournalWriter(journal, state?.size ?? 0, journal !== output, (error) => drop.abort(error));
	const flush = (): void => writer.flush();
	// For `hub batch status`, which reads only files.
	const onTotal = (total: number): void => {
		if (manifest.counts.total !== total) writeManifest(output, { ...manifest, counts: { ...manifest.counts, total } });
	};
	const cache = options.cache ? createResultCache(journal, flush) : undefined;
	const lines = new LineMaker(options, output, tableFormat(output) !== undefined, context);
	let isRepeated = false;
	let problem: unknown;
	const take = (result: BatchResult): void | Promise<void> => {
		const wasFailed = state?.failed.has(result.index) ?? false;
		if (wasFailed) isRepeated = true;
		const write = (line: string): void => {
			const offset = writer.append(line);
			if (result.cacheKey !== undefined) cache?.remember(result.cacheKey, offset);
			tally.add(result, wasFailed);
			sample?.results.push(result);
		};
		const line = lines.make(result);
		return typeof line === "string" ? write(line) : line.then(write);
	};
	try {
		const failed = state?.failed;
		const skip = options.retryFailed
			? { has: (index: number): boolean => !failed?.has(index) }
			: mergeSkipped(state?.done, options.keepFailed ? state?.failed : undefined);
		const parts = { tally, pricing, cache: cache?.cache, drop, spent: tally.cost ?? 0, flush, onTotal };
		problem = await callRows({ plan, skip, only: sample?.only }, parts, options, context, take);
		writer.close();
	} catch (error) {
		problem = error;
		try {
			writer.close();
		} catch {
			// The disk is full already.
		}
	}
	return { problem, isRepeated };
}

function saveManifest(output: string, manifest: Manifest, tally: Tally, seconds: number, isEnded: boolean): void {
	const { total, done, failed, cost } = tally;
	writeManifest(output, {
		...manifest,
		counts: { total, done, failed, cost_usd: cost ?? 0 },
		isLimited: tally.isLimited,
		seconds: manifest.seconds + seconds,
		ended: isEnded ? new Date().toISOString() : null,
	});
}

function mergeSkipped(done: Bitmap | undefined, failed: Bitmap | undefined): Pick<Bitmap, "has"> | undefined {
	if (!failed) return done;
	return { has: (index) => (done?.has(index) ?? false) || failed.has(index) };
}
