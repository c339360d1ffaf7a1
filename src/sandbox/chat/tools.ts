import { getPath, isRecord, readMember } from "../../base/json.ts";
import { invalid } from "../failure.ts";

export interface Tool {
	name: string;
	description: string;
	parameters: unknown;
}

/** A call of a tool; `arguments` is JSON text. */
export interface RequestedTool {
	name: string;
	arguments: string;
}

/** Required tool, any tool, or none. */
export type ToolChoice = "auto" | "none" | "required" | { name: string };

/** @throws ServiceFailure if the tools are not described as they should be */
export function readTools(value: unknown): Tool[] {
	if (value === undefined || value === null) return [];
	if (!Array.isArray(value)) throw invalid("tools", "Invalid type for 'tools': expected an array of objects.");
	return value.map((tool, index) => {
		const definition = readMember(tool, "function");
		const { name, description, parameters } = isRecord(definition) ? definition : {};
		if (readMember(tool, "type") !== "function" || typeof name !== "string" || !/^[\w.-]{1,64}$/.test(name)) {
			const field = `tools[${index}]`;
			throw invalid(field, `Invalid '${field}': expected {"type":"function","function":{"name":…}}.`);
		}
		return { name, description: typeof description === "string" ? description : "", parameters };
	});
}

/** @throws ServiceFailure if the choice is invalid, or names an unknown tool */
export function readToolChoice(value: unknown, tools: readonly Tool[]): ToolChoice {
	if (value === undefined || value === null) return "auto";
	if (value === "auto" || value === "none") return value;
	if (value === "required") {
		if (tools.length === 0) throw invalid("tool_choice", "'tool_choice' is only allowed when 'tools' are specified.");
		return value;
	}
	const name = getPath(value, "function", "name");
	if (typeof name !== "string") {
		throw invalid("tool_choice", "Invalid 'tool_choice': expected 'none', 'auto', 'required' or a function.");
	}
	if (!tools.some((tool) => tool.name === name)) {
		throw invalid("tool_choice", `Tool choice '${name}' not found in 'tools' parameter.`);
	}
	return { name };
}
