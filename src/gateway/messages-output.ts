import { getPath, parseJson, readMember, textOf } from "../base/json.ts";
import { type Delta, readContent, readDelta, readToolCalls } from "../inference/delta.ts";
import type { ErrorFormat, GatewayError } from "./errors.ts";
import { formatEvent } from "./sse.ts";
import type { StreamForm } from "./stream.ts";
import type { OfferedTools } from "./translate-request.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Inputs of the conversion, besides the answer of the chat. */
export interface MessageHead {
	id: string;
	model: string;
	tools: OfferedTools;
	/** Called with the tokens of the request, as the service counted them. */
	learn(tokens: number): void;
}

export function toMessage(head: MessageHead, completion: Fields): Fields {
	const choice = getPath(completion, "choices", 0);
	const message = getPath(choice, "message");
	const content: Fields[] = [];
	const reasoning = readContent(getPath(message, "reasoning_content")) || readContent(getPath(message, "reasoning"));
	if (reasoning !== "") content.push({ type: "thinking", thinking: reasoning, signature: "" });
	const text = readContent(getPath(message, "content")) || readContent(getPath(message, "refusal"));
	if (text !== "") content.push({ type: "text", text });
	const calls = readToolCalls(getPath(message, "tool_calls"));
	for (const call of calls) {
		content.push({ ...startCall(head, call, content.length), input: readInput(call.arguments) });
	}
	const usage = toUsage(head, getPath(completion, "usage"));
	return { ...begin(head), content, ...readStop(choice, calls.length > 0), usage };
}

function begin({ id, model }: MessageHead): Fields {
	return {
		id: `msg_${id}`,
		type: "message",
		role: "assistant",
		model,
		content: [],
		stop_reason: null,
		stop_sequence: null,
		usage: { input_tokens: 0, output_tokens: 0 },
	};
}

function startCall(
	{ id, tools }: MessageHead,
	{ id: callId, name = "" }: Delta["toolCalls"][number],
	index: number,
): Fields {
	return { type: "tool_use", id: callId ?? `toolu_${id}_${index}`, name: tools.find(name).name, input: {} };
}

function readInput(text: string): unknown {
	const input = text.trim() === "" ? {} : parseJson(text);
	return typeof input === "object" && input !== null && !Array.isArray(input) ? input : { input: text };
}

const STOP_REASONS: Readonly<Record<string, string | undefined>> = {
	length: "max_tokens",
	content_filter: "refusal",
	tool_calls: "tool_use",
	function_call: "tool_use",
};

/** Why the answer ended. Some services name the string at which it stopped. */
function readStop(choice: unknown, hasCalls: boolean): Fields {
	const at = readMember(choice, "stop_reason");
	const reason = STOP_REASONS[textOf(readMember(choice, "finish_reason"))];
	if (hasCalls && reason !== "max_tokens") return { stop_reason: "tool_use", stop_sequence: null };
	if (reason === undefined && typeof at === "string") return { stop_reason: "stop_sequence", stop_sequence: at };
	return { stop_reason: reason === "tool_use" ? "end_turn" : (reason ?? "end_turn"), stop_sequence: null };
}

function toUsage(head: MessageHead, usage: unknown): Fields {
	const count = (...path: string[]): number => {
		const value = getPath(usage, ...path);
		return typeof value === "number" ? value : 0;
	};
	const [all, cached] = [count("prompt_tokens"), count("prompt_tokens_details", "cached_tokens")];
	if (all > 0) head.learn(all);
	return {
		input_tokens: Math.max(0, all - cached),
		cache_creation_input_tokens: 0,
		cache_read_input_tokens: cached,
		output_tokens: count("completion_tokens"),
	};
}

/** A call of a tool whose pieces may arrive between those of others. */
interface Call {
	piece: Delta["toolCalls"][number];
	text: string;
}

export class MessageForm implements StreamForm {
	private readonly head: MessageHead;
	private hasBegun = false;
	private blocks = 0;
	private current: "thinking" | "text" | "tool_use" | undefined;
	private readonly calls = new Map<number, Call>();
	/** Index of the call whose block is open; the others follow whole, since blocks cannot alternate. */
	private live: number | undefined;
	private last: unknown;
	private usage: unknown;

	constructor(head: MessageHead) {
		this.head = head;
	}

	push(_text: string, values: readonly unknown[]): string {
		let text = this.start();
		for (const value of values) text += this.convert(value);
		return text;
	}

	end(): string {
		let text = this.start() + this.close();
		for (const [index, { piece, text: input }] of this.calls) {
			if (index === this.live) continue;
			text += this.open("tool_use", startCall(this.head, piece, this.blocks)) + this.addInput(input) + this.close();
		}
		const usage = toUsage(this.head, this.usage);
		const delta = readStop(this.last, this.calls.size > 0);
		return text + event("message_delta", { delta, usage }) + event("message_stop", {});
	}

	fail(error: GatewayError): string {
		return event("error", { error: describeError(error).error });
	}

	private start(): string {
		if (this.hasBegun) return "";
		this.hasBegun = true;
		return event("message_start", { message: begin(this.head) }) + event("ping", {});
	}

	private convert(value: unknown): string {
		this.usage = getPath(value, "usage") ?? this.usage;
		const choice = getPath(value, "choices", 0);
		const { content, reasoning, toolCalls, finishReason } = readDelta(value);
		if (finishReason !== undefined) this.last = choice;
		let text = reasoning === "" ? "" : this.addText("thinking", reasoning);
		const answer = content || readContent(getPath(choice, "delta", "refusal"));
		if (answer !== "") text += this.addText("text", answer);
		for (const piece of toolCalls) text += this.addCall(piece);
		return text;
	}

	private addText(type: "thinking" | "text", text: string): string {
		const block = type === "text" ? { type, text: "" } : { type, thinking: "", signature: "" };
		const opened = this.current === type ? "" : this.close() + this.open(type, block);
		const delta = type === "text" ? { type: "text_delta", text } : { type: "thinking_delta", thinking: text };
		return opened + event("content_block_delta", { index: this.blocks - 1, delta });
	}

	private addCall(piece: Delta["toolCalls"][number]): string {
		const call = this.calls.get(piece.index) ?? { piece, text: "" };
		this.calls.set(piece.index, call);
		call.text += piece.arguments;
		if (piece.name !== undefined) call.piece = { ...call.piece, ...piece };
		if (this.live === piece.index) return this.addInput(piece.arguments);
		// A block cannot start before the name of its tool is known.
		if (this.live !== undefined || call.piece.name === undefined) return "";
		this.live = piece.index;
		const opened = this.close() + this.open("tool_use", startCall(this.head, call.piece, this.blocks));
		return opened + this.addInput(call.text);
	}

	private addInput(text: string): string {
		if (text === "" || this.current !== "tool_use") return "";
		const delta = { type: "input_json_delta", partial_json: text };
		return event("content_block_delta", { index: this.blocks - 1, delta });
	}

	private open(type: "thinking" | "text" | "tool_use", block: Fields): string {
		this.current = type;
		return event("content_block_start", { index: this.blocks++, content_block: block });
	}

	private close(): string {
		if (this.current === undefined) return "";
		this.current = undefined;
		return event("content_block_stop", { index: this.blocks - 1 });
	}
}

function event(type: string, fields: object): string {
	return formatEvent({ type, ...fields }, type);
}

/** Status → type of an error in Anthropic's form. */
const TYPES: Readonly<Record<number, string | undefined>> = {
	401: "authentication_error",
	402: "billing_error",
	403: "permission_error",
	404: "not_found_error",
	413: "request_too_large",
	429: "rate_limit_error",
	529: "overloaded_error",
};

function describeError({ status, message }: GatewayError): { status: number; error: Fields } {
	const own = status === 503 ? 529 : status > 500 && status !== 529 ? 500 : status;
	const type = TYPES[own] ?? (own >= 500 ? "api_error" : "invalid_request_error");
	return { status: own, error: { type, message } };
}

/** Errors in Anthropic's form. Its clients try 401 for minutes unless they are told not to. */
export const formatMessagesError: ErrorFormat = (failure, requestId) => {
	const { status, error } = describeError(failure);
	const isFinal = status < 500 && status !== 429 && status !== 408;
	return {
		status,
		body: { type: "error", error, request_id: requestId ?? null },
		headers: isFinal ? { "x-should-retry": "false" } : {},
	};
};
