import { taskName } from "../../catalogue/aliases.ts";
import { inputFacts, outputFacts } from "../../catalogue/kinds.ts";
import { SIGNATURES } from "../../catalogue/signatures.ts";
import type { InferenceTask, Provider } from "../../inference/index.ts";
import { UsageError, wrongValue } from "../errors/usage.ts";
import { SERVED_TASKS } from "../options/provider.ts";

/** Number of suggested tasks. */
const MAX_SIMILAR = 3;

export function unservedTask(task: InferenceTask): UsageError {
	const similar = (Object.keys(SIGNATURES) as InferenceTask[])
		.filter((other) => SERVED_TASKS.has(other))
		.map((other) => ({ other, likeness: compareTasks(task, other) }))
		.filter(({ likeness }) => likeness > 0)
		.sort((left, right) => right.likeness - left.likeness)
		.slice(0, MAX_SIMILAR)
		.map(({ other }) => taskName(other));
	return new UsageError(
		`No provider serves ${taskName(task)} yet.`,
		similar.length > 0
			? `Similar tasks that are served: ${similar.join(", ")}. hub snippet MODEL shows how to run a model yourself.`
			: "hub snippet MODEL shows how to run a model yourself; hub tasks lists what providers serve.",
		"task-unsupported",
	);
}

/**
 * Returns the error for a task that a provider is known not to serve, before anything is sent.
 * @param task the task it does not have; undefined if the model lacks the prefix of a closed-source provider
 */
export function notServed({ id, label, tasks }: Provider, task: InferenceTask | undefined, model = "NAME"): UsageError {
	if (task === undefined) {
		return wrongValue(`The ids of ${label}'s models begin with ${id}/.`, `Write -m ${id}/${model}.`);
	}
	const served = Object.keys(tasks).map((name) => taskName(name));
	return new UsageError(
		`${label} does not serve ${taskName(task)}.`,
		`It serves ${served.join(", ")}. hub providers --task ${taskName(task)} lists who does.`,
		"task-unsupported",
	);
}

/** Similarity of two tasks: the output counts most, then input and needs. */
function compareTasks(left: InferenceTask, right: InferenceTask): number {
	const [one, other] = [SIGNATURES[left], SIGNATURES[right]];
	const family = outputFacts(one.output).family;
	const isSameOutput = family !== null && family === outputFacts(other.output).family;
	// The kind "other" is unknown, so nothing is similar to it.
	const isSameInput = one.input !== "other" && inputFacts(one.input).family === inputFacts(other.input).family;
	const needs = (one.needs ?? []).join() === (other.needs ?? []).join();
	const likeness = (isSameOutput ? 4 : 0) + (isSameInput ? 3 : 0);
	return likeness && likeness + (needs ? 1 : 0);
}
