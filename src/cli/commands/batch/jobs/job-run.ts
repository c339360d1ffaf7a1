import { omitUndefined, readMember, stringify } from "../../../../base/json.ts";
import { outOfBudget } from "../../../../batch/budget.ts";
import { type BatchResult, type BatchRow, BatchStopped, type Failure } from "../../../../batch/index.ts";
import { describeJob, type JobRecord } from "../../../../batch/manifest.ts";
import { taskName } from "../../../../catalogue/aliases.ts";
import { InferenceClientProviderOutputError } from "../../../../errors.ts";
import { backoff } from "../../../../http/backoff.ts";
import { wait } from "../../../../http/index.ts";
import { dropResults, type JournalWriter } from "../../../../node-journal.ts";
import { keyVariable } from "../../../config/token.ts";
import type { Context } from "../../../context.ts";
import { ExitWithoutError } from "../../../errors/exit-codes.ts";
import { UsageError } from "../../../errors/usage.ts";
import { replaceWhole } from "../../../files/replace-whole.ts";
import { logRun } from "../finish-run.ts";
import type { BatchCommandOptions } from "../options.ts";
import { openJournalWriter, removeJournal, strayRowError, writeManifest } from "../output.ts";
import { finishOutput } from "../output-tables.ts";
import { createSchemaCheck, openRun, type Plan } from "../plan.ts";
import { createLineMaker } from "../result-lines.ts";
import { listRows, type RowList } from "../row-source.ts";
import { type Pricing, printStop, printSummary, Tally } from "../tally.ts";
import { BATCH_SERVICES, connectService, ENDPOINTS, isEnded, type JobClient, type ServiceJob } from "./client.ts";
import { createSubmission, type JobParts, toResult } from "./submission.ts";

/** Rows of the first job, while the cost of a row is unknown. */
const FIRST_ROWS = 50;

/** One run of a provider's batch service: rows become jobs, and the results of ended jobs become lines of the output. */
function openJobRun(parts: JobParts) {
	const { plan, output, opened, options, context, client } = parts;
	const { journal, manifest, state, lock } = opened;
	const { done, failed } = state ?? {};
	const tally = new Tally(done?.count, failed?.count, state?.cost);
	const lines = createLineMaker(options, output, context);
	const writeFailure = new AbortController();
	const onFailure = (error: Error): void => writeFailure.abort(error);
	const openWriter = (size: number): JournalWriter => openJournalWriter(opened, size, journal !== output, onFailure);
	let writer = openWriter(state?.size ?? 0);
	/** Results that match no row. */
	let strays = 0;
	/** Number of a line of an earlier run that no row has. */
	let stray: number | undefined;
	const began = performance.now();
	const seconds = (): number => (performance.now() - began) / 1000;
	const [secondsBefore, rowsBefore] = [manifest.seconds, tally.done + tally.failed];
	const check = createSchemaCheck(plan.rules.answer);
	let isClosed = false;

	/** Whether every row has a result, and no line is of another row. */
	const isComplete = (): boolean =>
		tally.total !== null && tally.done + tally.failed >= tally.total && stray === undefined;
	const save = (): void => {
		const { done, failed, cost, total } = tally;
		const counts = { total: total ?? manifest.counts.total, done, failed, cost_usd: cost ?? 0 };
		const isLimited = total === null ? manifest.isLimited : tally.isLimited;
		writeManifest(
			output,
			{ ...manifest, ...omitUndefined({ isLimited }), seconds: secondsBefore + seconds(), counts },
			lock,
		);
	};
	/** The second time it does nothing. */
	const close = (): void => {
		if (isClosed) return;
		isClosed = true;
		writer.close();
	};
	const submission = createSubmission(parts, save);

	/** The rows that are neither done nor in a job. */
	const missingRows = (): RowList => {
		const isPending = (index: number): boolean =>
			manifest.jobs.some((job) => !job.isCollected && index >= job.from && index <= job.to);
		const isLeftOut = (index: number): boolean =>
			(options.keepFailed && failed?.has(index)) || (options.retryFailed && !failed?.has(index)) || false;
		const has = (index: number): boolean => done?.has(index) || isPending(index) || isLeftOut(index);
		const onEnd = (total: number, isLimited: boolean): void => {
			stray = tally.bound(opened, total, isLimited);
		};
		return listRows(plan, { skip: { has }, limit: options.limit, onEnd });
	};

	/**
	 * Whether one more row may be submitted. Rows that wait or are in a job that has not ended count with the most that they
	 * may cost; where that is not known, with the mean cost of the others.
	 * @param next the most that the row may cost, in US dollars
	 */
	const isAffordable = (next: number | null): boolean => {
		if (options.maxCost === undefined) return true;
		const open = manifest.jobs.filter(({ isCollected }) => !isCollected);
		const mosts = [next, submission.waitingMost, ...open.map(({ most_usd = null }) => most_usd)];
		const spent = tally.cost ?? 0;
		const limit = options.maxCost * (1 + 1e-9);
		const known = mosts.filter((most) => most !== null);
		if (known.length === mosts.length) return known.reduce((sum, most) => sum + most, spent) <= limit;
		const pending = open.reduce((sum, { rows }) => sum + rows, submission.waiting);
		const ended = rowsBefore + tally.finished;
		if (spent === 0) return pending < FIRST_ROWS || ended > 0;
		return spent + (pending + 1) * (spent / ended) <= limit;
	};

	const write = async (result: BatchResult, wasFailed = failed?.has(result.index) ?? false): Promise<void> => {
		writer.append(await lines.make(result));
		tally.add(result, wasFailed);
	};

	/** It is unknown which of several results is the right one: the row has failed, and the written result is retracted. */
	const failDoubles = async (doubles: ReadonlyMap<number, BatchRow>): Promise<void> => {
		writer.close();
		const { size, costs } = replaceWhole(journal, lock, (write) => dropResults(journal, doubles, write));
		writer = openWriter(size);
		for (const [index, row] of doubles) {
			const cost = costs.get(index);
			if (cost !== undefined) tally.retract(cost);
			done?.delete(index);
			const error = malformedRow("The batch service returned several results for this row.");
			const paid = cost === undefined || cost === 0 ? {} : { cost_usd: cost };
			await write({ id: row.id, index, error, usage: null, ...paid, attempts: 1, seconds: 0, row }, cost === undefined);
		}
	};

	/** Writes the results of a job. Its rows each have one: missing, duplicate and unknown ones are reported. */
	const collect = async (job: ServiceJob, record: JobRecord): Promise<void> => {
		const rows = await readRows(plan, record);
		const isKnown = rows.size === record.rows;
		const seen = new Set<number>();
		const doubles = new Map<number, BatchRow>();
		const foreign: unknown[] = [];
		for (const file of new Set([job.outputFile, job.errorFile])) {
			if (file === undefined) continue;
			for await (const line of client.read(file)) {
				const id = readMember(line, "custom_id");
				// Only the ids as they were sent: no other spelling of a number.
				const index = typeof id === "string" && /^(?:0|[1-9]\d*)$/.test(id) ? Number(id) : -1;
				const row = rows.get(index);
				if (!row) foreign.push(id);
				else if (seen.has(index)) doubles.set(index, row);
				else {
					seen.add(index);
					// A run that was stopped while it collected has some of the lines already.
					if (!done?.has(index)) await write(await toResult(line, row, parts, check));
				}
			}
		}
		if (doubles.size > 0) await failDoubles(doubles);
		const missing = [...rows].filter(([index]) => !seen.has(index));
		const isMissing = job.status === "completed" && isKnown;
		for (const [index, row] of isMissing ? missing : []) {
			if (done?.has(index)) continue;
			const error = malformedRow("The batch service returned no result for this row.");
			await write({ id: row.id, index, error, usage: null, attempts: 1, seconds: 0, row });
		}
		strays += foreign.length;
		if (foreign.length > 0) context.warn(describeStrays(job, foreign));
		if (missing.length > 0 && !isMissing) context.warn(describeRest(job, missing.length));
	};

	/**
	 * Waits for the jobs and collects each when it ends.
	 * @returns why one failed as a whole
	 */
	const follow = async (): Promise<Error | undefined> => {
		let problem: Error | undefined;
		for (let looks = 1; ; looks++) {
			let asked = 0;
			for (const record of manifest.jobs) {
				if (record.isCollected || record.jobId === undefined) continue;
				const job = await client.look(record.jobId);
				if (options.progress !== "none") showChange(record, job, context);
				record.status = job.status;
				asked = Math.max(asked, job.pause ?? 0);
				if (!isEnded(job.status)) continue;
				if (job.status === "failed") {
					const message = `The batch service failed: ${job.problem ?? "it gave no reason"}`;
					problem ??= new InferenceClientProviderOutputError(message, "failed");
				} else await collect(job, record);
				record.isCollected = true;
				writer.flush();
				save();
			}
			if (manifest.jobs.every(({ isCollected }) => isCollected)) return problem;
			save();
			const usual = options.poll === undefined ? backoff("job", looks) : options.poll * 1000;
			await wait(Math.max(asked, usual), context.signal);
		}
	};

	/** Whether every row has a result, and every result matches a row. */
	const isSound = (): boolean => isComplete() && tally.failed === 0 && strays === 0;

	return {
		tally,
		isSound,
		save,
		close,
		/**
		 * Submits the rows that have no result yet, in as many rounds as the budget allows, and collects their results.
		 * @returns why the run stopped early, if it did
		 */
		submitAndCollect: async (): Promise<Error | undefined> => {
			await submission.adopt();
			const rows = missingRows();
			for (let next = await rows.next(); ; ) {
				let isSent = false;
				while (!next.done && (await submission.add(next.value, isAffordable))) {
					isSent = true;
					next = await rows.next();
				}
				isSent ||= manifest.jobs.some(({ isCollected }) => !isCollected);
				await submission.flush();
				for (const { row, message } of submission.unreadable.splice(0)) {
					const error = { kind: "input" as const, message };
					await write({ id: row.id, index: row.index ?? 0, error, usage: null, attempts: 0, seconds: 0, row });
				}
				save();
				const problem = await follow();
				if (problem !== undefined) return problem;
				if (next.done) return stray === undefined ? undefined : strayRowError(output, stray, tally.total ?? 0);
				// No job has ended meanwhile that could free budget.
				if (!isSent) return outOfBudget(tally.cost ?? 0, options.maxCost);
			}
		},
		/** Finishes the output if every row has a line, and saves the state of the run. */
		finish: async (): Promise<void> => {
			close();
			writeFailure.signal.throwIfAborted();
			if (isComplete()) await finishOutput(output, lock, true, manifest.fingerprint, options);
			manifest.ended = isComplete() ? new Date().toISOString() : null;
			save();
			const isAll = isSound() && options.limit === undefined && !plan.shard;
			removeJournal(output, isAll, lock, options.keepJournal, context);
		},
	};
}

function malformedRow(message: string): Failure {
	return { kind: "malformed", message };
}

/** Unknown ids to list in a message. */
const SHOWN_IDS = 3;

function describeStrays({ id }: ServiceJob, foreign: readonly unknown[]): string {
	const shown = foreign.slice(0, SHOWN_IDS).map((one) => (one === undefined ? "none" : stringify(one, 40)));
	const more = foreign.length > SHOWN_IDS ? ", …" : "";
	const results = foreign.length === 1 ? "1 result" : `${foreign.length} results`;
	return `Job ${id} returned ${results} without a matching row (custom_id: ${shown.join(", ")}${more}); left out.`;
}

function describeRest({ id, status }: ServiceJob, count: number): string {
	const rows = count === 1 ? "1 row has" : `${count} rows have`;
	return `Job ${id} ended as ${status}: ${rows} no result. Run the same command again to send them.`;
}

function showChange(record: JobRecord, job: ServiceJob, context: Context): void {
	const counts = job.counts
		? ` ${job.counts.completed}/${job.counts.total} done${job.counts.failed > 0 ? `, ${job.counts.failed} failed` : ""}`
		: "";
	if (record.status !== job.status) context.note(`Job ${job.id} (part ${record.part}): ${job.status}${counts}`);
}

/** The rows of a job, by number. */
async function readRows(plan: Plan, { from, to, gaps = [] }: JobRecord): Promise<Map<number, BatchRow>> {
	const found = new Map<number, BatchRow>();
	let gap = 0;
	// Rows are read in order.
	const isInGap = (index: number): boolean => {
		while ((gaps[gap]?.[1] ?? Number.POSITIVE_INFINITY) < index) gap++;
		return (gaps[gap]?.[0] ?? Number.POSITIVE_INFINITY) <= index;
	};
	const outside = { has: (index: number) => index < from || index > to || isInGap(index) };
	const again = { ...plan, rows: plan.source.read(), hasOwnIds: false };
	const rows = listRows(again, { skip: outside, limit: to + 1, onEnd: () => undefined });
	for await (const row of rows) found.set(row.index ?? 0, row);
	return found;
}

/** Runs the rows in the provider's own batch service: submits missing rows, waits, and collects the results. */
export async function runJobs(
	plan: Plan,
	pricing: Pricing,
	options: BatchCommandOptions,
	context: Context,
): Promise<void> {
	const { output, targets } = plan;
	const [target] = targets;
	if (output === undefined || !target) return;
	const service = findService(plan, context.signal);
	const opened = await openRun(plan, output, options, context);
	let run: ReturnType<typeof openJobRun> | undefined;
	try {
		run = openJobRun({ plan, target, output, opened, pricing, options, context, ...service });
		const problem = await run.submitAndCollect();
		await run.finish();
		logRun(plan, run.tally, problem, options, context);
		const jobs = opened.manifest.jobs.map(describeJob);
		await printSummary({ ...run.tally.summary(), jobs }, false, context);
		if (problem instanceof BatchStopped) {
			printStop(problem, true, context);
			throw new ExitWithoutError();
		}
		if (problem !== undefined) throw problem;
		if (!run.isSound()) throw new ExitWithoutError();
	} catch (error) {
		if (context.signal.aborted) {
			run?.save();
			context.note(
				"The provider keeps working on the jobs. Run the same command again to wait for them; hub batch cancel cancels them.",
			);
		}
		throw error;
	} finally {
		try {
			run?.close();
		} finally {
			opened.lock.release();
		}
	}
}

/** Checks the requirements of `--via` before any look-up. */
export function checkVia(inputs: readonly string[], options: BatchCommandOptions): void {
	const { provider, endpoint, output, token, via } = options;
	if (output === undefined || output === "-")
		throw new UsageError(`--via ${via} needs a file for the results.`, "Name it with -o.");
	if (inputs.includes("-")) {
		const hint = "Write the rows to a file, and name that.";
		throw new UsageError(`--via ${via} reads its input again when a job ends: not standard input.`, hint);
	}
	if (endpoint !== undefined) return;
	if (via === "endpoint")
		throw new UsageError("--via endpoint needs a server.", "Name it with --endpoint URL/v1.", "option-conflict");
	const names = Object.keys(BATCH_SERVICES).join(", ");
	if (provider === undefined)
		throw new UsageError("--via provider needs a provider.", `Name one with -p: ${names}.`, "no-provider");
	if (!Object.hasOwn(BATCH_SERVICES, provider)) {
		throw new UsageError(`${provider} has no batch service.`, `These have one: ${names}.`, "unknown-name");
	}
	if (token?.startsWith("hf_")) {
		throw new UsageError(
			"--via provider needs the provider's own key; this is a Hugging Face token.",
			`Set ${keyVariable(provider)}.`,
			"wrong-token",
		);
	}
}

/**
 * Returns a client of the batch service for a plan, and the path of its requests.
 * @throws UsageError if the service does not run the task
 */
export function findService({ task, targets }: Plan, signal: AbortSignal): { client: JobClient; endpoint: string } {
	const [target = {}] = targets;
	const endpoint = ENDPOINTS[task];
	const client = connectService(target, signal);
	const { tasks } = client.service;
	if (endpoint !== undefined && tasks.includes(task)) return { client, endpoint };
	throw new UsageError(
		`The batch service of ${target.name} does not run ${taskName(task)}.`,
		`It runs: ${tasks.map(taskName).join(", ")}.`,
	);
}
