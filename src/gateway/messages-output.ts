import { getPath, parseJson, readMember, textOf } from "../base/json.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";
import type { Usage } from "../exchange/index.ts";
import { readUsage } from "../exchange/usage.ts";
import { findFirst } from "../http/list-order.ts";
import { factsOfStatus } from "../http/status-facts.ts";
import { kindOfStatus } from "../http/status-kind.ts";
import { readContent, readDelta, type ToolCallDraft, ToolCallDrafts } from "../inference/delta.ts";
import type { ReasoningField } from "../inference/types.ts";
import { describeContextExcess } from "./context-excess.ts";
import { ERROR_TYPES, type ErrorFormat, type GatewayError } from "./errors.ts";
import type { Fields } from "./read-request.ts";
import { sealReasoning } from "./sealed-reasoning.ts";
import { formatEvent } from "./sse.ts";
import type { StreamForm } from "./stream.ts";
import { type OfferedTools, toClientId } from "./translate-request.ts";

/** Inputs of the conversion, besides the answer of the chat. */
export interface MessageHead {
	id: string;
	model: string;
	tools: OfferedTools;
	/** Whether the client requests no text of the model's reasoning. */
	hidesThinking?: boolean;
	/** Called with the field in which the service sent reasoning. */
	learnField(field: ReasoningField): void;
	/** Removes secrets. */
	clean(text: string): string;
	/** Called with the tokens of the request, as the service counted them. */
	learn(tokens: number): void;
	/** Returns an estimate of them; called if the service does not count. */
	estimate(): number;
	/** Returns a first estimate of them, for the start of a stream: services count at its end. */
	guess(): number;
}

export function toMessage(head: MessageHead, completion: Fields): Fields {
	const choice = findFirst(readMember(completion, "choices"));
	const { content: text, reasoning, reasoningField, toolCalls } = readDelta(completion, "message");
	const answer = text || readContent(getPath(choice, "message", "refusal"));
	const content: Fields[] = [];
	if (reasoningField) {
		head.learnField(reasoningField);
		content.push({ type: "thinking", ...toThought(head, reasoningField, head.clean(reasoning)) });
	}
	if (answer !== "") content.push({ type: "text", text: answer });
	for (const call of toolCalls) {
		content.push({ ...startCall(head, call, content.length), input: readInput(call.arguments) });
	}
	const length = reasoning.length + answer.length + toolCalls.reduce((sum, call) => sum + call.arguments.length, 0);
	const usage = toUsage(head, readUsage(completion), length);
	return { ...begin(head, usage), content, ...readStop(choice, toolCalls.length > 0) };
}

/** The text of the model's reasoning, and the signature with which a later request returns it. */
function toThought({ hidesThinking }: MessageHead, field: ReasoningField, text: string): Fields {
	return hidesThinking
		? { thinking: "", signature: sealReasoning(field, text) }
		: { thinking: text, signature: sealReasoning(field) };
}

function begin({ id, model }: MessageHead, usage: Fields): Fields {
	return {
		id: `msg_${id}`,
		type: "message",
		role: "assistant",
		model,
		content: [],
		stop_reason: null,
		stop_sequence: null,
		usage,
	};
}

function startCall(
	{ id, tools }: MessageHead,
	{ id: callId, name = "" }: { id?: string | undefined; name?: string | undefined },
	index: number,
): Fields {
	return {
		type: "tool_use",
		id: callId === undefined ? `toolu_${id}_${index}` : toClientId(callId),
		name: tools.find(name).name,
		input: {},
	};
}

function readInput(text: string): unknown {
	const input = text.trim() === "" ? {} : parseJson(text);
	return typeof input === "object" && input !== null && !Array.isArray(input) ? input : { input: text };
}

const STOP_REASONS: ReadonlyMap<string, string> = new Map([
	["length", "max_tokens"],
	["content_filter", "refusal"],
	// Without calls.
	["tool_calls", "end_turn"],
	["function_call", "end_turn"],
]);

/** Why the answer ended. Some services name the string at which it stopped. */
function readStop(choice: unknown, hasCalls: boolean): Fields {
	const at = readMember(choice, "stop_reason");
	const reason = STOP_REASONS.get(textOf(readMember(choice, "finish_reason")));
	if (hasCalls && reason !== "max_tokens") return { stop_reason: "tool_use", stop_sequence: null };
	if (reason === undefined && typeof at === "string") return { stop_reason: "stop_sequence", stop_sequence: at };
	return { stop_reason: reason ?? "end_turn", stop_sequence: null };
}

const CHARACTERS_PER_TOKEN = 4;

/**
 * The tokens of a request and its answer. The form has no unknown numbers, and agents shorten their conversations by them: a
 * service that does not count is estimated, which `estimated` marks.
 * @param length characters of the answer
 */
function toUsage(head: MessageHead, usage: Usage | null, length: number): Fields {
	if (!usage) {
		const output = Math.ceil(length / CHARACTERS_PER_TOKEN);
		const cache = { cache_creation_input_tokens: null, cache_read_input_tokens: null };
		return { input_tokens: head.estimate(), ...cache, output_tokens: output, estimated: true };
	}
	const { input_tokens: all, cached_tokens: cached = 0, output_tokens } = usage;
	if (all > 0) head.learn(all);
	// Claude Code treats a 0 as unknown, and would add the first estimate to the cached tokens.
	const fresh = all > 0 ? Math.max(1, all - cached) : 0;
	return {
		input_tokens: fresh,
		cache_creation_input_tokens: 0,
		cache_read_input_tokens: Math.max(0, all - fresh),
		output_tokens,
	};
}

/** Characters of reasoning that are kept until its end. */
const MAX_HIDDEN = 16 * 2 ** 20;

export function createMessageForm(head: MessageHead): StreamForm {
	let hasBegun = false;
	let blocks = 0;
	let current: "thinking" | "text" | "tool_use" | undefined;
	let field: ReasoningField | undefined;
	/** The reasoning of the open block, where the client does not get it as text. */
	let hidden = "";
	/** Pieces of a call may arrive between those of others. */
	const calls = new ToolCallDrafts();
	/** The first call, when its block is open; the others follow whole and in order, since blocks cannot alternate. */
	let live: ToolCallDraft | undefined;
	/** Adds what arrived while that block was open. */
	const late: (() => string)[] = [];
	let last: unknown;
	let usage: Usage | null = null;
	/** Characters of the answer. */
	let length = 0;

	const start = (): string => {
		if (hasBegun) return "";
		hasBegun = true;
		const usage = {
			input_tokens: head.guess(),
			cache_creation_input_tokens: 0,
			cache_read_input_tokens: 0,
			output_tokens: 0,
		};
		return event("message_start", { message: begin(head, usage) }) + event("ping", {});
	};
	const open = (type: typeof current, block: Fields): string => {
		const closed = close();
		current = type;
		return closed + event("content_block_start", { index: blocks++, content_block: block });
	};
	const close = (): string => {
		if (current === undefined) return "";
		let text = "";
		if (current === "thinking" && field) {
			const signature = head.hidesThinking ? sealReasoning(field, hidden) : sealReasoning(field);
			text = addDelta({ type: "signature_delta", signature });
			hidden = "";
		}
		current = undefined;
		return text + event("content_block_stop", { index: blocks - 1 });
	};
	const addDelta = (delta: object): string => event("content_block_delta", { index: blocks - 1, delta });
	const addText = (text: string): string =>
		(current === "text" ? "" : open("text", { type: "text", text: "" })) + addDelta({ type: "text_delta", text });
	const addThinking = (thinking: string): string =>
		(current === "thinking" ? "" : open("thinking", { type: "thinking", thinking: "", signature: "" })) +
		(head.hidesThinking ? hide(thinking) : addDelta({ type: "thinking_delta", thinking }));
	const hide = (thinking: string): string => {
		if (hidden.length + thinking.length > MAX_HIDDEN)
			throw new InferenceClientProviderOutputError("The reasoning is too long.");
		hidden += thinking;
		return "";
	};
	const addInput = (text: string): string =>
		text === "" ? "" : addDelta({ type: "input_json_delta", partial_json: text });
	const openCall = (call: ToolCallDraft): string =>
		open("tool_use", startCall(head, call, blocks)) + addInput(call.arguments);
	const addCall = (call: ToolCallDraft, text: string): string => {
		if (live === call) return addInput(text);
		// A block cannot start before the name of its tool is known.
		if (call.index > 0 || call.name === undefined) return "";
		live = call;
		return openCall(call);
	};
	const unlessLive = (add: () => string): string => {
		if (!live) return add();
		late.push(add);
		return "";
	};
	const convert = (value: unknown): string => {
		if (readMember(value, "usage") || readMember(value, "x_groq")) usage = readUsage(value) ?? usage;
		const choice = findFirst(readMember(value, "choices"));
		const { content, reasoning, reasoningField, toolCalls, finishReason } = readDelta(value);
		if (reasoningField && !field) {
			field = reasoningField;
			head.learnField(reasoningField);
		}
		if (finishReason !== undefined) last = choice;
		const answer = content || readContent(getPath(choice, "delta", "refusal"));
		length += reasoning.length + answer.length;
		let text = reasoning === "" ? "" : unlessLive(() => addThinking(reasoning));
		if (answer !== "") text += unlessLive(() => addText(answer));
		for (const [place, piece] of toolCalls.entries()) {
			length += piece.arguments.length;
			text += addCall(calls.add(piece, place), piece.arguments);
		}
		return text;
	};
	return {
		push(_text, values) {
			let text = start();
			for (const value of values) text += convert(value);
			return text;
		},
		end() {
			let text = start() + close();
			for (const add of late) text += add();
			text += close();
			const whole = calls.whole();
			for (const call of whole) if (call !== live) text += openCall(call) + close();
			const delta = readStop(last, whole.length > 0);
			return text + event("message_delta", { delta, usage: toUsage(head, usage, length) }) + event("message_stop", {});
		},
		fail: (error) => event("error", { error: describeError(error).error }),
	};
}

function event(type: string, fields: object): string {
	return formatEvent({ type, ...fields }, type);
}

function describeError({ status, message: text, details: { excess, more } }: GatewayError): {
	status: number;
	error: Fields;
} {
	const message = excess ? describeContextExcess(excess, text) : text;
	const own = status === 503 ? 529 : status > 500 && status !== 529 ? 500 : status;
	const { anthropic: type } = ERROR_TYPES[kindOfStatus(own)];
	return { status: own, error: { type, message, ...(more ? { details: more } : {}) } };
}

/** Errors in Anthropic's form. Its clients retry 401 for minutes unless a header forbids it. */
export const formatMessagesError: ErrorFormat = (failure, requestId) => {
	const { status, error } = describeError(failure);
	const isFinal = !factsOfStatus(status).mayPass;
	return {
		status,
		body: { type: "error", error, request_id: requestId ?? null },
		headers: {
			...(isFinal ? { "x-should-retry": "false" } : {}),
			...(requestId === undefined ? {} : { "request-id": requestId }),
		},
	};
};
