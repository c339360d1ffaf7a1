import { decodeDataUrl } from "../base/base64.ts";
import { isRecord } from "../base/json.ts";
import { pickChatFields } from "./chat-fields.ts";
import { invalid } from "./errors.ts";
import { OfferedTools, wrapInput } from "./offered-tools.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A request for a response as a chat. */
export interface ReadRequest {
	/** Arguments of the chat. */
	args: Record<string, unknown>;
	tools: OfferedTools;
	notices: string[];
}

/** Names of a chat's fields where a request for a response has others. */
const NAMES: Readonly<Record<string, string>> = { max_output_tokens: "max_tokens" };

/**
 * Converts a request for a response to a chat.
 * @param items the conversation: earlier turns, then the input of the request
 * @throws GatewayError 400 for what a chat cannot do
 */
export async function readResponseRequest(fields: Fields, items: readonly unknown[]): Promise<ReadRequest> {
	for (const name of ["conversation", "prompt", "background"]) {
		if (fields[name]) throw invalid(`${name} is not supported by hub serve.`, name, "unsupported_parameter");
	}
	const tools = new OfferedTools();
	tools.add(fields["tools"]);
	for (const item of items) if (isRecord(item) && item["type"] === "additional_tools") tools.add(item["tools"]);
	const { instructions, tool_choice: choice, text, reasoning } = fields;
	const reader = new ItemReader(tools);
	if (typeof instructions === "string" && instructions !== "") reader.addMessage("system", instructions);
	for (const item of items) await reader.add(item);
	const format = isRecord(text) ? toResponseFormat(text["format"]) : undefined;
	const effort = isRecord(reasoning) ? reasoning["effort"] : undefined;
	const toolChoice = toToolChoice(choice, tools);
	const hasTools = tools.functions.length > 0;
	if (toolChoice === "required" && !hasTools)
		throw invalid("tool_choice demands a tool, and hub can run none of them.", "tool_choice", "unsupported_parameter");
	return {
		args: {
			...pickChatFields(fields, NAMES),
			messages: reader.end(),
			...(hasTools ? { tools: tools.functions } : {}),
			...(hasTools && toolChoice !== "auto" ? { tool_choice: toolChoice } : {}),
			...(format ? { response_format: format } : {}),
			...(typeof effort === "string" && effort !== "none" ? { reasoning_effort: effort } : {}),
		},
		tools,
		notices: [
			...[...tools.leftOut].map((type) => `Tools of type "${type}" were left out: hub cannot run them.`),
			...[...reader.leftOut].map((type) => `Items of type "${type}" were left out.`),
		],
	};
}

/** The items of a request's input. @throws GatewayError 400 */
export function listItems(input: unknown): readonly unknown[] {
	if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
	if (!Array.isArray(input)) throw invalid("input must be a string or a list of items.", "input");
	return input;
}

/** Puts the messages of a chat together from items. */
class ItemReader {
	/** Types of the items that were left out. */
	readonly leftOut = new Set<string>();
	private readonly tools: OfferedTools;
	private readonly messages: Record<string, unknown>[] = [];
	/** Pictures of tool results: a message of the user has them, after all results. */
	private pictures: object[] = [];

	constructor(tools: OfferedTools) {
		this.tools = tools;
	}

	async add(item: unknown): Promise<void> {
		if (!isRecord(item)) throw invalid("The items of input must be objects.", "input");
		const { type = "message", role, content, name, namespace, output } = item;
		const space = typeof namespace === "string" ? namespace : undefined;
		switch (type) {
			case "message":
				return this.addMessage(role === "developer" ? "system" : role, await toContent(content));
			case "function_call":
				return this.addCall(item, this.tools.nameFor(String(name), space), item["arguments"]);
			case "custom_tool_call":
				return this.addCall(item, this.tools.nameFor(String(name), space), wrapInput(item["input"]));
			case "function_call_output":
			case "custom_tool_call_output":
				return await this.addOutput(item["call_id"], output);
			case "reasoning":
			case "additional_tools":
				return;
			default:
				this.leftOut.add(String(type).slice(0, 64));
		}
	}

	addMessage(role: unknown, content: unknown): void {
		this.flush();
		this.messages.push({ role, content });
	}

	end(): object[] {
		this.flush();
		return this.messages;
	}

	/** Successive calls belong to one message. */
	private addCall({ call_id: id }: Fields, name: string, text: unknown): void {
		this.flush();
		const call = { id, type: "function", function: { name, arguments: typeof text === "string" ? text : "{}" } };
		const last = this.messages.at(-1);
		const calls = last?.["tool_calls"];
		if (last?.["role"] === "assistant" && Array.isArray(calls)) calls.push(call);
		else if (last?.["role"] === "assistant") last["tool_calls"] = [call];
		else this.messages.push({ role: "assistant", content: null, tool_calls: [call] });
	}

	private async addOutput(id: unknown, output: unknown): Promise<void> {
		const content = typeof output === "string" ? output : await toContent(output);
		const parts: readonly Fields[] = Array.isArray(content) ? content : [];
		const texts = parts.flatMap((part) => (part["type"] === "text" ? [String(part["text"])] : []));
		const pictures = parts.filter((part) => part["type"] !== "text");
		for (const picture of pictures) this.pictures.push(picture);
		if (pictures.length > 0) texts.push("[The pictures follow.]");
		const text = Array.isArray(content) ? texts.join("\n") : content;
		this.messages.push({
			role: "tool",
			tool_call_id: id,
			content: typeof text === "string" ? text : JSON.stringify(text),
		});
	}

	private flush(): void {
		if (this.pictures.length === 0) return;
		const text = { type: "text", text: "Pictures of the tool results:" };
		this.messages.push({ role: "user", content: [text, ...this.pictures] });
		this.pictures = [];
	}
}

async function toContent(content: unknown): Promise<unknown> {
	if (!Array.isArray(content)) return content ?? "";
	const parts: Fields[] = [];
	for (const part of content as unknown[]) parts.push(await toPart(part));
	// Many services take lists only if there is an image.
	return parts.every(({ type }) => type === "text") ? parts.map(({ text }) => String(text ?? "")).join("") : parts;
}

async function toPart(part: unknown): Promise<Fields> {
	if (!isRecord(part)) throw invalid("The parts of a message must be objects.", "input");
	const { type, text, image_url: url, detail, refusal } = part;
	if (type === "input_text" || type === "output_text" || type === "text") return { type: "text", text };
	if (type === "refusal") return { type: "text", text: refusal };
	if (type === "input_file") return { type: "text", text: await readFileText(part) };
	if (type === "input_image" && typeof url === "string") {
		return { type: "image_url", image_url: { url, ...(typeof detail === "string" ? { detail } : {}) } };
	}
	throw invalid(`Parts of type "${String(type)}" are not supported.`, "input", "unsupported_parameter");
}

/** Returns the content of a file of text. @throws GatewayError 400 for others, and for files of other services */
async function readFileText({ filename, file_data: data }: Fields): Promise<string> {
	const name = typeof filename === "string" ? filename : "file";
	const file = typeof data === "string" ? decodeDataUrl(data) : undefined;
	if (file && /^(?:text\/|application\/(?:json|xml|x-yaml|yaml|javascript|toml))/.test(file.type))
		return `${name}:\n${await file.text()}`;
	const message = `The file "${name}" cannot be used: send text files as file_data, a data URL.`;
	throw invalid(message, "input", "unsupported_parameter");
}

/** Returns the choice as a chat takes it, and keeps only the tools that it allows. @throws GatewayError 400 */
function toToolChoice(choice: unknown, tools: OfferedTools): unknown {
	if (choice === undefined || choice === null) return "auto";
	if (!isRecord(choice)) return choice;
	const { type, name, namespace, mode } = choice;
	const nameOf = (tool: Fields): string =>
		tools.nameFor(String(tool["name"]), typeof tool["namespace"] === "string" ? tool["namespace"] : undefined);
	if (type === "allowed_tools" && Array.isArray(choice["tools"])) {
		tools.restrict(new Set((choice["tools"] as unknown[]).filter(isRecord).map(nameOf)));
		return mode === "required" ? "required" : "auto";
	}
	if (type === "function" || type === "custom")
		return { type: "function", function: { name: nameOf({ name, namespace }) } };
	const message = `tool_choice demands "${String(type)}", which hub cannot run.`;
	throw invalid(message, "tool_choice", "unsupported_parameter");
}

function toResponseFormat(format: unknown): object | undefined {
	if (!isRecord(format) || format["type"] === "text") return undefined;
	if (format["type"] !== "json_schema") return { type: format["type"] };
	const { type, ...schema } = format;
	return { type, json_schema: schema };
}
