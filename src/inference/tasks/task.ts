import type { TaskTypes } from "../io.ts";
import { REGISTRY } from "../registry.ts";
import { runAmong } from "../run-among.ts";
import type { Args, BaseArgs, CallOptions, CallPromise } from "../types.ts";
import type { ArgsOf, ProviderArgs } from "./args.ts";

/** Runs a task: arguments and options in, result out. */
export type TaskFunction<Task extends keyof TaskTypes> = (
	args: ArgsOf<Task>,
	options?: CallOptions,
) => CallPromise<TaskTypes[Task]["output"]>;

/** Returns the function of a task. */
export function task<Task extends keyof TaskTypes>(
	id: Task,
): // Not `TaskFunction`: editors then show the types of arguments and result.
<Id extends string>(
	args: BaseArgs & TaskTypes[Task]["input"] & ProviderArgs<Id>,
	options?: CallOptions,
) => CallPromise<TaskTypes[Task]["output"]> {
	return (args, options) => runAmong(REGISTRY, id, args as Args, options);
}
