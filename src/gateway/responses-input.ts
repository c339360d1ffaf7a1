import { isRecord } from "../base/json.ts";
import { invalid } from "./errors.ts";
import { unhandledFields } from "./read-json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fields that have another name in a chat, or do not exist there. */
const HANDLED = [
	"input",
	"instructions",
	"tools",
	"tool_choice",
	"text",
	"reasoning",
	"max_output_tokens",
	"stream",
	"stream_options",
	"store",
	"include",
	"truncation",
	"metadata",
	"background",
	"previous_response_id",
	"conversation",
	"prompt",
	"prompt_cache_key",
	"safety_identifier",
	"service_tier",
	"max_tool_calls",
];

/** Converts a request for a response to the arguments of a chat. @throws GatewayError 400 for what a chat cannot do */
export function toChatArgs(fields: Fields): Record<string, unknown> {
	for (const name of ["previous_response_id", "conversation", "prompt", "background"]) {
		if (fields[name]) throw invalid(`${name} is not supported: hub keeps no responses.`, name, "unsupported_parameter");
	}
	const { instructions, tools, tool_choice: choice, text, reasoning, max_output_tokens: most } = fields;
	const system = typeof instructions === "string" ? [{ role: "system", content: instructions }] : [];
	const format = isRecord(text) ? toResponseFormat(text["format"]) : undefined;
	const effort = isRecord(reasoning) ? reasoning["effort"] : undefined;
	return {
		...unhandledFields(fields, ...HANDLED),
		messages: [...system, ...toMessages(fields["input"])],
		...(Array.isArray(tools) && tools.length > 0 ? { tools: tools.map(toTool) } : {}),
		...(choice === undefined ? {} : { tool_choice: toToolChoice(choice) }),
		...(format ? { response_format: format } : {}),
		...(typeof effort === "string" ? { reasoning_effort: effort } : {}),
		...(typeof most === "number" ? { max_tokens: most } : {}),
	};
}

function toMessages(input: unknown): object[] {
	if (typeof input === "string") return [{ role: "user", content: input }];
	if (!Array.isArray(input)) throw invalid("input must be a string or a list of items.", "input");
	const messages: Record<string, unknown>[] = [];
	for (const item of input) {
		if (!isRecord(item)) throw invalid("The items of input must be objects.", "input");
		const { type = "message", role, content } = item;
		if (type === "message") {
			messages.push({ role: role === "developer" ? "system" : role, content: toContent(content) });
		} else if (type === "function_call") addToolCall(messages, item);
		else if (type === "function_call_output") {
			const { call_id: id, output } = item;
			const text = typeof output === "string" ? output : JSON.stringify(output);
			messages.push({ role: "tool", tool_call_id: id, content: text });
		} else if (type !== "reasoning") {
			throw invalid(`Items of type "${String(type)}" are not supported.`, "input", "unsupported_parameter");
		}
	}
	return messages;
}

/** Successive calls belong to one message. */
function addToolCall(messages: Record<string, unknown>[], { call_id: id, name, arguments: text }: Fields): void {
	const call = { id, type: "function", function: { name, arguments: text } };
	const last = messages.at(-1);
	const calls = last?.["tool_calls"];
	if (last?.["role"] === "assistant" && Array.isArray(calls)) calls.push(call);
	else if (last?.["role"] === "assistant") last["tool_calls"] = [call];
	else messages.push({ role: "assistant", content: null, tool_calls: [call] });
}

function toContent(content: unknown): unknown {
	if (!Array.isArray(content)) return content ?? "";
	const parts = content.map((part: unknown) => {
		if (!isRecord(part)) throw invalid("The parts of a message must be objects.", "input");
		const { type, text, image_url: url, detail } = part;
		if (type === "input_text" || type === "output_text" || type === "text") return { type: "text", text };
		if (type === "refusal") return { type: "text", text: part["refusal"] };
		if (type === "input_image" && typeof url === "string") {
			return { type: "image_url", image_url: { url, ...(typeof detail === "string" ? { detail } : {}) } };
		}
		throw invalid(`Parts of type "${String(type)}" are not supported.`, "input", "unsupported_parameter");
	});
	// Many services take lists only if there is an image.
	return parts.every(({ type }) => type === "text") ? parts.map(({ text }) => String(text ?? "")).join("") : parts;
}

function toTool(tool: unknown): object {
	if (!isRecord(tool) || tool["type"] !== "function") {
		const type = isRecord(tool) ? String(tool["type"]) : typeof tool;
		throw invalid(`Tools of type "${type}" are not supported.`, "tools", "unsupported_parameter");
	}
	const { type, name, description, parameters, strict } = tool;
	const about = { name, description, parameters, strict };
	const given = Object.entries(about).filter(([, value]) => value !== undefined && value !== null);
	return { type, function: Object.fromEntries(given) };
}

function toToolChoice(choice: unknown): unknown {
	return isRecord(choice) && choice["type"] === "function"
		? { type: "function", function: { name: choice["name"] } }
		: choice;
}

function toResponseFormat(format: unknown): object | undefined {
	if (!isRecord(format) || format["type"] === "text") return undefined;
	if (format["type"] !== "json_schema") return { type: format["type"] };
	const { type, ...schema } = format;
	return { type, json_schema: schema };
}
