import type { CallTask } from "../call-task.ts";
import { callableTasks, describeTask } from "./form/describe-task.ts";

const tasks = (await Promise.all(callableTasks().map(describeTask))).filter((task) => task !== undefined);

/** Facts of every task that some provider serves, by id; see `describe-task.ts`. */
export const CALLS: Record<string, CallTask> = Object.fromEntries(tasks.map((task) => [task.id, task]));
