import type { TaskSchema, TaskSchemas } from "./schema.ts";
/** Loads the JSON Schemas of the tasks' inputs and outputs. */
export declare function loadTaskSchemas(): Promise<TaskSchemas>;
/** Returns the schemas of a task by id; chat goes by several names. Undefined for tasks that have none. */
export declare function findTaskSchema(schemas: TaskSchemas, task: string): TaskSchema | undefined;
