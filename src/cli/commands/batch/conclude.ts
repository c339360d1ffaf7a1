import { BatchStopped } from "../../../batch/index.ts";
import { InferenceClientDeadlineError } from "../../../errors.ts";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { OutputFailed } from "../../terminal/process-io.ts";
import { printEstimate } from "./estimate.ts";
import { logRun } from "./log-run.ts";
import { type BatchCommandOptions, isFile } from "./options.ts";
import type { Plan } from "./plan.ts";
import type { Pricing } from "./pricing.ts";
import { estimateAll, type Sample } from "./sample.ts";
import { CONTINUE, printStop, printSummary } from "./summary.ts";
import type { Tally } from "./tally.ts";

/** One run of a plan. */
export interface BatchRun {
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
export async function conclude(
	{ plan, sample, options, context }: BatchRun,
	tally: Tally,
	problem: unknown,
	isStdoutTaken = false,
): Promise<void> {
	logRun(plan, tally, problem, options, context);
	if (sample && problem === undefined) return await printEstimate(estimateAll(sample, tally, options), context);
	await printSummary(tally.summary(false), isStdoutTaken, context);
	const toResume = isFile(options);
	if (context.signal.aborted) {
		if (toResume) context.note(CONTINUE);
		return;
	}
	if (problem instanceof InferenceClientDeadlineError && toResume) context.note(CONTINUE);
	if (problem instanceof OutputFailed && toResume) context.note(`Free some space on the disk. ${CONTINUE}`);
	if (problem instanceof BatchStopped) {
		printStop(problem, toResume, context);
		throw new ExitWithoutError();
	}
	if (problem !== undefined) throw problem;
	if (tally.failed > 0) throw new ExitWithoutError();
}
