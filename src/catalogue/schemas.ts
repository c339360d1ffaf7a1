import { TASK_ALIASES } from "./aliases.ts";
import type { TaskSchema, TaskSchemas } from "./schema.ts";

/** Loads the JSON Schemas of the tasks' inputs and outputs. */
export async function loadTaskSchemas(): Promise<TaskSchemas> {
	const { default: schemas } = await import("./data/schemas.json", { with: { type: "json" } });
	return schemas as TaskSchemas;
}

/** Returns the schemas of a task by id; chat has several names. Undefined for tasks that have none. */
export function findTaskSchema(schemas: TaskSchemas, task: string): TaskSchema | undefined {
	const isChat = task === "conversational" || (TASK_ALIASES as Record<string, string>)[task] === "conversational";
	return schemas.tasks[isChat ? "chat-completion" : task];
}
