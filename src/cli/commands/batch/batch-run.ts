import type { Context } from "../../context.ts";
import type { EstimateSample } from "./estimate.ts";
import type { BatchCommandOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import type { Pricing } from "./tally.ts";

/** One run of a plan. */
export interface BatchRun {
	plan: Plan;
	pricing: Pricing;
	/** The rows of `--estimate`. */
	sample: EstimateSample | undefined;
	options: BatchCommandOptions;
	context: Context;
}
