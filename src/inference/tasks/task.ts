import type { TaskTypes } from "../io.ts";
import { run } from "../run.ts";
import type { Args, CallOptions, CallPromise } from "../types.ts";
import type { ArgsOf } from "./args.ts";

/** Runs a task: arguments and options in, result out. */
export type TaskFunction<Task extends keyof TaskTypes> = (
	args: ArgsOf<Task>,
	options?: CallOptions,
) => CallPromise<TaskTypes[Task]["output"]>;

/** The function of a task. */
export function task<Task extends keyof TaskTypes>(id: Task): TaskFunction<Task> {
	return (args, options) => run(id, args as Args, options);
}
