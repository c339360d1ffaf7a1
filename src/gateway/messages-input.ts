import { isRecord, textOf } from "../base/json.ts";
import { invalid } from "./errors.ts";
import type { Fields } from "./read-request.ts";
import {
	describeLeftOut,
	joinParts,
	OfferedTools,
	pickChatFields,
	type ReadChat,
	splitResult,
	toType,
} from "./translate-request.ts";

/** Converts a request in Anthropic's form to a chat. @throws GatewayError 400 for what a chat cannot do */
export function readMessages(fields: Fields): ReadChat {
	const { messages: given, system, output_config: output, tools: offered } = fields;
	if (!Array.isArray(given)) throw invalid("messages must be a list of messages.", "messages");
	const tools = new OfferedTools();
	const leftOut = new Set<string>();
	tools.add(Array.isArray(offered) ? offered.map(toTool) : offered);
	const messages: object[] = [];
	const instructions = toText(system, leftOut);
	if (instructions !== "") messages.push({ role: "system", content: instructions });
	for (const message of given as unknown[]) {
		if (!isRecord(message)) throw invalid("The messages must be objects.", "messages");
		const { role, content } = message;
		if (role === "assistant") addAnswer(messages, listBlocks(content), tools, leftOut);
		else if (role === "user") addPrompt(messages, listBlocks(content), leftOut);
		else if (role === "system" || role === "developer")
			messages.push({ role: "system", content: toText(content, leftOut) });
		else throw invalid(`"${textOf(role)}" is not a role: use user or assistant.`, "messages");
	}
	const format = readFormat(isRecord(output) ? output["format"] : fields["output_format"]);
	const hasTools = tools.functions.length > 0;
	return {
		args: {
			...pickChatFields(fields, { stop_sequences: "stop" }),
			messages,
			...(hasTools ? { tools: tools.functions, ...readToolChoice(fields["tool_choice"], tools) } : {}),
			...(format ? { response_format: format } : {}),
			...readEffort(fields["thinking"], output),
		},
		tools,
		notices: [...describeLeftOut("Tools", tools.leftOut), ...describeLeftOut("Blocks", leftOut)],
	};
}

/** A tool in OpenAI's form; what is none is refused where it is added. */
function toTool(tool: unknown): unknown {
	if (!isRecord(tool)) return tool;
	const { type = "custom", name, description, input_schema: parameters } = tool;
	return type === "custom" || type === null ? { type: "function", name, description, parameters } : { type };
}

function addAnswer(messages: object[], blocks: readonly Fields[], tools: OfferedTools, leftOut: Set<string>): void {
	const texts: string[] = [];
	const calls: object[] = [];
	for (const { type, id, name, input, text } of blocks) {
		if (type === "text") texts.push(textOf(text));
		else if (type === "tool_use") {
			const called = { name: tools.nameFor(textOf(name), undefined), arguments: JSON.stringify(input ?? {}) };
			calls.push({ id, type: "function", function: called });
		} else if (!isThinking(type)) leftOut.add(toType(type));
	}
	const content = texts.join("\n\n");
	if (calls.length > 0) messages.push({ role: "assistant", content: content || null, tool_calls: calls });
	else if (content !== "") messages.push({ role: "assistant", content });
}

/** Results of tools come first, as chats want them; their pictures go to the message of the user. */
function addPrompt(messages: object[], blocks: readonly Fields[], leftOut: Set<string>): void {
	const parts: Fields[] = [];
	for (const block of blocks) {
		if (block["type"] !== "tool_result") {
			for (const part of toParts(block, leftOut)) parts.push(part);
			continue;
		}
		const { text, pictures } = splitResult(listBlocks(block["content"]).flatMap((part) => toParts(part, leftOut)));
		for (const picture of pictures) parts.push(picture);
		const content = block["is_error"] === true && !/^error/i.test(text) ? `Error: ${text}` : text;
		messages.push({ role: "tool", tool_call_id: block["tool_use_id"], content });
	}
	if (parts.length > 0) messages.push({ role: "user", content: joinParts(parts, "\n\n") });
}

function toParts(block: Fields, leftOut: Set<string>): Fields[] {
	const { type, text, source } = block;
	if (type === "text") return [{ type: "text", text: textOf(text) }];
	if (type === "image") return [{ type: "image_url", image_url: { url: readPicture(source) } }];
	if (type === "document") return [{ type: "text", text: readDocument(block) }];
	if (!isThinking(type)) leftOut.add(toType(type));
	return [];
}

function isThinking(type: unknown): boolean {
	return type === "thinking" || type === "redacted_thinking";
}

function listBlocks(content: unknown): readonly Fields[] {
	if (typeof content === "string") return [{ type: "text", text: content }];
	if (content === undefined || content === null) return [];
	if (!Array.isArray(content)) throw invalid("The content of a message must be text or a list of blocks.", "messages");
	return (content as unknown[]).map((block) => {
		if (!isRecord(block)) throw invalid("The blocks of a message must be objects.", "messages");
		return block;
	});
}

function toText(content: unknown, leftOut: Set<string>): string {
	const texts: string[] = [];
	for (const { type, text } of listBlocks(content)) {
		if (type === "text") texts.push(textOf(text));
		else leftOut.add(toType(type));
	}
	return texts.join("\n\n");
}

/** Returns a picture as a URL. hub itself never fetches it. @throws GatewayError 400 */
function readPicture(source: unknown): string {
	const { type, media_type: media, data, url } = isRecord(source) ? source : {};
	if (type === "url" && typeof url === "string") return url;
	if (type === "base64" && typeof data === "string") return `data:${textOf(media)};base64,${data}`;
	throw invalid(`Images of source "${toType(type)}" are not supported: send base64 or a URL.`, "messages");
}

/** Returns the text of a document. @throws GatewayError 400 for one without text */
function readDocument({ source, title }: Fields): string {
	const { type, data, content } = isRecord(source) ? source : {};
	const head = typeof title === "string" ? `${title}:\n` : "";
	if (type === "text" && typeof data === "string") return head + data;
	if (type === "content") return head + toText(content, new Set());
	throw invalid(`Documents of source "${toType(type)}" are not supported: send their text.`, "messages");
}

function readToolChoice(choice: unknown, tools: OfferedTools): Fields {
	const { type, name, disable_parallel_tool_use: isSerial } = isRecord(choice) ? choice : {};
	const alone = isSerial === true ? { parallel_tool_calls: false } : {};
	if (type === "any") return { ...alone, tool_choice: "required" };
	if (type === "none") return { tool_choice: "none" };
	if (type !== "tool") return alone;
	return { ...alone, tool_choice: { type: "function", function: { name: tools.nameFor(textOf(name), undefined) } } };
}

function readFormat(format: unknown): object | undefined {
	if (!isRecord(format) || format["type"] !== "json_schema") return undefined;
	return { type: "json_schema", json_schema: { name: "output", schema: format["schema"] } };
}

/** Tokens of thinking from which on the effort is called medium, and high. */
const MEDIUM_BUDGET = 4096;
const HIGH_BUDGET = 16_384;

function readEffort(thinking: unknown, output: unknown): Fields {
	const { type, budget_tokens: budget } = isRecord(thinking) ? thinking : {};
	const effort = isRecord(output) ? output["effort"] : undefined;
	if (type === "disabled") return {};
	// What a service calls the highest effort differs; every one that has efforts knows "high".
	if (typeof effort === "string") return { reasoning_effort: effort === "max" || effort === "xhigh" ? "high" : effort };
	if (type !== "enabled" || typeof budget !== "number") return {};
	return { reasoning_effort: budget >= HIGH_BUDGET ? "high" : budget >= MEDIUM_BUDGET ? "medium" : "low" };
}
