import type { BatchResult } from "../../../batch/index.ts";
import type { BatchRun } from "./batch-run.ts";
import { callRows } from "./call-rows.ts";
import { finishRun } from "./finish-run.ts";
import { findReport, RunReport } from "./report.ts";
import { openResultCache } from "./result-cache.ts";
import { listRows } from "./row-source.ts";
import type { ResultWriter } from "./write-results.ts";

/** The steps of a run after its plan: skip what is done, call, write, report. */
export async function runRows(run: BatchRun, writer: ResultWriter): Promise<void> {
	const { plan, pricing, sample, options, context } = run;
	const { tally, skip, drop } = writer;
	const report = RunReport.open(run, tally, findReport(plan, options, context));
	const cache = await openResultCache(plan, writer.journal, options, context);
	const { answer } = cache;
	const rows = listRows(plan, {
		...{ skip, answer, limit: options.limit, only: sample?.only },
		onEnd: writer.noteEnd,
	});
	const count = (result: BatchResult, offset: number | undefined): void => {
		cache.add(result, offset);
		tally.add(result, writer.hasFailed(result.index));
		sample?.results.push(result);
		report?.record.add(result);
	};
	const add = (result: BatchResult): void | Promise<void> => {
		const written = writer.write(result);
		if (written instanceof Promise) return written.then((offset) => count(result, offset));
		count(result, written);
	};
	// Printed lines do not contain request keys: they are computed only if an option needs them.
	const isCompared = !writer.isStdout || options.reuse !== undefined || options.cache !== undefined;
	const calls = { plan, rows: writer.follow(rows), tally, pricing, cache: isCompared ? cache : undefined, drop };
	let problem: unknown;
	try {
		problem = await callRows({ ...calls, onTotal: writer.noteTotal }, options, context, { add, flush: writer.flush });
		writer.close();
		problem ??= writer.findStray?.();
	} catch (error) {
		problem = error;
		try {
			writer.close();
		} catch {
			// The disk is full already.
		}
	}
	await cache.close();
	await writer.finish(problem);
	try {
		await finishRun(run, tally, problem, writer.isStdout);
	} finally {
		await report?.finish(problem);
	}
}
