import { BatchStopped } from "../../../../batch/index.ts";
import { InferenceClientDeadlineError } from "../../../../errors.ts";
import type { Context } from "../../../context.ts";
import { ExitWithoutError } from "../../../errors/exit-codes.ts";
import { logRun } from "../log-run.ts";
import { openRun } from "../open-run.ts";
import type { BatchCommandOptions } from "../options.ts";
import type { Plan } from "../plan.ts";
import type { Pricing } from "../pricing.ts";
import { printStop, printSummary } from "../summary.ts";
import { findService } from "./find-service.ts";
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
	const opened = openRun(plan, output, options, context);
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
