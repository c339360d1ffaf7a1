import { isRecord, readMember, textOf } from "../base/json.ts";
import { GatewayError, invalid } from "./errors.ts";
import type { Fields } from "./read-request.ts";
import { type OpenedReasoning, openReasoning } from "./sealed-reasoning.ts";
import {
	describeBlock,
	describeLeftOut,
	describePlaced,
	fromClientId,
	introduceParts,
	joinParts,
	OfferedTools,
	pickChatFields,
	type ReadChat,
	splitResult,
	toFilePart,
	toType,
} from "./translate-request.ts";

/**
 * Converts a request in Anthropic's form to a chat.
 * @param keepsMarks whether texts of the system, the user and tools keep their `cache_control`. Default: no
 * @throws GatewayError 400 for what a chat cannot do
 */
export function readMessages(fields: Fields, keepsMarks = false): ReadChat {
	const { messages: given, system, output_config: output, tools: offered, thread } = fields;
	if ((thread ?? null) !== null) throw refuseThread();
	if (!Array.isArray(given)) throw invalid("messages must be a list of messages.", "messages");
	const tools = new OfferedTools();
	if (offered !== undefined) tools.add(Array.isArray(offered) ? offered.filter(isOffered).map(toTool) : offered);
	const reader = createReader(tools, keepsMarks);
	for (const message of given as unknown[]) reader.add(message);
	const format = readFormat(isRecord(output) ? output["format"] : fields["output_format"]);
	const hasTools = tools.functions.length > 0;
	const choice = readToolChoice(fields["tool_choice"], tools);
	const missing = { type: "text", text: tools.describeMissing() };
	const instructions = [...reader.readSystem(system), missing].filter(({ text }) => text !== "");
	const first = instructions.length === 0 ? [] : [{ role: "system", content: joinParts(instructions, "\n\n") }];
	const picked = pickChatFields(fields, { stop_sequences: "stop" });
	if (picked["service_tier"] === "standard_only") picked["service_tier"] = "default";
	return {
		// Before the messages, so that the whole start is the same in the next request.
		args: {
			...picked,
			...(hasTools ? { tools: tools.functions, ...choice } : {}),
			...(format ? { response_format: format } : {}),
			...readEffort(fields["thinking"], output),
			messages: [...first, ...reader.messages],
		},
		readMarked: () => readMessages(fields, true).args,
		field: reader.field(),
		tools,
		notices: [
			...describeLeftOut("Tools", tools.leftOut),
			...describePlaced("Blocks", reader.placed),
			...describeLeftOut("Fields", new Set(DROPPED_FIELDS.filter((name) => (fields[name] ?? null) !== null))),
		],
	};
}

/** Meaningful fields that chats do not have. */
const DROPPED_FIELDS: readonly string[] = ["mcp_servers", "container"];

/** Clients react to this by sending the whole conversation. */
function refuseThread(): GatewayError {
	const message =
		"Threads are not supported by hub serve: it keeps no conversations. Send all messages, without thread.";
	const more = { error_code: "thread_unsupported_request", unsupported: ["thread"] };
	return new GatewayError(400, message, { code: "unsupported_parameter", param: "thread", more });
}

/** Whether an entry is a tool: Claude Code sends one that only enables a feature of the service. */
function isOffered(tool: unknown): boolean {
	const { defer_loading: isDeferred, name, description, input_schema: schema } = isRecord(tool) ? tool : {};
	const members = readMember(schema, "properties");
	const isEmpty = !isRecord(members) || Object.keys(members).length === 0;
	return !(isDeferred === true && isEmpty && /placeholder/i.test(`${textOf(name)} ${textOf(description)}`));
}

/** A tool in OpenAI's form; an invalid one is refused where it is added. */
function toTool(tool: unknown): unknown {
	if (!isRecord(tool)) return tool;
	const { type = "custom", name, description, input_schema: parameters, strict } = tool;
	if (type === "custom" || type === null) return { type: "function", name, description, parameters, strict };
	const known = CLIENT_TOOLS.find(({ pattern }) => pattern.test(textOf(type)));
	if (!known) return { type, name };
	const { description: about, parameters: members, required } = known;
	const schema = { type: "object", properties: members, required };
	return { type: "function", name, description: about, parameters: schema };
}

const TEXT = { type: "string" };
const NUMBER = { type: "integer" };
const command = (...names: string[]): object => ({ type: "string", enum: names });

/** Parameters of the tools that edit texts, besides a path. */
const EDITS = {
	file_text: TEXT,
	old_str: TEXT,
	new_str: TEXT,
	insert_line: NUMBER,
	insert_text: TEXT,
	view_range: { type: "array", items: NUMBER },
};

/** Tools that Anthropic's models recognize by type, and that the client runs. */
const CLIENT_TOOLS: readonly { pattern: RegExp; description: string; parameters: Fields; required: string[] }[] = [
	{
		pattern: /^bash_\d+$/,
		description: "Runs a command in a shell that stays open between calls. restart: true starts the shell again.",
		parameters: { command: TEXT, restart: { type: "boolean" } },
		required: [],
	},
	{
		pattern: /^text_editor_\d+$/,
		description:
			"Views, creates and changes text files. view: a file (view_range: first and last line) or a folder. create: writes file_text. " +
			"str_replace: replaces old_str, which must be in the file once, with new_str. insert: adds insert_text after the line insert_line.",
		parameters: {
			command: command("view", "create", "str_replace", "insert", "undo_edit"),
			path: TEXT,
			...EDITS,
		},
		required: ["command", "path"],
	},
	{
		pattern: /^memory_\d+$/,
		description:
			"Reads and writes files below /memories, which stay between conversations. view: a file or a folder. create: writes file_text. " +
			"str_replace: replaces old_str with new_str. insert: adds insert_text after the line insert_line. delete: removes path. rename: moves old_path to new_path.",
		parameters: {
			command: command("view", "create", "str_replace", "insert", "delete", "rename"),
			path: TEXT,
			old_path: TEXT,
			new_path: TEXT,
			...EDITS,
		},
		required: ["command"],
	},
];

/** Collects the messages of a chat. @param keepsMarks as in `readMessages` */
function createReader(tools: OfferedTools, keepsMarks: boolean) {
	const messages: Record<string, unknown>[] = [];
	/** Types of blocks that became texts. */
	const placed = new Set<string>();
	/** Id of a call → its tool. */
	const names = new Map<string, string>();
	let field: OpenedReasoning["field"] | undefined;

	const toText = (content: unknown): string =>
		listBlocks(content)
			.flatMap((block) => toTexts(block))
			.join("\n\n");
	/** The texts of a block, where a message allows nothing else. */
	const toTexts = (block: Fields): string[] =>
		toParts(block).map(({ type, text }) => textOf(type === "text" ? text : place(block)["text"]));
	const markOf = ({ cache_control: mark }: Fields): Fields =>
		keepsMarks && isRecord(mark) ? { cache_control: mark } : {};
	const place = (block: Fields): Fields => {
		placed.add(toType(block["type"]));
		return { type: "text", text: describeBlock(block) };
	};
	const toParts = (block: Fields): Fields[] => {
		const { type, text, source, tool_name: name } = block;
		if (type === "text")
			return [keepsMarks ? { type, text: textOf(text), ...markOf(block) } : { type, text: textOf(text) }];
		if (type === "image") return [readPicture(source) ?? place(block)];
		if (type === "document") return readDocument(block, toText) ?? [place(block)];
		if (type === "search_result") return [{ type: "text", text: readSearchResult(block, toText) }];
		if (type === "tool_reference") return [{ type: "text", text: `Loaded: ${textOf(name)}` }];
		if (type === "tool_addition" || type === "tool_removal") return [changeTools(block)];
		return isThinking(type) ? [] : [place(block)];
	};
	/** A tool that is added or removed in the middle of a conversation. */
	const changeTools = ({ type, tool }: Fields): Fields => {
		const definition = readMember(tool, "definition");
		const name = textOf(readMember(definition, "name") ?? readMember(tool, "name") ?? readMember(tool, "tool_name"));
		if (type === "tool_removal") return { type: "text", text: `No longer available: ${name}` };
		if (isRecord(definition)) tools.add([toTool(definition)]);
		return { type: "text", text: `Loaded: ${name}` };
	};
	const addAnswer = (blocks: readonly Fields[]): void => {
		let content = "";
		let reasoning = "";
		let isApart = true;
		const calls: object[] = [];
		for (const block of blocks) {
			const { type, id, name, input, thinking, signature, data } = block;
			if (isThinking(type)) {
				const opened = openReasoning(type === "thinking" ? signature : data, textOf(thinking));
				reasoning += opened?.text ?? "";
				field = opened?.field ?? field;
				// The text of one answer, with reasoning in the middle.
				if (opened) isApart = false;
			} else if (type === "tool_use") {
				const called = { name: tools.nameFor(textOf(name), undefined), arguments: JSON.stringify(input ?? {}) };
				names.set(textOf(id), textOf(name));
				calls.push({ id: fromClientId(id), type: "function", function: called });
			} else {
				for (const text of type === "text" ? [textOf(block["text"])] : toTexts(block)) {
					content += `${content !== "" && isApart ? "\n\n" : ""}${text}`;
					isApart = true;
				}
			}
		}
		const last = messages.at(-1);
		// Anthropic's service reads answers in a row as one.
		if (last?.["role"] === "assistant") {
			content = [textOf(last["content"]), content].filter(Boolean).join("\n\n");
			reasoning = textOf(last["reasoning_content"]) + reasoning;
			calls.unshift(...((last["tool_calls"] ?? []) as object[]));
			messages.pop();
		}
		if (calls.length === 0 && content === "" && reasoning === "") return;
		const message: Record<string, unknown> = {
			role: "assistant",
			content: content || (calls.length > 0 ? null : ""),
		};
		if (reasoning !== "") message["reasoning_content"] = reasoning;
		if (calls.length > 0) message["tool_calls"] = calls;
		messages.push(message);
	};
	/**
	 * Results of tools come first and in the order of their calls, as chats require; clients send them as they finish.
	 * Their images and files go to the message of the user.
	 */
	const addPrompt = (given: readonly Fields[]): void => {
		const parts: Fields[] = [];
		const calls = (messages.at(-1)?.["tool_calls"] ?? []) as Fields[];
		for (const block of calls.length > 1 ? orderResults(given, calls) : given) {
			if (block["type"] !== "tool_result") {
				parts.push(...toParts(block));
				continue;
			}
			const { tool_use_id: id, is_error: isError } = block;
			const results: Fields[] = [];
			for (const inner of listBlocks(block["content"])) results.push(...toParts(inner));
			const { text, files } = splitResult(results);
			if (files.length > 0) parts.push(...introduceParts(textOf(id), names.get(textOf(id)), files));
			const content = isError === true && !/^error/i.test(text) ? `Error: ${text}` : text;
			// The mark of an inner text moves to the end: a message of a tool is one text.
			const marked = keepsMarks ? [...results, block].findLast((part) => isRecord(part["cache_control"])) : undefined;
			const one = marked ? [{ type: "text", text: content, ...markOf(marked) }] : content;
			messages.push({ role: "tool", tool_call_id: fromClientId(id), content: one });
		}
		if (parts.length > 0) messages.push({ role: "user", content: joinParts(parts, "\n\n") });
	};
	const add = (message: unknown): void => {
		if (!isRecord(message)) throw invalid("The messages must be objects.", "messages");
		const { role, content } = message;
		if (role === "assistant") addAnswer(listBlocks(content));
		else if (role === "user") addPrompt(listBlocks(content));
		else if (role === "system" || role === "developer") {
			const text = toText(content);
			if (text !== "") messages.push({ role: "system", content: text });
		} else throw invalid(`"${textOf(role)}" is not a role: use user or assistant.`, "messages");
	};
	/** Returns the texts of the system without the block that names the version of the client: it is not part of the prompt. */
	const readSystem = (system: unknown): Fields[] =>
		typeof system === "string"
			? [{ type: "text", text: system.replace(/^x-anthropic-billing-header:[^\n]*\n*/, "") }]
			: listBlocks(system)
					.filter(({ text }) => !textOf(text).startsWith("x-anthropic-billing-header:"))
					.flatMap((block) => toTexts(block).map((text) => ({ type: "text", text, ...markOf(block) })));
	return { messages, placed, add, readSystem, field: () => field };
}

/** Returns the blocks of a message with the results of tools in the order of the calls in front. */
function orderResults(blocks: readonly Fields[], calls: readonly Fields[]): readonly Fields[] {
	const places = new Map(calls.map((call, place) => [call["id"], place]));
	const placeOf = ({ type, tool_use_id: id }: Fields): number =>
		type === "tool_result" ? (places.get(fromClientId(id)) ?? calls.length) : calls.length;
	return [...blocks].sort((one, other) => placeOf(one) - placeOf(other));
}

function isThinking(type: unknown): boolean {
	return type === "thinking" || type === "redacted_thinking";
}

function listBlocks(content: unknown): readonly Fields[] {
	if (typeof content === "string") return [{ type: "text", text: content }];
	if (content === undefined || content === null) return [];
	if (!Array.isArray(content)) throw invalid("The content of a message must be text or a list of blocks.", "messages");
	for (const block of content as unknown[]) {
		if (!isRecord(block)) throw invalid("The blocks of a message must be objects.", "messages");
	}
	return content as readonly Fields[];
}

/** Returns an image as a URL, which hub never fetches; undefined for one that only Anthropic's service has. */
function readPicture(source: unknown): Fields | undefined {
	const { type, media_type: media, data, url } = isRecord(source) ? source : {};
	const toPart = (address: string): Fields => ({ type: "image_url", image_url: { url: address } });
	if (type === "url" && typeof url === "string") return toPart(url);
	if (type === "base64" && typeof data === "string") return toPart(`data:${textOf(media)};base64,${data}`);
	return undefined;
}

/** Returns a document as text, or as a file; undefined for one that is not in the request. */
function readDocument({ source, title, context }: Fields, toText: (content: unknown) => string): Fields[] | undefined {
	const { type, data, content, media_type: media } = isRecord(source) ? source : {};
	const name = typeof title === "string" ? title : "";
	const about = [name, textOf(context)].filter(Boolean).join("\n");
	const head = about === "" ? "" : `${about}:\n`;
	if (type === "text" && typeof data === "string") return [{ type: "text", text: head + data }];
	if (type === "content") return [{ type: "text", text: head + toText(content) }];
	if (type !== "base64" || typeof data !== "string") return undefined;
	const file = toFilePart(name, textOf(media), data);
	return textOf(context) === "" ? [file] : [{ type: "text", text: textOf(context) }, file];
}

function readSearchResult({ title, source, content }: Fields, toText: (content: unknown) => string): string {
	return [textOf(title), textOf(source), toText(content)].filter(Boolean).join("\n");
}

/** @throws GatewayError 400 for a choice among tools that were left out */
function readToolChoice(choice: unknown, tools: OfferedTools): Fields {
	const { type, name, disable_parallel_tool_use: isSerial } = isRecord(choice) ? choice : {};
	const alone = isSerial === true ? { parallel_tool_calls: false } : {};
	if (type === "any" && tools.functions.length === 0 && tools.leftOut.size > 0) throw tools.refuseChoice();
	if (type === "any") return { ...alone, tool_choice: "required" };
	if (type === "none") return { tool_choice: "none" };
	if (type !== "tool") return alone;
	const offered = tools.offeredName({ type: "function", name });
	if (offered === undefined) throw tools.refuseChoice(textOf(name));
	return { ...alone, tool_choice: { type: "function", function: { name: offered } } };
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
	// Services name the highest effort differently; each one that has efforts accepts "high".
	if (typeof effort === "string") return { reasoning_effort: effort === "max" || effort === "xhigh" ? "high" : effort };
	if (type !== "enabled" || typeof budget !== "number") return {};
	return { reasoning_effort: budget >= HIGH_BUDGET ? "high" : budget >= MEDIUM_BUDGET ? "medium" : "low" };
}
