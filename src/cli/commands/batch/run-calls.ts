import { join } from "node:path";
import { type BatchResult, BatchStopped, type ResultCache } from "../../../batch/index.ts";
import { countGone } from "../../../batch/manifest.ts";
import { createId } from "../../../exchange/exchange.ts";
import { toLogRecord } from "../../../exchange/log-record.ts";
import { Secrets } from "../../../exchange/secrets.ts";
import { LockLost } from "../../../node-lock.ts";
import { appendToLog } from "../../config/log.ts";
import { readConfig } from "../../config/settings.ts";
import { knownSecrets } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { readLogLevel } from "../../network/call-recorder.ts";
import { callIdentity } from "../../target/target.ts";
import { OutputFailed } from "../../terminal/process-io.ts";
import { callRows, OrderedLines } from "./call-rows.ts";
import { addKept, estimateAll, printEstimate, type Sample } from "./estimate.ts";
import { type OpenOutput, writeManifest } from "./journal/open.ts";
import { OutputWriter, scanJournal } from "./journal/write.ts";

import { openKnownResults } from "./known-results.ts";
import { type BatchCommandOptions, isFile } from "./options.ts";
import { finishOutput } from "./output-tables.ts";
import type { Plan } from "./plan.ts";
import { CONTINUE, describeErrors, type Pricing, printStop, printSummary, roundSum, Tally } from "./report.ts";
import { createResultCache } from "./result-cache.ts";
import { createLineMaker } from "./result-lines.ts";

/** Runs the rows that have no result yet, and writes the results to a file. */
export async function runToFile(run: BatchRun, opened: OpenOutput, output: string): Promise<void> {
	const { sample, options, context } = run;
	const { journal, manifest, state, parts, lock } = opened;
	const cost = Math.max((state?.cost ?? 0) + (manifest.change?.dropped_cost_usd ?? 0), manifest.counts.cost_usd);
	const errors = options.keepFailed ? state?.errors : undefined;
	const tally = new Tally((state?.done.count ?? 0) - countGone(manifest), state?.failed.count, cost, errors);
	if (sample && state) addKept(sample, journal, state, manifest.seconds);
	const started = performance.now();
	const { problem, isRepeated } = await writeResults(run, opened, output, tally);
	const isWhole = tally.total === null || tally.done + tally.failed >= tally.total;
	const isEnded = problem === undefined && !context.signal.aborted && !sample && (isWhole || !options.retryFailed);
	if (problem instanceof Error && problem.name === "OutputError") {
		// Lines that could not be written do not count as done.
		const { done, failed } = scanJournal(journal);
		[tally.done, tally.failed] = [done.count - countGone(manifest), failed.count];
	} else if (!(problem instanceof LockLost)) {
		const { total, done, failed, cost, isLimited } = tally;
		const counts = { total, done, failed, cost_usd: cost ?? 0 };
		const seconds = manifest.seconds + (performance.now() - started) / 1000;
		const ended = { ...manifest, counts, isLimited, seconds, ended: isEnded ? new Date().toISOString() : null };
		if (parts) {
			await parts.finish();
			await parts.save(ended);
		} else {
			if (isEnded) await finishOutput(output, lock, isRepeated || (state?.hasRepeats ?? false), options);
			writeManifest(output, ended, lock);
		}
	}
	await conclude(run, tally, problem);
}

/**
 * Calls the rows and appends a line to the journal for each result.
 * @returns `problem`: the problem that stopped the run early, if any; `isRepeated`: some row has a line already
 */
async function writeResults(
	{ plan, pricing, sample, options, context }: BatchRun,
	{ journal, manifest, state, parts: folder, lock }: OpenOutput,
	output: string,
	tally: Tally,
): Promise<{ problem: unknown; isRepeated: boolean }> {
	const drop = new AbortController();
	const onFailure = (error: Error): void => drop.abort(error);
	const writer =
		folder?.open(onFailure) ?? new OutputWriter(journal, state?.size ?? 0, journal !== output, lock, onFailure);
	const flush = (): void => writer.flush();
	// For `hub batch status`, which reads only files.
	const onTotal = (total: number): void => {
		if (!folder && manifest.counts.total !== total)
			writeManifest(output, { ...manifest, counts: { ...manifest.counts, total } }, lock);
	};
	const known = await openKnownResults(plan, options, context);
	const local = options.cache === true && !folder ? createResultCache(journal, flush) : undefined;
	const cache: ResultCache = { ...known.cache, get: (key) => local?.get(key) ?? known.cache.get(key) };
	// Lines in a remote place hold pictures and sound themselves.
	const base = plan.place ? plan.place.folder && join(plan.place.folder, "rows") : output;
	const lines = createLineMaker(options, base, context);
	let isRepeated = false;
	let problem: unknown;
	const take = (result: BatchResult): void | Promise<void> => {
		const wasFailed = state?.failed.has(result.index) ?? false;
		if (wasFailed) isRepeated = true;
		const write = (line: string): void => {
			const offset = writer.append(line);
			if (result.cacheKey !== undefined && !result.error) local?.remember(result.cacheKey, offset);
			known.keep(result);
			tally.add(result, wasFailed);
			sample?.results.push(result);
		};
		const line = lines.make(result);
		return typeof line === "string" ? write(line) : line.then(write);
	};
	try {
		const { done, failed } = state ?? {};
		const hasEnded = (index: number): boolean => done?.has(index) || failed?.has(index) || false;
		const wasNoFailure = (index: number): boolean => !failed?.has(index);
		const skip = options.retryFailed ? { has: wasNoFailure } : options.keepFailed ? { has: hasEnded } : done;
		const rows = { plan, skip, only: sample?.only, answer: known.answer };
		const parts = { ...rows, tally, pricing, cache, drop, spent: tally.cost ?? 0, flush, onTotal };
		problem = await callRows(parts, options, context, take);
		writer.close();
	} catch (error) {
		problem = error;
		try {
			writer.close();
		} catch {
			// The disk is full already.
		}
	}
	known.close();
	return { problem, isRepeated };
}

/** One run of a plan. */
interface BatchRun {
	plan: Plan;
	pricing: Pricing;
	/** The rows of `--estimate`. */
	sample: Sample | undefined;
	options: BatchCommandOptions;
	context: Context;
}

/**
 * Reports the end of a run: in the log, as an estimate or a summary, and by the exit code.
 * @param problem the problem that stopped it early, if any
 */
async function conclude(
	{ plan, sample, options, context }: BatchRun,
	tally: Tally,
	problem: unknown,
	isStdoutTaken = false,
): Promise<void> {
	logRun(plan, tally, problem, options, context);
	const { signal } = context;
	if (sample && problem === undefined && !signal.aborted) {
		await printEstimate(estimateAll(sample, tally, options), context);
		if (tally.ownFailed === 0) return;
		context.warn(`${tally.ownFailed} of ${tally.finished} sampled rows failed:`);
		for (const line of describeErrors(tally.summary(false).errors)) context.warn(line);
		throw new ExitWithoutError();
	}
	await printSummary(tally.summary(false), isStdoutTaken, context);
	const toResume = isFile(options);
	if (signal.aborted && toResume) context.note(CONTINUE);
	signal.throwIfAborted();
	if (problem instanceof OutputFailed && toResume) context.note(`Free some space on the disk. ${CONTINUE}`);
	if (problem instanceof BatchStopped) {
		printStop(problem, toResume, context);
		throw new ExitWithoutError();
	}
	if (problem !== undefined) throw problem;
	if (tally.failed > 0) throw new ExitWithoutError();
}

/** Adds a run to the log, if logging is on: one line for all its rows, without their content. */
export function logRun(
	{ resolved }: Plan,
	tally: Tally,
	problem: unknown,
	options: BatchCommandOptions,
	context: Context,
): void {
	const config = readConfig(context);
	const level = readLogLevel(options, context, config);
	const [target] = resolved;
	if (level === undefined || !target) return;
	const secrets = new Secrets(knownSecrets(options, context.env, config));
	const { provider, model, task } = callIdentity(target);
	const endpoint = target.endpointUrl;
	const seconds = tally.seconds;
	const began = Math.round(context.now() - seconds * 1000);
	const exchange = {
		id: createId(began),
		time: new Date(began).toISOString(),
		command: "batch",
		task: task ?? null,
		// Only the results distinguish the models that rows name, and the providers of several lanes.
		model: tally.hasOwnModels ? null : (model ?? null),
		provider: resolved.length > 1 ? null : (provider ?? null),
		routed: endpoint === undefined && (target.accessToken?.startsWith("hf_") ?? false),
		host: endpoint === undefined ? null : new URL(endpoint).host,
		usage: tally.usage,
		cost_usd: tally.ownCost === null ? null : roundSum(tally.ownCost),
		price_source: null,
		attempts: [],
		first_ms: null,
		total_ms: Math.round(seconds * 1000),
		finish_reason: null,
		...(problem instanceof Error ? { error: { name: problem.name } } : {}),
	};
	const record = toLogRecord(exchange, "metadata", secrets, {
		endpoint,
		...(target.isSandbox ? { sandbox: true as const } : {}),
		rows: { done: tally.finished - tally.ownFailed, failed: tally.ownFailed },
	});
	try {
		appendToLog(record, context.env);
	} catch (error) {
		context.warn(`The run was not logged: ${error instanceof Error ? error.message : error}`);
	}
}

/** Runs the rows and prints the results. */
export async function runToStdout(run: BatchRun): Promise<void> {
	const { plan, pricing, sample, options, context } = run;
	const tally = new Tally();
	const drop = new AbortController();
	const lines = createLineMaker(options, undefined, context);
	const ordered = options.ordered ? new OrderedLines(plan.shard) : undefined;
	const known = await openKnownResults(plan, options, context);
	let problem: unknown;
	try {
		const rows = { plan, skip: undefined, only: sample?.only, answer: known.answer };
		const cache = options.reuse || options.cache ? known.cache : undefined;
		const parts = { ...rows, tally, pricing, cache, drop, spent: 0, gate: ordered };
		problem = await callRows(parts, options, context, async (result) => {
			known.keep(result);
			tally.add(result, false);
			if (sample) return void sample.results.push(result);
			const { cacheKey: _none, ...shown } = result;
			const line = await lines.make(shown);
			for (const ready of ordered ? ordered.add(result.index, line) : [line]) await context.print(ready);
		});
	} catch (error) {
		problem = error;
	}
	known.close();
	await conclude(run, tally, problem, true);
}
