import { isRecord } from "../../base/json.ts";
import { invalid } from "../failure.ts";

export interface Tool {
	name: string;
	description: string;
	parameters: unknown;
}

/** A call of a tool; `arguments` is JSON text. */
export interface ToolCall {
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
		const definition = isRecord(tool) && tool["type"] === "function" ? tool["function"] : undefined;
		const name = isRecord(definition) ? definition["name"] : undefined;
		if (!isRecord(definition) || typeof name !== "string" || !/^[\w.-]{1,64}$/.test(name)) {
			throw invalid(
				`tools[${index}]`,
				`Invalid 'tools[${index}]': expected {"type":"function","function":{"name":…}}.`,
			);
		}
		const description = typeof definition["description"] === "string" ? definition["description"] : "";
		return { name, description, parameters: definition["parameters"] };
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
	const definition = isRecord(value) ? value["function"] : undefined;
	const name = isRecord(definition) ? definition["name"] : undefined;
	if (typeof name !== "string") {
		throw invalid("tool_choice", "Invalid 'tool_choice': expected 'none', 'auto', 'required' or a function.");
	}
	if (!tools.some((tool) => tool.name === name)) {
		throw invalid("tool_choice", `Tool choice '${name}' not found in 'tools' parameter.`);
	}
	return { name };
}
