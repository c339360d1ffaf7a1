import { getPath } from "../base/json.ts";

/** Tokens of a call. */
export interface Usage {
	prompt_tokens: number;
	completion_tokens: number;
	total_tokens: number;
}

/** A piece of a call to a tool; pieces with the same index belong together. */
export interface ToolCallPiece {
	index: number;
	/** In the first piece of a call. */
	id?: string;
	name?: string;
	arguments: string;
}

/** Content of one chunk of a stream of any kind. */
export interface Delta {
	content: string;
	/** The model's reasoning before its answer. */
	reasoning: string;
	toolCalls: ToolCallPiece[];
	finishReason?: string;
}

/**
 * Reads a chunk of a chat, of a completion, or a token event.
 * @param place `message` for a whole chat
 */
export function readDelta(chunk: unknown, place: "delta" | "message" = "delta"): Delta {
	const choice = getPath(chunk, "choices", 0);
	const delta = getPath(choice, place);
	const token = getPath(chunk, "token");
	const isSpecial = getPath(token, "special") === true;
	const calls = getPath(delta, "tool_calls");
	const finishReason = getPath(choice, "finish_reason");
	return {
		content:
			readContent(getPath(delta, "content")) ||
			readContent(getPath(choice, "text")) ||
			(isSpecial ? "" : readContent(getPath(token, "text"))),
		reasoning: readContent(getPath(delta, "reasoning_content")) || readContent(getPath(delta, "reasoning")),
		toolCalls: calls === undefined ? [] : readToolCalls(calls),
		...(typeof finishReason === "string" && finishReason !== "" ? { finishReason } : {}),
	};
}

/** Returns the calls to tools in a delta or a message. */
export function readToolCalls(calls: unknown): ToolCallPiece[] {
	if (!Array.isArray(calls)) return [];
	return calls.map((call: unknown, position) => {
		const index = getPath(call, "index");
		const id = getPath(call, "id");
		const name = getPath(call, "function", "name");
		const args = getPath(call, "function", "arguments");
		return {
			index: typeof index === "number" ? index : position,
			...(typeof id === "string" && id !== "" ? { id } : {}),
			...(typeof name === "string" && name !== "" ? { name } : {}),
			arguments: typeof args === "string" ? args : args === undefined ? "" : JSON.stringify(args),
		};
	});
}

/** Returns the text of a message or of a piece of one; some services send it as a list of parts. */
export function readContent(content: unknown): string {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	return content
		.map((part: unknown) => getPath(part, "text"))
		.filter((text) => typeof text === "string")
		.join("");
}

/** Returns the count of tokens, where the provider gives one. */
export function readUsage(answer: unknown): Usage | undefined {
	const usage = getPath(answer, "usage");
	const total = getPath(usage, "total_tokens");
	if (typeof total !== "number") return undefined;
	return {
		prompt_tokens: Number(getPath(usage, "prompt_tokens") ?? 0),
		completion_tokens: Number(getPath(usage, "completion_tokens") ?? 0),
		total_tokens: total,
	};
}

/** Whether an event contains a part of the answer; the first ones of a chat may contain only the role. */
export function hasToken(event: unknown): boolean {
	if (getPath(event, "token") !== undefined) return true;
	const choice = getPath(event, "choices", 0);
	const { role: _role, ...delta } = (getPath(choice, "delta") ?? {}) as Record<string, unknown>;
	return [getPath(choice, "text"), ...Object.values(delta)].some((part) =>
		Array.isArray(part) ? part.length > 0 : Boolean(part),
	);
}
