import { getPath, isRecord } from "../base/json.ts";
import { type ClientTool, MAX_LISTED, type ToolNames, toChatTool, typeOf } from "./chat-request.ts";
import { type GatewayError, invalid } from "./errors.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A tool with its definition. */
interface DefinedTool extends ClientTool {
	definition: Fields;
}

/** What a chat gets of a request's tools. */
interface OfferedTools {
	args: { tools?: object[]; tool_choice?: unknown; parallel_tool_calls?: false };
	/** Types of tools that a chat does not have. */
	leftOut: ReadonlySet<string>;
}

/**
 * Offers the tools of a request, and those of the items in its input.
 * @throws GatewayError 400 for tools that cannot be read, or where `tool_choice` demands one that a chat does not have
 */
export function offerTools(names: ToolNames, fields: Fields, items: readonly unknown[]): OfferedTools {
	const leftOut = new Set<string>();
	const found: DefinedTool[] = [];
	addTools(found, leftOut, fields["tools"]);
	for (const item of items) {
		if (getPath(item, "type") === "additional_tools") addTools(found, leftOut, getPath(item, "tools"));
	}
	// Tools of namespaces come last, so that the names of the others stay.
	const sorted = [...found.filter(({ namespace }) => !namespace), ...found.filter(({ namespace }) => namespace)];
	// The last definition of a tool counts.
	const defined = new Map(sorted.map((tool) => [names.add(tool), tool]));
	const { choice, allowed } = readChoice(names, fields["tool_choice"]);
	const tools = [...defined].filter(([name]) => allowed?.has(name) ?? true);
	if (tools.length === 0) {
		if (choice !== "required") return { args: {}, leftOut };
		throw lacksTool([...leftOut].slice(0, MAX_LISTED).join(", ") || "there are no tools");
	}
	return {
		args: {
			tools: tools.map(([name, tool]) => toChatTool(name, describe(tool))),
			...(choice === undefined || choice === "auto" ? {} : { tool_choice: choice }),
			...(fields["parallel_tool_calls"] === false ? { parallel_tool_calls: false } : {}),
		},
		leftOut,
	};
}

function addTools(found: DefinedTool[], leftOut: Set<string>, tools: unknown, namespace?: string): void {
	if (tools === undefined || tools === null) return;
	if (!Array.isArray(tools)) throw invalid("tools must be a list.", "tools");
	for (const tool of tools as readonly unknown[]) {
		const type = getPath(tool, "type");
		const name = getPath(tool, "name");
		const isKnown = type === "function" || type === "custom" || (type === "namespace" && namespace === undefined);
		if (!isRecord(tool) || !isKnown) {
			leftOut.add(typeOf(tool));
			continue;
		}
		if (typeof name !== "string" || name === "") throw invalid(`A tool of type ${type} has no name.`, "tools");
		if (type === "namespace") addTools(found, leftOut, tool["tools"], name);
		else found.push({ type, name, namespace, definition: tool });
	}
}

/** The definition of a tool as that of a function. A custom tool becomes one with a single text. */
function describe({ type, definition }: DefinedTool): Fields {
	if (type === "function") return definition;
	const { description, format } = definition;
	const grammar = getPath(format, "definition");
	const rule =
		typeof grammar === "string"
			? `The input must match this ${String(getPath(format, "syntax"))} grammar:\n${grammar}`
			: "";
	const parts = [description, rule].filter((part) => typeof part === "string" && part !== "");
	const input = { type: "string", description: "The whole input of the tool, as plain text." };
	const parameters = { type: "object", properties: { input }, required: ["input"], additionalProperties: false };
	return { description: parts.join("\n\n"), parameters };
}

interface Choice {
	choice?: unknown;
	/** Names of the only tools that the model may call. */
	allowed?: ReadonlySet<string>;
}

function readChoice(names: ToolNames, choice: unknown): Choice {
	if (choice === undefined || choice === null) return {};
	if (choice === "auto" || choice === "none" || choice === "required") return { choice };
	const type = getPath(choice, "type");
	if (type === "allowed_tools") {
		const tools = getPath(choice, "tools");
		const allowed = (Array.isArray(tools) ? tools : []).flatMap((tool) => findName(names, tool) ?? []);
		return { choice: getPath(choice, "mode") === "required" ? "required" : "auto", allowed: new Set(allowed) };
	}
	const name = findName(names, choice);
	if (name !== undefined) return { choice: { type: "function", function: { name } } };
	if (!isRecord(choice)) throw invalid("tool_choice must be auto, none, required or a tool.", "tool_choice");
	if (type !== "function" && type !== "custom") throw lacksTool(typeOf(choice));
	throw invalid("tool_choice names a tool that is not among the tools.", "tool_choice");
}

function findName(names: ToolNames, choice: unknown): string | undefined {
	const type = getPath(choice, "type");
	const name = getPath(choice, "name") ?? getPath(choice, "function", "name");
	const namespace = getPath(choice, "namespace");
	if ((type !== "function" && type !== "custom") || typeof name !== "string") return undefined;
	return names.nameOf({ name, namespace: typeof namespace === "string" ? namespace : undefined });
}

function lacksTool(types: string): GatewayError {
	const message = `tool_choice demands a tool that a chat does not have: ${types}.`;
	return invalid(message, "tool_choice", "unsupported_parameter");
}
