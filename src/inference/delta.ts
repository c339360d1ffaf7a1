import { getPath, isRecord, readMember } from "../base/json.ts";
import type { ChatCompletionOutput } from "./io/chat.ts";

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

/** Reads a chunk of a chat, of a completion, or a token event; with `message` a whole chat. */
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

/** Answers of one request that are kept; services give at most 128. */
const MAX_CHOICES = 128;

const createCall = () => ({ id: "", type: "function", function: { name: "", arguments: "" } });

/** One answer while its chunks arrive. */
const createChoice = () => ({
	role: "assistant",
	content: "",
	refusal: "",
	reasoning: "",
	/** The provider's name of the reasoning: `reasoning_content` or `reasoning`. */
	reasoningName: "",
	calls: [] as ReturnType<typeof createCall>[],
	/** Index that the service gave a call → its place. */
	callPlaces: new Map<number, number>(),
	finishReason: "",
});
type DraftChoice = ReturnType<typeof createChoice>;

/** A completion put together from the chunks of a stream. */
export class CompletionDraft {
	#head: Record<string, unknown> | undefined;
	#usage: unknown;
	readonly #choices: DraftChoice[] = [];

	/** The text of the first answer so far. */
	get content(): string {
		return this.#choices[0]?.content ?? "";
	}

	/** Whether the service said that the first answer is complete. */
	get isFinished(): boolean {
		return Boolean(this.#choices[0]?.finishReason);
	}

	/** Adds a chunk; returns whether it contained text of the first answer. */
	add(chunk: unknown): boolean {
		if (!isRecord(chunk)) return false;
		const { choices, usage } = chunk;
		if (!this.#head?.["id"]) this.#head = { ...this.#head, ...chunk };
		if (isRecord(usage)) this.#usage = usage;
		const before = this.content.length;
		for (const choice of Array.isArray(choices) ? (choices as unknown[]) : []) this.#addChoice(choice);
		return this.content.length > before;
	}

	/** The whole answer, in the form of a request that does not stream. */
	toCompletion(): ChatCompletionOutput {
		const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
		const choices = this.#choices.length > 0 ? this.#choices : [createChoice()];
		return {
			...this.#head,
			object: "chat.completion",
			choices: choices.map((choice, index) => ({
				index,
				message: toMessage(choice),
				finish_reason: choice.finishReason,
			})),
			usage: this.#usage ?? none,
		} as unknown as ChatCompletionOutput;
	}

	#addChoice(value: unknown): void {
		const index = readMember(value, "index") ?? 0;
		if (typeof index !== "number" || !(index >= 0 && index < MAX_CHOICES)) return;
		while (this.#choices.length <= index) this.#choices.push(createChoice());
		const choice = this.#choices[Math.floor(index)];
		const delta = readMember(value, "delta");
		if (!choice) return;
		const reason = readMember(value, "finish_reason");
		if (typeof reason === "string") choice.finishReason = reason;
		if (!isRecord(delta)) return;
		const { role, content, refusal, tool_calls: calls } = delta;
		if (typeof role === "string" && role !== "") choice.role = role;
		choice.content += readContent(content);
		if (typeof refusal === "string") choice.refusal += refusal;
		for (const name of ["reasoning_content", "reasoning"]) {
			const text = readContent(delta[name]);
			if (text === "" || (choice.reasoning !== "" && choice.reasoningName !== name)) continue;
			choice.reasoningName = name;
			choice.reasoning += text;
		}
		if (calls !== undefined) addCalls(choice, calls);
	}
}

function addCalls(choice: DraftChoice, pieces: unknown): void {
	for (const piece of readToolCalls(pieces)) {
		const place = choice.callPlaces.get(piece.index);
		let call = place === undefined ? undefined : choice.calls[place];
		// Some services number no calls: another id is another call.
		if (!call || (piece.id !== undefined && call.id !== "" && call.id !== piece.id)) {
			call = createCall();
			choice.callPlaces.set(piece.index, choice.calls.push(call) - 1);
		}
		call.id ||= piece.id ?? "";
		call.function.name ||= piece.name ?? "";
		call.function.arguments += piece.arguments;
	}
}

function toMessage({ role, content, refusal, reasoning, reasoningName, calls }: DraftChoice): object {
	return {
		role,
		content,
		...(reasoning === "" ? {} : { [reasoningName]: reasoning }),
		...(refusal === "" ? {} : { refusal }),
		...(calls.length === 0 ? {} : { tool_calls: calls }),
	};
}
