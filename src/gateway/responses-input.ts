import { decodeBase64 } from "../base/base64.ts";
import { decodeText } from "../base/bytes.ts";
import { isRecord, readMember, textOf } from "../base/json.ts";
import { readContent } from "../inference/delta.ts";
import { isPdf } from "./documents.ts";
import { invalid } from "./errors.ts";
import type { Fields } from "./read-request.ts";
import { type OpenedReasoning, openReasoning } from "./sealed-reasoning.ts";
import {
	describeBlock,
	describeLeftOut,
	describePlaced,
	introduceParts,
	joinParts,
	OfferedTools,
	pickChatFields,
	type ReadChat,
	splitResult,
	toFilePart,
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
	reader.end();
	const format = isRecord(text) ? toResponseFormat(text["format"]) : undefined;
	const effort = isRecord(reasoning) ? reasoning["effort"] : undefined;
	const toolChoice = toToolChoice(choice, tools);
	const hasTools = tools.functions.length > 0;
	if (toolChoice === "required" && !hasTools) throw tools.refuseChoice();
	const picked = pickChatFields(fields, { max_output_tokens: "max_tokens" });
	if (!hasTools) delete picked["parallel_tool_calls"];
	return {
		args: {
			...picked,
			...(hasTools ? { tools: tools.functions } : {}),
			...(hasTools && toolChoice !== "auto" ? { tool_choice: toolChoice } : {}),
			...(format ? { response_format: format } : {}),
			...(typeof effort === "string" ? { reasoning_effort: effort } : {}),
			// Last, so that the whole start is the same in the next request.
			messages: withNote(reader.messages, tools.describeMissing()),
		},
		field: reader.field(),
		tools,
		notices: [
			...describeLeftOut("Tools", tools.leftOut),
			...describePlaced("Items and parts of the input", reader.placed),
		],
	};
}

/** The items of a request's input. @throws GatewayError 400 */
function listItems(input: unknown): readonly unknown[] {
	if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
	if (!Array.isArray(input)) throw invalid("input must be a string or a list of items.", "input");
	return input;
}

/** Adds a text to the message of the system at the start. */
function withNote(messages: readonly Fields[], note: string): readonly Fields[] {
	if (note === "") return messages;
	const [first, ...rest] = messages;
	const isSystem = first?.["role"] === "system" && typeof first["content"] === "string";
	if (!isSystem) return [{ role: "system", content: note }, ...messages];
	return [{ ...first, content: `${textOf(first["content"])}\n\n${note}` }, ...rest];
}

/** Collects the messages of a chat from items. */
function createItemReader(tools: OfferedTools) {
	/** Types of items and parts that became texts. */
	const placed = new Set<string>();
	const messages: Record<string, unknown>[] = [];
	/** Id of a call → its tool. */
	const names = new Map<string, string>();
	/** Images and files of tool results: they go into a message of the user, after all results. */
	let files: Fields[] = [];
	/** Reasoning whose answer has not come yet. */
	let reasoning = "";
	let field: OpenedReasoning["field"] | undefined;

	const flush = (): void => {
		if (files.length === 0) return;
		messages.push({ role: "user", content: files });
		files = [];
	};
	/** Attaches the reasoning to an answer. */
	const attach = (answer: Record<string, unknown>): void => {
		if (reasoning === "") return;
		answer["reasoning_content"] = textOf(answer["reasoning_content"]) + reasoning;
		reasoning = "";
	};
	/** Reasoning at the end of an answer, or without any. */
	const endAnswer = (): void => {
		const last = messages.at(-1);
		if (reasoning === "") return;
		const answer = last?.["role"] === "assistant" ? last : { role: "assistant", content: "" };
		if (answer !== last) messages.push(answer);
		attach(answer);
	};
	/** Messages of the system in a row become one, and those of the assistant: many templates require alternating turns. */
	const addMessage = (role: string, content: unknown): void => {
		flush();
		if (role !== "assistant") endAnswer();
		const last = messages.at(-1);
		const mayJoin = (role === "system" || role === "assistant") && typeof content === "string";
		const before = last?.["role"] === role && mayJoin ? last["content"] : undefined;
		// Reasoning in the middle belongs to one answer.
		const gap = role === "assistant" && reasoning !== "" ? "" : "\n\n";
		if (last && typeof before === "string") last["content"] = [before, content].filter(Boolean).join(gap);
		else if (last && before === null) last["content"] = content;
		else messages.push({ role, content });
		const answer = messages.at(-1);
		if (role === "assistant" && answer) attach(answer);
	};
	/** Successive calls belong to one message. */
	const addCall = (id: unknown, name: string, text: unknown): void => {
		flush();
		const call = { id, type: "function", function: { name, arguments: typeof text === "string" ? text : "{}" } };
		if (messages.at(-1)?.["role"] !== "assistant") messages.push({ role: "assistant", content: null });
		const answer = messages.at(-1) ?? {};
		const calls = (answer["tool_calls"] ?? []) as object[];
		calls.push(call);
		attach(answer);
		answer["tool_calls"] = calls;
	};
	const addOutput = (id: unknown, output: unknown): void => {
		endAnswer();
		const isList = Array.isArray(output) && output.every((part) => typeof readMember(part, "type") === "string");
		const result = splitResult(isList ? output.map(toPart) : [{ type: "text", text: textOf(output) }]);
		if (result.files.length > 0) files.push(...introduceParts(textOf(id), names.get(textOf(id)), result.files));
		messages.push({ role: "tool", tool_call_id: id, content: result.text });
	};
	const addReasoning = ({ encrypted_content: sealed, summary, content }: Fields): void => {
		const opened = openReasoning(sealed, readContent(summary) || readContent(content));
		reasoning += opened?.text ?? "";
		field = opened?.field ?? field;
	};
	const place = (value: Fields): string => {
		placed.add(toType(value["type"]));
		return describeBlock(value);
	};
	const toPart = (part: unknown): Fields => {
		if (!isRecord(part)) throw invalid("The parts of a message must be objects.", "input");
		const { type, text, image_url: url, detail, refusal } = part;
		if (type === "input_text" || type === "output_text" || type === "text") return { type: "text", text };
		if (type === "refusal") return { type: "text", text: refusal };
		if (type === "input_file") return readFile(part) ?? { type: "text", text: place(part) };
		if (type === "input_image" && typeof url === "string") {
			return { type: "image_url", image_url: { url, ...(typeof detail === "string" ? { detail } : {}) } };
		}
		return { type: "text", text: place(part) };
	};
	const toContent = (content: unknown): unknown =>
		Array.isArray(content) ? joinParts(content.map(toPart), "\n") : textOf(content);
	const add = (item: unknown): void => {
		if (!isRecord(item)) throw invalid("The items of input must be objects.", "input");
		const { type = "message", role, content, name, namespace, call_id: id, output } = item;
		if (type === "message") {
			if (typeof role !== "string" || !ROLES.includes(role))
				throw invalid("The role of a message must be user, assistant, system or developer.", "input");
			// Not all services support the role developer.
			addMessage(role === "developer" ? "system" : role, toContent(content));
		} else if (type === "function_call" || type === "custom_tool_call") {
			const text = type === "function_call" ? item["arguments"] : wrapInput(item["input"]);
			names.set(textOf(id), textOf(name));
			addCall(id, tools.nameFor(textOf(name), typeof namespace === "string" ? namespace : undefined), text);
		} else if (type === "function_call_output" || type === "custom_tool_call_output") addOutput(id, output);
		else if (type === "reasoning") addReasoning(item);
		else if (type !== "additional_tools") addMessage(/_output$/.test(textOf(type)) ? "user" : "assistant", place(item));
	};
	const end = (): void => {
		endAnswer();
		flush();
	};
	return { placed, messages, add, addMessage, end, field: () => field };
}

const ROLES: readonly string[] = ["user", "assistant", "system", "developer"];

/** Returns a file as text, or as a file; undefined for one that is not in the request. */
function readFile({ filename, file_data: data }: Fields): Fields | undefined {
	if (typeof data !== "string") return undefined;
	const name = typeof filename === "string" ? filename.slice(0, 200) : "";
	const [head = "", media = ""] = /^data:([^,;]{0,200})[^,]{0,200},/i.exec(data) ?? [];
	const base64 = data.slice(head.length);
	const bytes = decodeBase64(base64);
	if (!bytes) return undefined;
	const text = bytes.includes(0) || isPdf(bytes) ? undefined : decodeText(bytes);
	if (text !== undefined) return { type: "text", text: `${name || "file"}:\n${text}` };
	return toFilePart(name, media || (isPdf(bytes) ? "application/pdf" : ""), base64);
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
	if (type !== "function" && type !== "custom") throw tools.refuseChoice(toType(type));
	const name = tools.offeredName(choice);
	if (name === undefined) throw invalid("tool_choice names a tool that is not among the tools.", "tool_choice");
	return { type: "function", function: { name } };
}

function toResponseFormat(format: unknown): object | undefined {
	if (!isRecord(format) || format["type"] === "text") return undefined;
	if (format["type"] !== "json_schema") return { type: format["type"] };
	const { type, ...schema } = format;
	return { type, json_schema: schema };
}
