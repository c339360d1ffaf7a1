import { createHash } from "node:crypto";
import { type BatchRow, BatchStopped, type BatchTarget } from "../../../../batch/index.ts";
import { InferenceClientDeadlineError, InferenceClientProviderOutputError } from "../../../../errors.ts";
import { wait } from "../../../../http/index.ts";
import { findProvider } from "../../../../inference/registry.ts";
import { readMember } from "../../../../json.ts";
import { keyVariable } from "../../../config/token.ts";
import type { Context } from "../../../context.ts";
import { NegativeResult } from "../../../errors/negative-result.ts";
import { UsageError } from "../../../errors/usage.ts";
import { finishOutput } from "../finish.ts";
import { type JobRecord, writeManifest } from "../journal/manifest.ts";
import { JournalWriter } from "../journal/writer.ts";
import { logRun } from "../log-run.ts";
import { openRun } from "../open-run.ts";
import type { BatchCommandOptions } from "../options.ts";
import { tableFormat } from "../output/tables.ts";
import type { Plan } from "../plan.ts";
import type { Pricing } from "../pricing.ts";
import { LineMaker } from "../results.ts";
import { listRows } from "../row-source.ts";
import { createSchemaCheck } from "../schema.ts";
import { CONTINUE, printSummary } from "../summary.ts";
import { Tally } from "../tally.ts";
import { JobBudget } from "./budget.ts";
import { isEnded, type Job, JobClient } from "./client.ts";
import { type Collecting, toResult } from "./collect.ts";
import { BATCH_SERVICES, type BatchService, ENDPOINTS, PLAIN_SERVICE } from "./services.ts";
import { Submission } from "./submission.ts";

const LONGEST_PAUSE = 60;

/** Checks what `--via provider` needs, before anything is looked up. */
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

/** The batch service of a target, ready to be asked. */
export function connectService(target: BatchTarget, signal: AbortSignal): { client: JobClient; service: BatchService } {
	const { provider, endpointUrl, accessToken, options } = target;
	const id = typeof provider === "string" ? provider : "";
	const service = endpointUrl === undefined ? (BATCH_SERVICES[id] ?? PLAIN_SERVICE) : PLAIN_SERVICE;
	const base = endpointUrl ?? findProvider(id)?.baseUrl ?? "";
	return { client: new JobClient(base, service, accessToken, options?.fetch ?? fetch, signal), service };
}

/**
 * The batch service that runs a plan, and the path of its requests.
 * @throws UsageError where it does not run the task
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

/** Lets the provider's own batch service run the rows: submits what is missing, waits, and collects. */
export async function runJobs(
	plan: Plan,
	pricing: Pricing,
	options: BatchCommandOptions,
	context: Context,
): Promise<void> {
	const { output, task, targets } = plan;
	const [target] = targets;
	if (output === undefined || !target) return;
	const { client, service, endpoint } = findService(plan, context.signal);
	const opened = openRun(plan, output, options, context);
	const { journal, manifest, state } = opened;
	const tally = new Tally(state?.done.count ?? 0, state?.failed.count ?? 0, state?.cost ?? 0, []);
	const [secondsBefore, began] = [manifest.seconds, performance.now()];
	const save = (): void => {
		const { done, failed, cost, total } = tally;
		writeManifest(output, {
			...manifest,
			seconds: secondsBefore + (performance.now() - began) / 1000,
			counts: { total: total ?? manifest.counts.total, done, failed, cost_usd: cost ?? 0 },
		});
	};
	const mark = createHash("sha256")
		// With the time of the first start: jobs of a run that --force put aside are not this one's.
		.update(JSON.stringify([manifest.fingerprint, manifest.inputs, manifest.shard, manifest.started]))
		.digest("hex")
		.slice(0, 32);
	const submit = new Submission(
		client,
		service,
		{ endpoint, window: options.window ?? service.window, mark },
		manifest,
		save,
		target,
		plan,
	);
	const until = options.deadline ? performance.now() + options.deadline * 1000 : Number.POSITIVE_INFINITY;
	const failure = new AbortController();
	const writer = new JournalWriter(journal, state?.size ?? 0, (error) => failure.abort(error));
	let isClosed = false;
	try {
		await submit.adopt();
		const isPending = (index: number): boolean =>
			manifest.jobs.some((job) => !job.isCollected && index >= job.from && index <= job.to);
		const skip = {
			has: (index: number) =>
				(state?.done.has(index) ?? false) ||
				isPending(index) ||
				(Boolean(options.keepFailed) && (state?.failed.has(index) ?? false)),
		};
		const onEnd = (total: number): void => {
			tally.total = total;
		};
		const rows = listRows(plan, { skip, limit: options.limit, only: undefined, onEnd });
		const budget = new JobBudget(options.maxCost, tally, (state?.done.count ?? 0) + (state?.failed.count ?? 0));
		let problem: unknown;
		for (let next = await rows.next(); ; ) {
			for (; !next.done && budget.allows(countPending() + submit.waiting); next = await rows.next()) {
				await submit.add(next.value);
			}
			await submit.flush();
			await writeUnreadable();
			save();
			problem = await follow();
			if (problem !== undefined || next.done) break;
			if (!budget.allows(0)) {
				problem = budget.usedUp();
				break;
			}
		}
		isClosed = true;
		writer.close();
		failure.signal.throwIfAborted();
		const isComplete = tally.total !== null && tally.done + tally.failed >= tally.total;
		await finishOutput({ journal, output, hasRepeats: true, isEnded: isComplete, options });
		manifest.ended = isComplete ? new Date().toISOString() : null;
		save();
		logRun(plan, tally, problem, options, context);
		await printSummary({ ...tally.summary(false), jobs: manifest.jobs.map(describeJob) }, false, context);
		if (problem instanceof BatchStopped) {
			context.warn(`${context.colors.stderr.red("Error:")} ${problem.message} ${CONTINUE}`);
			throw new NegativeResult();
		}
		if (problem !== undefined) throw problem;
		if (tally.failed > 0 || !isComplete) throw new NegativeResult();
	} catch (error) {
		if (context.signal.aborted || error instanceof InferenceClientDeadlineError) {
			save();
			context.note(
				"The provider keeps working on the jobs. Run the same command again to wait for them; hub batch cancel cancels them.",
			);
		}
		throw error;
	} finally {
		try {
			if (!isClosed) writer.close();
		} finally {
			opened.release();
		}
	}

	async function lines(result: Parameters<LineMaker["make"]>[0]): Promise<string> {
		return await new LineMaker(options, output, tableFormat(output ?? "") !== undefined, context).make(result);
	}

	/** Rows in jobs that have not ended. */
	function countPending(): number {
		return manifest.jobs.reduce((sum, job) => sum + (job.isCollected ? 0 : job.rows), 0);
	}

	/** Rows that cannot be sent get their lines. */
	async function writeUnreadable(): Promise<void> {
		for (const { row, message } of submit.unreadable.splice(0)) {
			const result = {
				id: row.id,
				index: row.index ?? 0,
				error: { kind: "input" as const, message },
				attempts: 0,
				seconds: 0,
				row,
			};
			writer.append(await lines(result));
			tally.add(result, state?.failed.has(result.index) ?? false);
		}
	}

	/** Waits for the jobs and collects each when it ends. Returns why one failed as a whole. */
	async function follow(): Promise<Error | undefined> {
		const check = createSchemaCheck(plan.rules.answer);
		const collecting: Collecting = { task, target: target ?? {}, pricing, price: service.price, check };
		let problem: Error | undefined;
		for (let pause = 1; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
			let asked = 0;
			for (const record of manifest.jobs) {
				if (record.isCollected || record.jobId === undefined) continue;
				const job = await client.look(record.jobId);
				asked = Math.max(asked, job.pause ?? 0);
				if (options.progress !== "none") showChange(record, job, context);
				record.status = job.status;
				if (!isEnded(job.status)) continue;
				if (job.status === "failed") problem ??= failedWhole(job);
				else await collect(job, record, collecting);
				record.isCollected = true;
				writer.flush();
				save();
			}
			if (manifest.jobs.every(({ isCollected }) => isCollected)) return problem;
			save();
			const left = until - performance.now();
			if (left <= 0) throw new InferenceClientDeadlineError(options.deadline ?? 0);
			await wait(Math.min(left, Math.max(asked, (options.poll ?? pause) * 1000)), context.signal);
		}
	}

	async function collect(job: Job, { from, to }: JobRecord, collecting: Collecting): Promise<void> {
		const rows = await readRows(plan, from, to);
		for (const file of [job.outputFile, job.errorFile]) {
			if (file === undefined) continue;
			for await (const line of client.read(file)) {
				const row = rows.get(Number(readMember(line, "custom_id")));
				if (!row) continue;
				rows.delete(row.index ?? 0);
				// A run that was stopped while it collected has some of the lines already.
				if (state?.done.has(row.index ?? 0)) continue;
				const result = await toResult(line, row, collecting);
				writer.append(await lines(result));
				tally.add(result, state?.failed.has(result.index) ?? false);
			}
		}
	}
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

function describeJob({ part, jobId, status, rows }: JobRecord): object {
	return { part, id: jobId ?? null, status, rows };
}

/** The rows of a part, by number. */
async function readRows(plan: Plan, from: number, to: number): Promise<Map<number, BatchRow>> {
	const found = new Map<number, BatchRow>();
	const outside = { has: (index: number) => index < from || index > to };
	const again = { ...plan, rows: plan.source.read(), hasOwnIds: false };
	const rows = listRows(again, { skip: outside, limit: to + 1, only: undefined, onEnd: () => undefined });
	for await (const row of rows) found.set(row.index ?? 0, row);
	return found;
}
