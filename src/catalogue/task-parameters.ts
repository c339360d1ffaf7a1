import { parseJson } from "../base/json.ts";
import { describeType, findTaskSchema, loadTaskSchemas, resolveSchema, type SchemaDocument } from "./schemas.ts";

/** An option of a task. */
export interface TaskParameter {
	/** Its path in the input, such as `parameters.top_k`, or `temperature` in a chat. */
	path: string;
	/** Last part of the path. */
	name: string;
	/** In words, such as `an integer`. */
	type: string;
	description: string;
	isRequired: boolean;
	/** Absent if the model decides. */
	default?: unknown;
}

/** Members that form the input itself. */
const INPUTS = ["inputs", "messages", "model"];

/** Returns the options of a task, in the schema's order; empty for tasks without a schema. */
export async function loadTaskParameters(task: string): Promise<TaskParameter[]> {
	const schemas = await loadTaskSchemas();
	const schema = findTaskSchema(schemas, task)?.input;
	return schema ? listParameters({ schema, common: schemas.common }, schema, "") : [];
}

function listParameters(document: SchemaDocument, unresolved: SchemaDocument["schema"], path: string): TaskParameter[] {
	const schema = resolveSchema(document, unresolved);
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]): TaskParameter[] => {
		if (path === "" && INPUTS.includes(name)) return [];
		if (name === "parameters") return listParameters(document, property, "parameters.");
		const { description = "", default: standard } = resolveSchema(document, property);
		const parameter = {
			path: path + name,
			name,
			type: describeType(document, property),
			description,
			isRequired: schema.required?.includes(name) ?? false,
		};
		if (standard === undefined || standard === "null") return [parameter];
		// Defaults of every type are written as strings: `"1024"`, `"true"`, `"right"`.
		return [{ ...parameter, default: parseJson(standard) ?? standard }];
	});
}
