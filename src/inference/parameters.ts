import { takesFlatParameters } from "../catalogue/signatures.ts";
import type { Args, InferenceTask } from "./types.ts";

/** Returns the arguments of a task with parameters added, in the place the task has for them. */
export function addParameters(
	args: Args,
	{ task, parameters }: { task: InferenceTask; parameters: Readonly<Record<string, unknown>> },
): Args {
	if (Object.keys(parameters).length === 0) return args;
	if (takesFlatParameters(task)) return { ...args, ...parameters };
	return { ...args, parameters: { ...args.parameters, ...parameters } };
}
