import { type Validation } from "./validate.ts";
export type { Problem, Validation } from "./validate.ts";
/**
 * Checks the input of a task, `{ inputs, parameters }` or the members of a chat, against the task's schema.
 * A missing member or a wrong type is an error; an unknown parameter or a number outside the documented
 * range is a warning, because models and providers differ. A task without a schema has no problems.
 *
 * @param task Id or short name. An input with `messages` is checked as a chat whatever the task.
 */
export declare function validateTaskInput(task: string, input: unknown): Promise<Validation>;
