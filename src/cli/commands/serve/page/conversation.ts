import { getPath, isRecord, parseJson, readMember } from "../../../../base/json.ts";
import { readContent, readDelta, readToolCalls } from "../../../../inference/delta.ts";

/** A part of a message as the page shows it. */
export interface MessagePart {
	kind: "text" | "thinking" | "call" | "result" | "note";
	/** Name of a tool, or what a note is about. */
	name?: string;
	text: string;
}

interface PageTurn {
	role: string;
	parts: MessagePart[];
}

/** A request with its answer as messages, in any form of chat; undefined for everything else, and where it was cut. */
export function readConversation(request: string, response: string) {
	const fields = parseJson(request);
	if (!isRecord(fields)) return undefined;
	const { messages, input, instructions, system, tools } = fields;
	const turns = Array.isArray(messages) ? messages.flatMap(readMessage) : readItems(input);
	if (!turns) return undefined;
	for (const text of [instructions, system]) {
		const parts = readParts(text);
		if (parts.length > 0) turns.unshift({ role: "system", parts });
	}
	const names = Array.isArray(tools) ? tools.map(nameOf) : [];
	if (names.length > 0) turns.unshift({ role: "tools", parts: [{ kind: "note", text: names.join(", ") }] });
	const answer = readAnswer(response);
	if (answer.length > 0) turns.push({ role: "assistant", parts: answer });
	return turns.map(({ role, parts }, index) => {
		return { id: `${index}`, role, parts: parts.map((part, place) => ({ ...part, id: `${place}` })) };
	});
}

function nameOf(tool: unknown): string {
	return toWord(getPath(tool, "function", "name") ?? readMember(tool, "name") ?? readMember(tool, "type"));
}

/** A message of OpenAI's or Anthropic's form. */
function readMessage(message: unknown): PageTurn[] {
	const role = toWord(readMember(message, "role"));
	const content = readParts(readMember(message, "content"));
	const parts = role === "tool" ? content.map((part): MessagePart => ({ ...part, kind: "result" })) : content;
	return [{ role, parts: [...parts, ...readToolCalls(readMember(message, "tool_calls")).map(toCall)] }];
}

/** The input of a response: a text, or items. */
function readItems(input: unknown): PageTurn[] | undefined {
	if (typeof input === "string") return [{ role: "user", parts: [{ kind: "text", text: input }] }];
	// Embeddings have lists of texts or numbers.
	if (!Array.isArray(input) || !input.every(isRecord)) return undefined;
	return input.map((item): PageTurn => {
		const { type = "message", role, content, output } = item;
		if (type === "message") return { role: toWord(role), parts: readParts(content) };
		const part = readPart(item);
		return { role: output === undefined ? "assistant" : "tool", parts: part ? [part] : [] };
	});
}

function readParts(content: unknown): MessagePart[] {
	if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
	return Array.isArray(content) ? content.flatMap((part: unknown) => readPart(part) ?? []) : [];
}

function readPart(part: unknown): MessagePart | undefined {
	if (!isRecord(part)) return undefined;
	const { type, text, thinking, name, input, arguments: args, output, content, summary } = part;
	if (typeof text === "string") return { kind: type === "reasoning_text" ? "thinking" : "text", text };
	if (type === "thinking") return { kind: "thinking", text: toText(thinking ?? "") };
	if (type === "reasoning") return toThought(readContent(content) || readContent(summary))[0];
	if (type === "tool_use" || type === "function_call" || type === "custom_tool_call")
		return { kind: "call", name: toWord(name), text: toText(args ?? input) };
	if (type === "tool_result" || output !== undefined) return { kind: "result", text: toText(content ?? output) };
	return { kind: "note", text: toWord(type) };
}

function toCall({ name = "", arguments: text }: { name?: string; arguments: string }): MessagePart {
	return { kind: "call", name, text };
}

function readAnswer(text: string): MessagePart[] {
	const whole = parseJson(text);
	if (whole === undefined) return readEvents(text);
	const message = getPath(whole, "choices", 0, "message");
	if (message !== undefined) {
		const { reasoning, toolCalls } = readDelta(whole, "message");
		return [...toThought(reasoning), ...readParts(readMember(message, "content")), ...toolCalls.map(toCall)];
	}
	const output = readMember(whole, "output");
	if (Array.isArray(output)) return readItems(output)?.flatMap(({ parts }) => parts) ?? [];
	return readParts(readMember(whole, "content"));
}

function readEvents(text: string): MessagePart[] {
	let [answer, thought] = ["", ""];
	/** A service may have sent invalid data; the page still shows it. */
	const calls = new Map<unknown, { name: string; arguments: string }>();
	for (const line of text.split("\n")) {
		const event = line.startsWith("data: ") ? parseJson(line.slice(6)) : undefined;
		if (event === undefined) continue;
		const { content, reasoning, toolCalls } = readDelta(event);
		answer +=
			content || (readMember(event, "type") === "response.output_text.delta" ? toWord(readMember(event, "delta")) : "");
		thought += reasoning;
		for (const [place, { index = place, name, arguments: more }] of toolCalls.entries()) {
			const call = calls.get(index) ?? { name: "", arguments: "" };
			calls.set(index, { name: call.name || (name ?? ""), arguments: call.arguments + more });
		}
	}
	const inOrder = [...calls].sort(([one], [other]) => Number(one) - Number(other));
	return [...toThought(thought), ...readParts(answer), ...inOrder.map(([, call]) => toCall(call))];
}

/** An external name. String() fails for an object with its own toString. */
function toWord(value: unknown): string {
	return typeof value === "string" ? value : "?";
}

function toThought(text: string): MessagePart[] {
	return text === "" ? [] : [{ kind: "thinking", text }];
}

function toText(value: unknown): string {
	if (typeof value === "string") return value;
	const parts = readParts(value);
	return parts.length > 0 ? parts.map(({ text }) => text).join("\n") : (JSON.stringify(value, null, 2) ?? "");
}
