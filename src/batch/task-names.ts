import { findTask, TASK_NAMES } from "../catalogue/aliases.ts";
import { closestWord } from "../catalogue/closest-word.ts";
import type { TaskName } from "../catalogue/signatures.ts";
import { InferenceClientInputError } from "../errors.ts";
import type { InferenceTask } from "../inference/index.ts";
import type { BatchOptions, BatchRow } from "./types.ts";

/**
 * Returns the options of a batch with the id of its task.
 * @throws InputError if the task is missing or unknown, or the rows are missing; JavaScript may pass anything
 */
export function checkOptions(options: BatchOptions<TaskName>): BatchOptions {
	const { task: name, rows } = options ?? {};
	if (name === undefined) throw new InferenceClientInputError("runBatch: task is missing", "no-task");
	if (rows === undefined) throw new InferenceClientInputError("runBatch: rows is missing");
	const task = findTask(String(name));
	if (task !== undefined && task !== "other") return { ...options, task };
	const guess = closestWord(String(name), TASK_NAMES);
	throw new InferenceClientInputError(
		`runBatch: task "${name}" is unknown${guess === undefined ? "" : `, did you mean "${guess}"?`}`,
		"no-task",
	);
}

/** Returns the task of a row, or that of its batch. A name that is no task's stays: its call fails with that message. */
export function taskOf({ task }: Pick<BatchRow, "task">, ofBatch: InferenceTask): InferenceTask {
	return task === undefined ? ofBatch : ((findTask(task) ?? task) as InferenceTask);
}
