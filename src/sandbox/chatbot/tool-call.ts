import { isRecord } from "../../base/json.ts";
import { invalid } from "../failure.ts";
import { listKeywords, stem } from "../text/words.ts";
import { createValue, type Source } from "./schema-value.ts";
import { areOfAgent, type Tool, type ToolCall } from "./tool-use.ts";

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

/** Words that a message must share with one of an agent's tools: all of them are described at length. */
const MIN_WORDS_OF_AGENT = 2;
const MAX_DESCRIPTION = 300;

/** Returns the tool call that a message requests; undefined if no tool matches. */
export function callTool(tools: readonly Tool[], choice: ToolChoice, source: Source): ToolCall | undefined {
	if (choice === "none") return undefined;
	const words = new Set(listKeywords(source.text).map(stem));
	const ranked = tools.map((tool) => ({ tool, score: scoreTool(tool, words) })).sort((a, b) => b.score - a.score);
	const best = typeof choice === "object" ? ranked.find(({ tool }) => tool.name === choice.name) : ranked[0];
	if (!best || (choice === "auto" && best.score < (areOfAgent(tools, source) ? MIN_WORDS_OF_AGENT : 1)))
		return undefined;
	const value = createValue(best.tool.parameters ?? { type: "object" }, source);
	return { name: best.tool.name, arguments: JSON.stringify(isRecord(value) ? value : {}) };
}

function scoreTool({ name, description }: Tool, words: ReadonlySet<string>): number {
	const own = listKeywords(
		`${name.replace(/[_.-]|(?<=[a-z])(?=[A-Z])/g, " ")} ${name.replace(/[_.-]/g, " ")} ${description.slice(0, MAX_DESCRIPTION)}`,
	);
	return new Set(own.map(stem).filter((word) => words.has(word))).size;
}
