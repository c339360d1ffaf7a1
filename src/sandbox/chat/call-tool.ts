import { isRecord, readMember } from "../../base/json.ts";
import { listKeywords, stem } from "../text/words.ts";
import { createValue, type ValueSource } from "./schema-value.ts";
import type { RequestedTool, Tool, ToolChoice } from "./tools.ts";

/** Returns the tool call that a message requests, by the words that it shares with a tool; undefined if none shares enough. */
export function callTool(
	tools: readonly Tool[],
	choice: ToolChoice,
	source: ValueSource,
	least: number,
): RequestedTool | undefined {
	if (choice === "none") return undefined;
	const words = new Set(listKeywords(source.text).map(stem));
	const ranked = tools.map((tool) => ({ tool, score: scoreTool(tool, words) })).sort((a, b) => b.score - a.score);
	const best = typeof choice === "object" ? ranked.find(({ tool }) => tool.name === choice.name) : ranked[0];
	if (!best || (choice === "auto" && best.score < least)) return undefined;
	return createCall(best.tool, createArguments(best.tool, source));
}

function scoreTool({ name, description }: Tool, words: ReadonlySet<string>): number {
	const own = listKeywords(`${splitName(name).join(" ")} ${description.slice(0, 300)}`).map(stem);
	return new Set(own.filter((word) => words.has(word))).size;
}

/** Arguments that follow the parameters of a tool. */
export function createArguments({ parameters }: Tool, source: ValueSource): Record<string, unknown> {
	const value = createValue(parameters ?? { type: "object" }, source);
	return isRecord(value) ? value : {};
}

export function createCall({ name }: Tool, values: Record<string, unknown>): RequestedTool {
	return { name, arguments: JSON.stringify(values) };
}

/** The parameters of a tool by name. */
export function propertiesOf({ parameters }: Tool): [name: string, schema: Record<string, unknown>][] {
	const properties = readMember(parameters, "properties");
	return Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) => [
		name,
		isRecord(schema) ? schema : {},
	]);
}

export function isRequired({ parameters }: Tool, name: string): boolean {
	const required = readMember(parameters, "required");
	return Array.isArray(required) && required.includes(name);
}

/** Returns the words of a name in lower case: `readFile`, `read_file` and `read-file` have the same. */
export function splitName(name: string): string[] {
	return name
		.replace(/(?<=[a-z\d])(?=[A-Z])/g, " ")
		.toLowerCase()
		.split(/[^a-z\d]+/)
		.filter(Boolean);
}
