import { parseJson } from "modelhub/jinja";
import { messageOf } from "../../call-task.ts";
import type { TemplateInputs, TemplateProblem } from "./render.ts";

const NAMES = { messages: "Messages", tools: "Tools", variables: "Variables" };

/**
 * Reads the JSON texts of a conversation and checks their shape.
 * @returns `context` for the template, and `problems`
 */
export function readInputs({ messages, tools, variables, add_generation_prompt }: TemplateInputs): {
	context: Record<string, unknown>;
	problems: TemplateProblem[];
} {
	const problems: TemplateProblem[] = [];
	const read = (field: keyof typeof NAMES, text: string, check: (value: unknown) => string | undefined) => {
		if (text.trim() === "") return undefined;
		try {
			const value = parseJson(text);
			const message = check(value);
			if (message) problems.push({ field: NAMES[field], message });
			return value;
		} catch (error) {
			problems.push({ field: NAMES[field], ...locate(text, messageOf(error)) });
			return undefined;
		}
	};
	const context = {
		...asObject(read("variables", variables, checkVariables)),
		messages: read("messages", messages, checkMessages) ?? [],
		add_generation_prompt,
	};
	const given = read("tools", tools, checkTools);
	return { context: given === undefined ? context : { ...context, tools: given }, problems };
}

/** Adds the line to the engine's message about JSON. */
function locate(text: string, message: string): Omit<TemplateProblem, "field"> {
	const position = /position (\d+)/.exec(message)?.[1];
	if (position === undefined) return { line: text.split("\n").length, message };
	const before = text.slice(0, Number(position)).split("\n");
	return {
		line: before.length,
		column: (before.at(-1)?.length ?? 0) + 1,
		message: message.replace(/ (?:in JSON )?at position.*/, ""),
	};
}

function checkMessages(value: unknown): string | undefined {
	if (!Array.isArray(value)) return "Messages must be a list.";
	const index = value.findIndex((message) => !isObject(message) || typeof get(message, "role") !== "string");
	if (index !== -1) return `Message ${index + 1} must be an object with a "role".`;
	return undefined;
}

function checkTools(value: unknown): string | undefined {
	if (!Array.isArray(value)) return "Tools must be a list.";
	const index = value.findIndex((tool) => !isObject(tool));
	return index === -1 ? undefined : `Tool ${index + 1} must be an object.`;
}

function checkVariables(value: unknown): string | undefined {
	return isObject(value) ? undefined : "Variables must be an object.";
}

function isObject(value: unknown): value is Record<string, unknown> {
	return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Objects whose keys JavaScript would reorder are read as maps. */
function get(object: Record<string, unknown> | Map<unknown, unknown>, name: string): unknown {
	return object instanceof Map ? object.get(name) : object[name];
}

function asObject(value: unknown): Record<string, unknown> {
	if (value instanceof Map) return Object.fromEntries(value);
	return isObject(value) ? value : {};
}
