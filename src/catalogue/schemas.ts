import type { TaskSchemas } from "./schema.ts";

/** Loads the JSON Schemas of the tasks' inputs and outputs. */
export async function loadTaskSchemas(): Promise<TaskSchemas> {
	const { default: schemas } = await import("./data/schemas.json", { with: { type: "json" } });
	return schemas as TaskSchemas;
}
