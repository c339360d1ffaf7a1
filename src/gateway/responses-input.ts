import { decodeBase64 } from "../base/base64.ts";
import { decodeText } from "../base/bytes.ts";
import { isRecord, readMember, textOf } from "../base/json.ts";
import { type GatewayError, invalid } from "./errors.ts";
import type { Fields } from "./read-request.ts";
import {
	describeLeftOut,
	joinParts,
	OfferedTools,
	pickChatFields,
	type ReadChat,
	splitResult,
	toType,
	wrapInput,
} from "./translate-request.ts";

/**
 * Converts a request for a response to a chat.
 * @param history items of the responses before, in order
 * @throws GatewayError 400 for what a chat cannot do
 */
export function readResponseRequest(fields: Fields, history: readonly unknown[]): ReadChat {
	for (const name of ["conversation", "prompt", "background"]) {
		if (fields[name]) throw invalid(`${name} is not supported by hub serve.`, name, "unsupported_parameter");
	}
	const items = [...history, ...listItems(fields["input"])];
	const tools = new OfferedTools();
	tools.add(fields["tools"]);
	for (const item of items) if (isRecord(item) && item["type"] === "additional_tools") tools.add(item["tools"]);
	const { instructions, tool_choice: choice, text, reasoning } = fields;
	const reader = createItemReader(tools);
	if (typeof instructions === "string" && instructions !== "") reader.addMessage("system", instructions);
	for (const item of items) reader.add(item);
	reader.flush();
	const format = isRecord(text) ? toResponseFormat(text["format"]) : undefined;
	const effort = isRecord(reasoning) ? reasoning["effort"] : undefined;
	const toolChoice = toToolChoice(choice, tools);
	const hasTools = tools.functions.length > 0;
	if (toolChoice === "required" && !hasTools) throw lacksTool([...tools.leftOut][0] ?? "there are no tools");
	const picked = pickChatFields(fields, { max_output_tokens: "max_tokens" });
	if (!hasTools) delete picked["parallel_tool_calls"];
	return {
		args: {
			...picked,
			messages: reader.messages,
			...(hasTools ? { tools: tools.functions } : {}),
			...(hasTools && toolChoice !== "auto" ? { tool_choice: toolChoice } : {}),
			...(format ? { response_format: format } : {}),
			...(typeof effort === "string" ? { reasoning_effort: effort } : {}),
		},
		tools,
		notices: [...describeLeftOut("Tools", tools.leftOut), ...describeLeftOut("Items of the input", reader.leftOut)],
	};
}

/** The items of a request's input. @throws GatewayError 400 */
function listItems(input: unknown): readonly unknown[] {
	if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
	if (!Array.isArray(input)) throw invalid("input must be a string or a list of items.", "input");
	return input;
}

/** Collects the messages of a chat from items. */
function createItemReader(tools: OfferedTools) {
	const leftOut = new Set<string>();
	const messages: Record<string, unknown>[] = [];
	/** Pictures of tool results: a message of the user has them, after all results. */
	let pictures: object[] = [];

	const flush = (): void => {
		if (pictures.length === 0) return;
		const text = { type: "text", text: "Pictures of the tool results:" };
		messages.push({ role: "user", content: [text, ...pictures] });
		pictures = [];
	};
	/** System messages in a row become one: many templates take only the first. */
	const addMessage = (role: string, content: unknown): void => {
		flush();
		const last = messages.at(-1);
		// The outputs of tools must follow the message with their calls.
		const mayJoin = role === "system" || (role === "assistant" && last?.["tool_calls"] !== undefined);
		const before = last?.["role"] === role && mayJoin && typeof content === "string" ? last["content"] : undefined;
		if (last && typeof before === "string") last["content"] = `${before}\n\n${content}`;
		else if (last && before === null) last["content"] = content;
		else messages.push({ role, content });
	};
	/** Successive calls belong to one message. */
	const addCall = (id: unknown, name: string, text: unknown): void => {
		flush();
		const call = { id, type: "function", function: { name, arguments: typeof text === "string" ? text : "{}" } };
		const last = messages.at(-1);
		const calls = last?.["tool_calls"];
		if (last?.["role"] !== "assistant") messages.push({ role: "assistant", content: null, tool_calls: [call] });
		else if (Array.isArray(calls)) calls.push(call);
		else last["tool_calls"] = [call];
	};
	const addOutput = (id: unknown, output: unknown): void => {
		const isList = Array.isArray(output) && output.every((part) => typeof readMember(part, "type") === "string");
		const result = splitResult(isList ? output.map(toPart) : [{ type: "text", text: textOf(output) }]);
		for (const picture of result.pictures) pictures.push(picture);
		messages.push({ role: "tool", tool_call_id: id, content: result.text });
	};
	const add = (item: unknown): void => {
		if (!isRecord(item)) throw invalid("The items of input must be objects.", "input");
		const { type = "message", role, content, name, namespace, call_id: id, output } = item;
		if (type === "message") {
			if (typeof role !== "string" || !ROLES.includes(role))
				throw invalid("The role of a message must be user, assistant, system or developer.", "input");
			// Not all services know developers.
			addMessage(role === "developer" ? "system" : role, toContent(content));
		} else if (type === "function_call" || type === "custom_tool_call") {
			const text = type === "function_call" ? item["arguments"] : wrapInput(item["input"]);
			addCall(id, tools.nameFor(textOf(name), typeof namespace === "string" ? namespace : undefined), text);
		} else if (type === "function_call_output" || type === "custom_tool_call_output") addOutput(id, output);
		else if (type !== "reasoning" && type !== "additional_tools") leftOut.add(toType(type));
	};
	return { leftOut, messages, add, addMessage, flush };
}

const ROLES: readonly string[] = ["user", "assistant", "system", "developer"];

function toContent(content: unknown): unknown {
	return Array.isArray(content) ? joinParts(content.map(toPart), "\n") : textOf(content);
}

function toPart(part: unknown): Fields {
	if (!isRecord(part)) throw invalid("The parts of a message must be objects.", "input");
	const { type, text, image_url: url, detail, refusal } = part;
	if (type === "input_text" || type === "output_text" || type === "text") return { type: "text", text };
	if (type === "refusal") return { type: "text", text: refusal };
	if (type === "input_file") return { type: "text", text: readFileText(part) };
	if (type === "input_image" && typeof url === "string") {
		return { type: "image_url", image_url: { url, ...(typeof detail === "string" ? { detail } : {}) } };
	}
	throw invalid(`Parts of type "${toType(type)}" are not supported.`, "input", "unsupported_parameter");
}

/** Returns the name and the content of a file of text. @throws GatewayError 400 for others, and for files of other services */
function readFileText({ filename, file_data: data }: Fields): string {
	const name = typeof filename === "string" ? filename.slice(0, 200) : "file";
	const [head = ""] = typeof data === "string" ? (/^data:[^,]{0,200},/i.exec(data) ?? []) : [];
	const bytes = typeof data === "string" ? decodeBase64(data.slice(head.length)) : undefined;
	const text = bytes && !bytes.includes(0) ? decodeText(bytes) : undefined;
	if (text !== undefined) return `${name}:\n${text}`;
	const message = `The file "${name}" cannot be used: send text files as file_data, in base64 or as a data URL.`;
	throw invalid(message, "input", "unsupported_parameter");
}

/** Returns the choice as a chat takes it, and keeps only the tools that it allows. @throws GatewayError 400 */
function toToolChoice(choice: unknown, tools: OfferedTools): unknown {
	if (choice === undefined || choice === null) return "auto";
	if (choice === "auto" || choice === "none" || choice === "required") return choice;
	if (!isRecord(choice)) throw invalid("tool_choice must be auto, none, required or a tool.", "tool_choice");
	const { type, mode, tools: listed } = choice;
	if (type === "allowed_tools" && Array.isArray(listed)) {
		tools.restrict(new Set(listed.flatMap((tool) => tools.offeredName(tool) ?? [])));
		return mode === "required" ? "required" : "auto";
	}
	if (type !== "function" && type !== "custom") throw lacksTool(toType(type));
	const name = tools.offeredName(choice);
	if (name === undefined) throw invalid("tool_choice names a tool that is not among the tools.", "tool_choice");
	return { type: "function", function: { name } };
}

function lacksTool(type: string): GatewayError {
	const message = `tool_choice demands a tool that a chat does not have: ${type}.`;
	return invalid(message, "tool_choice", "unsupported_parameter");
}

function toResponseFormat(format: unknown): object | undefined {
	if (!isRecord(format) || format["type"] === "text") return undefined;
	if (format["type"] !== "json_schema") return { type: format["type"] };
	const { type, ...schema } = format;
	return { type, json_schema: schema };
}
