import { BatchStopped, type BatchTarget } from "../../../../batch/index.ts";
import { InferenceClientDeadlineError } from "../../../../errors.ts";
import { findProvider } from "../../../../inference/registry.ts";
import { keyVariable } from "../../../config/token.ts";
import type { Context } from "../../../context.ts";
import { ExitWithoutError } from "../../../errors/exit-codes.ts";
import { UsageError } from "../../../errors/usage.ts";
import { openRun } from "../open-run.ts";
import type { BatchCommandOptions } from "../options.ts";
import type { Plan } from "../plan.ts";
import { printStop, printSummary } from "../report.ts";
import { logRun } from "../run-calls.ts";
import type { Pricing } from "../tally.ts";
import { BATCH_SERVICES, type BatchService, ENDPOINTS, JobClient, PLAIN_SERVICE } from "./client.ts";
import { JobRun } from "./job-run.ts";

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
