import { decodeBase64 } from "../base/base64.ts";
import { decodeText } from "../base/bytes.ts";
import { getPath, isRecord } from "../base/json.ts";
import {
	ChatMessages,
	type ChatPart,
	describeLeftOut,
	joinParts,
	readEffort,
	readSettings,
	ToolNames,
	toPicture,
	typeOf,
} from "./chat-request.ts";
import { type GatewayError, invalid } from "./errors.ts";
import { offerTools } from "./responses-tools.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A request for a response, as a chat. */
export interface ResponseChat {
	args: Record<string, unknown>;
	names: ToolNames;
	notices: string[];
}

/**
 * Converts a request for a response to a chat.
 * @param history items of the responses before, in order
 * @throws GatewayError 400 for what a chat cannot do
 */
export function toChat(fields: Fields, history: readonly unknown[]): ResponseChat {
	for (const name of ["conversation", "prompt", "background"]) {
		if (fields[name]) throw unsupported(`${name} is not supported: send the whole request as input.`, name);
	}
	const items = [...history, ...readItems(fields["input"])];
	const names = new ToolNames();
	const { args, leftOut } = offerTools(names, fields, items);
	const { instructions, text, reasoning, max_output_tokens: most } = fields;
	const messages = new ChatMessages();
	if (typeof instructions === "string" && instructions !== "") messages.add("system", instructions);
	const unknown = new Set<string>();
	for (const item of items) if (!addItem(messages, names, item)) unknown.add(typeOf(item));
	return {
		args: {
			...readSettings(fields),
			messages: messages.end(),
			...args,
			...toResponseFormat(getPath(text, "format")),
			...readEffort(getPath(reasoning, "effort")),
			...(typeof most === "number" ? { max_tokens: most } : {}),
		},
		names,
		notices: [...describeLeftOut("Tools", leftOut), ...describeLeftOut("Items of the input", unknown)],
	};
}

/** Returns the items of an input. @throws GatewayError 400 */
function readItems(input: unknown): readonly unknown[] {
	if (typeof input === "string") return [{ role: "user", content: input }];
	if (!Array.isArray(input)) throw invalid("input must be a string or a list of items.", "input");
	const wrong = input.findIndex((item) => !isRecord(item));
	if (wrong >= 0) throw invalid(`input[${wrong}] must be an object.`, "input");
	return input;
}

/** False for an item that a chat does not have. */
function addItem(messages: ChatMessages, names: ToolNames, item: unknown): boolean {
	if (!isRecord(item)) return false;
	const { type = "message", name, call_id: id } = item;
	const namespace = typeof item["namespace"] === "string" ? item["namespace"] : undefined;
	switch (type) {
		case "message":
			messages.add(readRole(item["role"]), joinParts(readParts(item["content"])));
			return true;
		case "function_call":
		case "custom_tool_call": {
			const isCustom = type === "custom_tool_call";
			const tool = { type: isCustom ? "custom" : "function", name: toText(name), namespace } as const;
			const called = names.nameOf(tool) ?? names.add(tool);
			const args = isCustom ? JSON.stringify({ input: toText(item["input"]) }) : toText(item["arguments"]);
			messages.addCall(toText(id), called, args);
			return true;
		}
		case "function_call_output":
		case "custom_tool_call_output":
			messages.addOutput(toText(id), readOutput(item["output"]));
			return true;
		default:
			return type === "reasoning" || type === "additional_tools";
	}
}

/** Role of a message → role in a chat; not all services know developers. */
const ROLES: ReadonlyMap<unknown, string> = new Map([
	["user", "user"],
	["assistant", "assistant"],
	["system", "system"],
	["developer", "system"],
]);

function readRole(role: unknown): string {
	const known = ROLES.get(role);
	if (known !== undefined) return known;
	throw invalid("The role of a message must be user, assistant, system or developer.", "input");
}

/** The output of a tool: text, a list of parts, or any other JSON as text. */
function readOutput(output: unknown): ChatPart[] {
	const isList = Array.isArray(output) && output.every((part) => typeof getPath(part, "type") === "string");
	return typeof output === "string" || isList ? readParts(output) : [toPart(JSON.stringify(output ?? ""))];
}

function readParts(content: unknown): ChatPart[] {
	if (content === undefined || content === null) return [];
	return Array.isArray(content) ? content.map(readPart) : [toPart(toText(content))];
}

function readPart(part: unknown): ChatPart {
	if (!isRecord(part)) throw invalid("The parts of a message must be objects.", "input");
	const { type, image_url: url } = part;
	switch (type) {
		case "input_text":
		case "output_text":
		case "text":
			return toPart(toText(part["text"]));
		case "refusal":
			return toPart(toText(part["refusal"]));
		case "input_image":
			if (typeof url === "string") return toPicture(url, part["detail"]);
			throw unsupported("hub keeps no files: send a picture as image_url, not as file_id.", "input");
		case "input_file":
			return toPart(readFile(part));
		default:
			throw unsupported(`Parts of type "${typeOf(part)}" are not supported.`, "input");
	}
}

/** Returns a file's name and text. @throws GatewayError 400 for a file that is not text */
function readFile({ filename, file_data: data }: Fields): string {
	const name = (toText(filename) || "The file").slice(0, 200);
	if (typeof data !== "string") throw unsupported(`${name}: hub keeps no files: send it as file_data.`, "input");
	const [, type = ""] = /^data:([^,;]*)/i.exec(data.slice(0, 200)) ?? [];
	const bytes = decodeBase64(data.slice(/^data:[^,]*,/i.exec(data.slice(0, 200))?.[0].length ?? 0));
	const text = bytes && decodeText(bytes);
	if (text !== undefined) return `${name}:\n\n${text}`;
	throw unsupported(`${name} is no text${type && ` but ${type}`}: a chat takes only files of text.`, "input");
}

function toResponseFormat(format: unknown): { response_format?: object } {
	if (!isRecord(format) || format["type"] === "text") return {};
	const { type, name, description, schema, strict } = format;
	if (type === "json_object") return { response_format: { type } };
	if (type !== "json_schema") throw unsupported(`text.format of type "${typeOf(format)}" is not supported.`, "text");
	const given = Object.entries({ name, description, schema, strict }).filter(([, value]) => (value ?? null) !== null);
	return { response_format: { type, json_schema: Object.fromEntries(given) } };
}

function toPart(text: string): ChatPart {
	return { type: "text", text };
}

function toText(value: unknown): string {
	return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}

function unsupported(message: string, param: string): GatewayError {
	return invalid(message, param, "unsupported_parameter");
}
