import { resolve } from "node:path";
import { textOf } from "../../../../base/json.ts";
import type { Manifest } from "../../../../batch/manifest.ts";
import type { InferenceTask } from "../../../../inference/index.ts";
import { type Lock, Locked } from "../../../../node-lock.ts";
import { openTarget } from "../../../call-target/open-target.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import { readTokenOption } from "../../../input/token.ts";
import type { BatchCommandOptions } from "../options.ts";
import { lockOutput, readManifest, writeManifest } from "../output.ts";
import { connectService, isEnded, type JobClient } from "./client.ts";

/** `hub batch cancel`: cancels the jobs of `--via provider` that have not ended. */
export async function cancelJobs(given: string, options: BatchCommandOptions, context: Context): Promise<void> {
	const output = resolve(context.cwd, given);
	const lock = await lockIfFree(output, context);
	let cancelled = 0;
	let count = 0;
	try {
		const manifest = readManifest(output);
		const jobs = manifest?.jobs ?? [];
		count = jobs.length;
		if (!manifest || count === 0)
			throw new UsageError(`${given} has no jobs at a provider.`, "Only runs with --via provider have jobs.");
		const client = await connectAgain(manifest, options, context);
		for (const job of jobs) {
			if (job.isCollected || job.jobId === undefined) continue;
			// A service refuses to cancel finished jobs.
			job.status = (await client.look(job.jobId)).status;
			if (isEnded(job.status)) continue;
			job.status = (await client.cancel(job.jobId)).status;
			cancelled++;
			context.note(`Job ${job.jobId} (part ${job.part}): ${job.status}`);
		}
		if (lock) writeManifest(output, manifest, lock);
	} finally {
		lock?.release();
	}
	if (context.flags.json) await context.print(`${JSON.stringify({ cancelled })}\n`);
	else
		context.note(
			`${cancelled} of ${count} jobs canceled. Run the same hub batch command again to collect their results.`,
		);
}

/** Undefined while a run waits for the jobs: that run notices and saves the cancellation. */
async function lockIfFree(output: string, context: Context): Promise<Lock | undefined> {
	try {
		return await lockOutput(output, context);
	} catch (error) {
		if (error instanceof Locked) return undefined;
		throw error;
	}
}

/** Updates the state of jobs. If the service does not respond, the last known state is kept. */
export async function refreshJobs(manifest: Manifest, options: BatchCommandOptions, context: Context): Promise<void> {
	try {
		const client = await connectAgain(manifest, options, context);
		for (const job of manifest.jobs) {
			if (!job.isCollected && job.jobId !== undefined) job.status = (await client.look(job.jobId)).status;
		}
	} catch (error) {
		if (context.signal.aborted) throw error;
		context.note(`The provider did not respond; this is the last known state of the jobs. ${(error as Error).message}`);
	}
}

/** The service that a manifest names. */
async function connectAgain(
	{ fingerprint: { task, model, endpoint, providers } }: Manifest,
	given: BatchCommandOptions,
	context: Context,
): Promise<JobClient> {
	const provider = Array.isArray(providers) ? { provider: textOf(providers[0]) } : {};
	const options = await readTokenOption(given, context);
	const whom = typeof endpoint === "string" ? { endpoint } : { ...provider, direct: true };
	const own = { ...options, ...whom, model: textOf(model), retries: 4 };
	return connectService(await openTarget(task as InferenceTask, own, context), context.signal);
}
