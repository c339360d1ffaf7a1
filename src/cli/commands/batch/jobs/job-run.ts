import { createHash } from "node:crypto";
import { readMember } from "../../../../base/json.ts";
import { outOfBudget } from "../../../../batch/budget.ts";
import { type BatchResult, type BatchRow, BatchStopped, type BatchTarget } from "../../../../batch/index.ts";
import { describeJob, type JobRecord, type Manifest } from "../../../../batch/manifest.ts";
import { InferenceClientDeadlineError, InferenceClientProviderOutputError } from "../../../../errors.ts";
import { wait } from "../../../../http/index.ts";
import { findProvider } from "../../../../inference/registry.ts";
import { keyVariable } from "../../../config/token.ts";
import type { Context } from "../../../context.ts";
import { ExitWithoutError } from "../../../errors/exit-codes.ts";
import { UsageError } from "../../../errors/usage.ts";
import { type OpenOutput, writeManifest } from "../journal/open.ts";
import { OutputWriter } from "../journal/write.ts";

import type { BatchCommandOptions } from "../options.ts";
import { finishOutput } from "../output-tables.ts";
import { createSchemaCheck, openRun, type Plan } from "../plan.ts";

import { type Pricing, printStop, printSummary, Tally } from "../report.ts";
import { createLineMaker, type LineMaker } from "../result-lines.ts";
import { listRows } from "../row-source.ts";
import { logRun } from "../run-calls.ts";

import { BATCH_SERVICES, type BatchService, ENDPOINTS, isEnded, type Job, JobClient, PLAIN_SERVICE } from "./client.ts";
import { type Collecting, Submission, toResult } from "./submission.ts";

/** Maximum time between two polls, in seconds. */
const MAX_PAUSE_S = 60;

interface JobRunParts {
	plan: Plan;
	target: BatchTarget;
	/** File of the results. */
	output: string;
	opened: OpenOutput;
	pricing: Pricing;
	options: BatchCommandOptions;
	context: Context;
	client: JobClient;
	service: BatchService;
	/** Path of the requests in a job. */
	endpoint: string;
}

/** One run of a provider's batch service: rows become jobs, and the results of ended jobs become lines of the output. */
class JobRun {
	readonly tally: Tally;
	private readonly parts: JobRunParts;
	private readonly manifest: Manifest;
	private readonly submission: Submission;
	private readonly lines: LineMaker;
	private readonly writer: OutputWriter;
	private readonly writeFailure = new AbortController();
	private readonly began = performance.now();
	private readonly secondsBefore: number;
	private isClosed = false;

	constructor(parts: JobRunParts) {
		const { plan, target, output, opened, options, context, client, service, endpoint } = parts;
		const { journal, manifest, state } = opened;
		this.parts = parts;
		this.manifest = manifest;
		this.secondsBefore = manifest.seconds;
		this.tally = new Tally(state?.done.count, state?.failed.count, state?.cost);
		this.lines = createLineMaker(options, output, context);
		this.writer = new OutputWriter(journal, state?.size ?? 0, journal !== output, (error) =>
			this.writeFailure.abort(error),
		);
		const form = { endpoint, window: options.window ?? service.window, mark: createMark(manifest) };
		this.submission = new Submission({ client, service, form, manifest, save: () => this.save(), target, plan });
	}

	/**
	 * Submits the rows that have no result yet, in as many rounds as the budget allows, and collects their results.
	 * @returns why the run stopped early, if it did
	 */
	async submitAndCollect(): Promise<Error | undefined> {
		const { options } = this.parts;
		const { submission, tally } = this;
		await submission.adopt();
		const rows = this.missingRows();
		const budget = new JobBudget(options.maxCost, tally, tally.done + tally.failed);
		for (let next = await rows.next(); ; ) {
			for (; !next.done && budget.allows(this.countPending() + submission.waiting); next = await rows.next()) {
				await submission.add(next.value);
			}
			await submission.flush();
			await this.writeUnreadable();
			this.save();
			const problem = await this.follow();
			if (problem !== undefined || next.done) return problem;
			if (!budget.allows(0)) return budget.usedUp();
		}
	}

	/** Finishes the output if every row has a line, and saves the state of the run. */
	async finish(): Promise<void> {
		const { output, options } = this.parts;
		this.close();
		this.writeFailure.signal.throwIfAborted();
		if (this.isComplete) await finishOutput(output, true, options);
		this.manifest.ended = this.isComplete ? new Date().toISOString() : null;
		this.save();
	}

	/** Every row has a result. */
	get isComplete(): boolean {
		const { total, done, failed } = this.tally;
		return total !== null && done + failed >= total;
	}

	describeJobs(): object[] {
		return this.manifest.jobs.map(describeJob);
	}

	/** Writes the manifest. */
	save(): void {
		const { done, failed, cost, total } = this.tally;
		writeManifest(this.parts.output, {
			...this.manifest,
			seconds: this.secondsBefore + (performance.now() - this.began) / 1000,
			counts: { total: total ?? this.manifest.counts.total, done, failed, cost_usd: cost ?? 0 },
		});
	}

	/** Closes the output; the second time does nothing. */
	close(): void {
		if (this.isClosed) return;
		this.isClosed = true;
		this.writer.close();
	}

	/** The rows that are neither done nor in a job. */
	private missingRows(): ReturnType<typeof listRows> {
		const { plan, options, opened } = this.parts;
		const { done, failed } = opened.state ?? {};
		const isPending = (index: number): boolean =>
			this.manifest.jobs.some((job) => !job.isCollected && index >= job.from && index <= job.to);
		const isKept = (index: number): boolean => Boolean(options.keepFailed) && (failed?.has(index) ?? false);
		const isOther = (index: number): boolean => Boolean(options.retryFailed) && !failed?.has(index);
		const skip = {
			has: (index: number) => (done?.has(index) ?? false) || isPending(index) || isKept(index) || isOther(index),
		};
		const onEnd = (total: number): void => {
			this.tally.total = total;
		};
		return listRows(plan, { skip, limit: options.limit, only: undefined, onEnd });
	}

	/** Counts the rows in jobs that have not ended. */
	private countPending(): number {
		return this.manifest.jobs.reduce((sum, job) => sum + (job.isCollected ? 0 : job.rows), 0);
	}

	/** Writes a line for each row that could not be sent. */
	private async writeUnreadable(): Promise<void> {
		for (const { row, message } of this.submission.unreadable.splice(0)) {
			const error = { kind: "input" as const, message };
			await this.write({ id: row.id, index: row.index ?? 0, error, attempts: 0, seconds: 0, row });
		}
	}

	/**
	 * Waits for the jobs and collects each when it ends.
	 * @returns why one failed as a whole
	 */
	private async follow(): Promise<Error | undefined> {
		const { plan, target, pricing, service, options, context } = this.parts;
		const { jobs } = this.manifest;
		const check = createSchemaCheck(plan.rules.answer);
		const collecting: Collecting = {
			task: plan.task,
			target,
			pricing,
			price: service.price,
			check,
			signal: context.signal,
		};
		let problem: Error | undefined;
		for (let pause = 1; ; pause = Math.min(MAX_PAUSE_S, pause * 2)) {
			let asked = 0;
			for (const record of jobs) {
				if (record.isCollected || record.jobId === undefined) continue;
				const job = await this.look(record, record.jobId);
				asked = Math.max(asked, job.pause ?? 0);
				if (!isEnded(job.status)) continue;
				if (job.status === "failed") problem ??= failedWhole(job);
				else await this.collect(job, record, collecting);
				record.isCollected = true;
				this.writer.flush();
				this.save();
			}
			if (jobs.every(({ isCollected }) => isCollected)) return problem;
			this.save();
			const left = this.secondsLeft() * 1000;
			if (left <= 0) throw new InferenceClientDeadlineError(options.deadline ?? 0);
			await wait(Math.min(left, Math.max(asked, (options.poll ?? pause) * 1000)), context.signal);
		}
	}

	/** Polls the state of a job and records it. */
	private async look(record: JobRecord, id: string): Promise<Job> {
		const { client, options, context } = this.parts;
		const job = await client.look(id);
		if (options.progress !== "none") showChange(record, job, context);
		record.status = job.status;
		return job;
	}

	/** Seconds until the deadline. */
	private secondsLeft(): number {
		const { deadline } = this.parts.options;
		return deadline ? deadline - (performance.now() - this.began) / 1000 : Number.POSITIVE_INFINITY;
	}

	private async collect(job: Job, { from, to }: JobRecord, collecting: Collecting): Promise<void> {
		const { plan, client, opened } = this.parts;
		const rows = await readRows(plan, from, to);
		for (const file of [job.outputFile, job.errorFile]) {
			if (file === undefined) continue;
			for await (const line of client.read(file)) {
				const row = rows.get(Number(readMember(line, "custom_id")));
				if (!row) continue;
				rows.delete(row.index ?? 0);
				// A run that was stopped while it collected has some of the lines already.
				if (opened.state?.done.has(row.index ?? 0)) continue;
				await this.write(await toResult(line, row, collecting));
			}
		}
	}

	private async write(result: BatchResult): Promise<void> {
		this.writer.append(await this.lines.make(result));
		this.tally.add(result, this.parts.opened.state?.failed.has(result.index) ?? false);
	}
}

/** Returns the mark by which the jobs of a run are recognized on the service. */
function createMark({ fingerprint, inputs, shard, started }: Manifest): string {
	// With the time of the first start, so that jobs of a run that --force discarded are not adopted.
	const facts = JSON.stringify([fingerprint, inputs, shard, started]);
	return createHash("sha256").update(facts).digest("hex").slice(0, 32);
}

function showChange(record: JobRecord, job: Job, context: Context): void {
	const counts = job.counts
		? ` ${job.counts.completed}/${job.counts.total} done${job.counts.failed > 0 ? `, ${job.counts.failed} failed` : ""}`
		: "";
	if (record.status !== job.status) context.note(`Job ${job.id} (part ${record.part}): ${job.status}${counts}`);
}

function failedWhole({ problem }: Job): Error {
	const message = `The batch service failed: ${problem ?? "it gave no reason"}`;
	return new InferenceClientProviderOutputError(message, "failed");
}

/** Returns the rows of a part by number. */
async function readRows(plan: Plan, from: number, to: number): Promise<Map<number, BatchRow>> {
	const found = new Map<number, BatchRow>();
	const outside = { has: (index: number) => index < from || index > to };
	const again = { ...plan, rows: plan.source.read(), hasOwnIds: false };
	const rows = listRows(again, { skip: outside, limit: to + 1, only: undefined, onEnd: () => undefined });
	for await (const row of rows) found.set(row.index ?? 0, row);
	return found;
}

/** Rows of the first job, while the cost of a row is unknown. */
const FIRST_ROWS = 50;

/** Keeps the cost of jobs below `--max-cost`: rows that are submitted count with the mean of those that ended. */
class JobBudget {
	private readonly most: number | undefined;
	private readonly tally: Tally;
	private readonly before: number;

	/**
	 * @param most US dollars; undefined: no limit
	 * @param before rows that earlier runs finished
	 */
	constructor(most: number | undefined, tally: Tally, before: number) {
		this.most = most;
		this.tally = tally;
		this.before = before;
	}

	/**
	 * Whether one more row may be submitted.
	 * @param pending rows that are submitted and have not ended
	 */
	allows(pending: number): boolean {
		if (this.most === undefined) return true;
		const spent = this.tally.cost ?? 0;
		const ended = this.before + this.tally.finished;
		if (spent === 0) return pending < FIRST_ROWS || ended > 0;
		return spent + (pending + 1) * (spent / ended) <= this.most * (1 + 1e-9);
	}

	usedUp(): BatchStopped {
		return outOfBudget(this.tally.cost ?? 0, this.most);
	}
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
	const connected = findService(plan, context.signal);
	const opened = await openRun(plan, output, options, context);
	let run: JobRun | undefined;
	try {
		run = new JobRun({ plan, target, output, opened, pricing, options, context, ...connected });
		const problem = await run.submitAndCollect();
		await run.finish();
		logRun(plan, run.tally, problem, options, context);
		await printSummary({ ...run.tally.summary(false), jobs: run.describeJobs() }, false, context);
		if (problem instanceof BatchStopped) {
			printStop(problem, true, context);
			throw new ExitWithoutError();
		}
		if (problem !== undefined) throw problem;
		if (run.tally.failed > 0 || !run.isComplete) throw new ExitWithoutError();
	} catch (error) {
		if (context.signal.aborted || error instanceof InferenceClientDeadlineError) {
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
			opened.release();
		}
	}
}

/** Checks the requirements of `--via provider` before any look-up. */
export function checkVia(options: BatchCommandOptions): void {
	const { provider, endpoint, output } = options;
	if (output === undefined || output === "-")
		throw new UsageError("--via provider needs a file for the results.", "Name it with -o.");
	if (endpoint !== undefined) return;
	const names = Object.keys(BATCH_SERVICES).join(", ");
	if (provider === undefined)
		throw new UsageError("--via provider needs a provider.", `Name one with -p: ${names}.`, "no-provider");
	if (!Object.hasOwn(BATCH_SERVICES, provider)) {
		throw new UsageError(`${provider} has no batch service.`, `These have one: ${names}.`, "unknown-name");
	}
	if (options.token?.startsWith("hf_")) {
		throw new UsageError(
			"--via provider needs the provider's own key; this is a hub token.",
			`Set ${keyVariable(provider)}.`,
			"wrong-token",
		);
	}
}

/** Returns the batch service of a target with a client for it. */
export function connectService(target: BatchTarget, signal: AbortSignal): { client: JobClient; service: BatchService } {
	const { provider, endpointUrl, accessToken, options } = target;
	const id = typeof provider === "string" ? provider : "";
	const service = endpointUrl === undefined ? (BATCH_SERVICES[id] ?? PLAIN_SERVICE) : PLAIN_SERVICE;
	const base = endpointUrl ?? findProvider(id)?.baseUrl ?? "";
	const connection = { token: accessToken, fetch: options?.fetch ?? fetch, limits: options?.limits };
	return { client: new JobClient(base, service, connection, signal), service };
}

/**
 * Returns the batch service for a plan, with a client and the path of its requests.
 * @throws UsageError if the service does not run the task
 */
export function findService(
	{ task, targets }: Plan,
	signal: AbortSignal,
): ReturnType<typeof connectService> & { endpoint: string } {
	const [target = {}] = targets;
	const endpoint = ENDPOINTS[task];
	const connected = connectService(target, signal);
	if (endpoint === undefined || !connected.service.tasks.includes(task)) {
		throw new UsageError(
			`The batch service of ${target.name} does not run ${task}.`,
			`It runs: ${connected.service.tasks.join(", ")}.`,
		);
	}
	return { ...connected, endpoint };
}
