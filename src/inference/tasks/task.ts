import type { TaskTypes } from "../io.ts";
import { run } from "../run.ts";
import type { BaseArgs, CallOptions } from "../types.ts";

/** Runs a task: arguments and options in, result out. */
export type TaskFunction<Task extends keyof TaskTypes> = (
	args: BaseArgs & TaskTypes[Task]["input"],
	options?: CallOptions,
) => Promise<TaskTypes[Task]["output"]>;

/** The function of a task. */
export function task<Task extends keyof TaskTypes>(id: Task): TaskFunction<Task> {
	return async (args, options) => run(id, args, options);
}
