import { callableTasks, describeTask } from "./form/describe-task.js";

const tasks = await Promise.all(callableTasks().map(describeTask));

/** Facts of every task that some provider serves, by id; see `describe-task.js`. */
export const CALLS = Object.fromEntries(tasks.map((task) => [task.id, task]));
