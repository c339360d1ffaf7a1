import { readMember } from "../../http/index.ts";

/** Tokens of a call. */
export interface Usage {
	prompt_tokens: number;
	completion_tokens: number;
	total_tokens: number;
}

/** A piece of a call to a tool; pieces with the same index belong together. */
export interface ToolCallPiece {
	index: number;
	name?: string;
	arguments: string;
}

/** Content of one chunk of a stream, whatever kind of stream it is. */
export interface Delta {
	content: string;
	/** The model's reasoning before its answer. */
	reasoning: string;
	toolCalls: ToolCallPiece[];
	finishReason?: string;
}

/** Reads a chunk of a chat, of a completion, or a token event. */
export function readDelta(chunk: unknown): Delta {
	const choices = readMember(chunk, "choices");
	const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
	const delta = readMember(choice, "delta");
	const calls = readMember(delta, "tool_calls");
	const finishReason = text(readMember(choice, "finish_reason"));
	const token = readMember(chunk, "token");
	const isSpecial = readMember(token, "special") === true;
	return {
		content:
			readContent(readMember(delta, "content")) ||
			text(readMember(choice, "text")) ||
			(isSpecial ? "" : text(readMember(token, "text"))),
		reasoning: text(readMember(delta, "reasoning_content")) || text(readMember(delta, "reasoning")),
		toolCalls: calls === undefined ? [] : readToolCalls(calls),
		...(finishReason ? { finishReason } : {}),
	};
}

/** Returns the calls to tools in a delta or a message. */
export function readToolCalls(calls: unknown): ToolCallPiece[] {
	if (!Array.isArray(calls)) return [];
	return calls.map((call: unknown, position) => {
		const index = readMember(call, "index");
		const name = text(readMember(readMember(call, "function"), "name"));
		const args = readMember(readMember(call, "function"), "arguments");
		return {
			index: typeof index === "number" ? index : position,
			...(name ? { name } : {}),
			arguments: typeof args === "string" ? args : args === undefined ? "" : JSON.stringify(args),
		};
	});
}

/** Returns the words of a message or of a piece of one; some services send them as a list of parts. */
export function readContent(content: unknown): string {
	if (!Array.isArray(content)) return text(content);
	return content.map((part: unknown) => text(readMember(part, "text"))).join("");
}

/** Returns the count of tokens, where the provider gives one. */
export function readUsage(answer: unknown): Usage | undefined {
	const usage = readMember(answer, "usage");
	const total = readMember(usage, "total_tokens");
	if (typeof total !== "number") return undefined;
	const count = (name: string): number => Number(readMember(usage, name) ?? 0);
	return {
		prompt_tokens: count("prompt_tokens"),
		completion_tokens: count("completion_tokens"),
		total_tokens: total,
	};
}

function text(value: unknown): string {
	return typeof value === "string" ? value : "";
}
