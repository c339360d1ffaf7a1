import { defined } from "../base/json.ts";
import { takesFlatParameters } from "../catalogue/signatures.ts";
import type { Args, InferenceTask } from "./types.ts";

/** Sampling parameters, which tasks have under different names. */
export interface Sampling {
	temperature?: number | undefined;
	maxTokens?: number | undefined;
	topP?: number | undefined;
	stop?: readonly string[] | undefined;
	seed?: number | undefined;
}

/** Returns the sampling parameters that are set, under the names that the task has for them. */
export function samplingParameters(
	task: InferenceTask | undefined,
	{ temperature, maxTokens, topP, stop, seed }: Sampling,
): Record<string, unknown> {
	return defined({
		temperature,
		[task === "conversational" ? "max_tokens" : "max_new_tokens"]: maxTokens,
		top_p: topP,
		stop,
		seed,
	});
}

/** Returns the arguments of a task with parameters added, in the place the task has for them. */
export function addParameters(
	args: Args,
	{ task, parameters }: { task: InferenceTask; parameters: Readonly<Record<string, unknown>> },
): Args {
	if (Object.keys(parameters).length === 0) return args;
	if (takesFlatParameters(task)) return { ...args, ...parameters };
	return { ...args, parameters: { ...args.parameters, ...parameters } };
}
