import { getPath, isRecord, readMember } from "../base/json.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";
import { findFirst, inOrder, Positions, refuseDoubles } from "../http/list-order.ts";
import type { ChatCompletionOutputUsage, FinalCompletion } from "./io.ts";
import type { ReasoningField } from "./types.ts";

/** A piece of a call to a tool. */
export interface ToolCallPiece {
	/** The call that it belongs to, as the service numbers them; not checked. */
	index?: unknown;
	/** In the first piece of a call. */
	id?: string;
	name?: string;
	arguments: string;
}

/** A piece that its position assigns to a call. */
export interface NumberedPiece extends ToolCallPiece {
	index: number;
}

/** Content of one chunk of a stream of any kind. */
export interface Delta {
	content: string;
	/** The model's reasoning before its answer. */
	reasoning: string;
	/** The field that had it; undefined without reasoning. */
	reasoningField?: ReasoningField;
	toolCalls: ToolCallPiece[];
	finishReason?: string;
}

/** Reads the first answer in a chunk of a chat, of a completion, or a token event; with `message` a whole chat. */
export function readDelta(chunk: unknown, place: "delta" | "message" = "delta"): Delta {
	const choice = findFirst(readMember(chunk, "choices"));
	const delta = getPath(choice, place);
	const token = getPath(chunk, "token");
	const isSpecial = getPath(token, "special") === true;
	const calls = getPath(delta, "tool_calls");
	const finishReason = getPath(choice, "finish_reason");
	const named = readContent(getPath(delta, "reasoning_content"));
	const reasoning = named || readContent(getPath(delta, "reasoning"));
	return {
		content:
			readContent(getPath(delta, "content")) ||
			readContent(getPath(choice, "text")) ||
			(isSpecial ? "" : readContent(getPath(token, "text"))),
		reasoning,
		...(reasoning === "" ? {} : { reasoningField: named === "" ? "reasoning" : "reasoning_content" }),
		toolCalls: calls === undefined ? [] : readToolCalls(calls),
		...(typeof finishReason === "string" && finishReason !== "" ? { finishReason } : {}),
	};
}

export function readToolCalls(calls: unknown): ToolCallPiece[] {
	if (!Array.isArray(calls)) return [];
	return calls.map((call: unknown) => {
		const index = readMember(call, "index") ?? undefined;
		const id = readMember(call, "id");
		const name = getPath(call, "function", "name");
		const args = getPath(call, "function", "arguments");
		return {
			...(index === undefined ? {} : { index }),
			...(typeof id === "string" && id !== "" ? { id } : {}),
			...(typeof name === "string" && name !== "" ? { name } : {}),
			arguments: typeof args === "string" ? args : args === undefined ? "" : JSON.stringify(args),
		};
	});
}

/** A call to a tool, as far as its pieces have arrived. */
export interface ToolCallDraft {
	/** Its position among the calls of its answer. */
	readonly index: number;
	id: string | undefined;
	name: string | undefined;
	arguments: string;
}

/** Assembles the tool calls of one answer from their pieces. */
export class ToolCallDrafts {
	readonly #positions = new Positions("tool_calls");
	/** Position → call. */
	readonly #calls = new Map<number, ToolCallDraft>();
	/** Place in a chunk → the last call there. */
	readonly #places = new Map<number, ToolCallDraft>();
	/** The last call of a service that sends index 0 for all its calls; undefined for other services. */
	#lastAtZero: ToolCallDraft | undefined;

	/**
	 * Adds a piece; returns its call.
	 * @param place of the piece among those of its chunk, or of the whole message
	 * @throws ProviderOutputError if its call cannot be identified
	 */
	add(piece: ToolCallPiece, place: number): ToolCallDraft {
		const call = this.find(piece, place);
		call.arguments += piece.arguments;
		return call;
	}

	/** As `add`, but keeps no arguments. */
	find(piece: ToolCallPiece, place: number): ToolCallDraft {
		const call = piece.index === undefined ? this.#findUnnumbered(piece, place) : this.#find(piece.index, piece);
		call.id ??= piece.id;
		call.name ??= piece.name;
		this.#places.set(place, call);
		return call;
	}

	/** Adds the pieces of a chunk, or of a whole message; returns them with the positions of their calls. */
	number(pieces: readonly ToolCallPiece[]): NumberedPiece[] {
		return pieces.map((piece, place) => {
			const { index: _given, ...rest } = piece;
			return { index: this.add(piece, place).index, ...rest };
		});
	}

	/** The call at a position; undefined if no piece of it has arrived. */
	at(index: number): ToolCallDraft | undefined {
		return this.#calls.get(index);
	}

	/**
	 * The calls in their order, when all pieces have arrived.
	 * @throws ProviderOutputError if one is missing, or if two have the same id: their results could not be distinguished
	 */
	whole(): ToolCallDraft[] {
		this.#positions.end();
		const calls = [...this.#calls.values()].sort((one, other) => one.index - other.index);
		refuseDoubles(
			calls.flatMap(({ id }) => id ?? []),
			"tool_calls",
		);
		return calls;
	}

	#find(given: unknown, { id, name }: ToolCallPiece): ToolCallDraft {
		const index = this.#positions.read(given, 0);
		const call = this.#lastAtZero ?? this.#calls.get(index) ?? this.#create(index);
		const isSame = id === undefined || call.id === undefined || call.id === id;
		if (isSame && (index === 0 || !this.#lastAtZero)) return call;
		// Some services send index 0 for every call, with a different id: the id and the name show that a call begins.
		const ids = [...this.#calls.values()].map((known) => known.id);
		const isOnlyZero = index === 0 && (this.#lastAtZero !== undefined || this.#calls.size === 1);
		if (isOnlyZero && name !== undefined && !ids.includes(id)) {
			this.#lastAtZero = this.#create(this.#calls.size);
			return this.#lastAtZero;
		}
		throw new InferenceClientProviderOutputError(
			`Received a malformed response: the index ${index} in tool_calls is that of two calls.`,
		);
	}

	/** Without indexes, a new id or name starts a new call; a piece with neither continues the call at its place. */
	#findUnnumbered({ id, name }: ToolCallPiece, place: number): ToolCallDraft {
		const last = this.#places.get(place);
		const differs = (given: string | undefined, known: string | undefined): boolean =>
			given !== undefined && known !== undefined && given !== known;
		const isNext = !last || differs(id, last.id) || differs(name, last.name);
		const known = id === undefined ? undefined : [...this.#calls.values()].find((call) => call.id === id);
		const call = known ?? (isNext ? this.#create(this.#calls.size) : last);
		this.#positions.read(undefined, call.index);
		return call;
	}

	#create(index: number): ToolCallDraft {
		const call = { index, id: undefined, name: undefined, arguments: "" };
		this.#calls.set(index, call);
		return call;
	}
}

/**
 * Returns a completion with its answers, and the calls in them, in order; the same one if they are.
 * @param count how many answers were asked for, if known
 * @throws ProviderOutputError if they are not whole
 */
export function orderAnswers<Completion extends Record<string, unknown>>(
	completion: Completion,
	count?: number,
): Completion {
	const given = completion["choices"] as readonly unknown[];
	const choices = inOrder(given, { name: "choices", count }).map(orderCalls);
	return choices.every((choice, place) => choice === given[place]) ? completion : { ...completion, choices };
}

function orderCalls(choice: unknown): unknown {
	const message = readMember(choice, "message");
	const given = readMember(message, "tool_calls");
	if (!Array.isArray(given) || given.length === 0) return choice;
	const calls = inOrder(given as unknown[], { name: "tool_calls" });
	refuseDoubles(
		readToolCalls(calls).flatMap(({ id }) => id ?? []),
		"tool_calls",
	);
	return calls === given ? choice : { ...(choice as object), message: { ...(message as object), tool_calls: calls } };
}

/** Returns how many answers the arguments of a call request; undefined if they do not say. */
export function countAnswers(args: Readonly<Record<string, unknown>>): number | undefined {
	const count = args["n"] ?? getPath(args, "parameters", "n");
	return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}

/** Returns the texts of all answers of a chat, with an empty line between them; undefined if none has a text. */
export function readAnswers(completion: unknown): string | undefined {
	const choices = readMember(completion, "choices");
	const contents = (Array.isArray(choices) ? choices : []).map((choice: unknown) =>
		getPath(choice, "message", "content"),
	);
	const given = contents.filter((content) => content !== undefined && content !== null);
	return given.length === 0 ? undefined : given.map(readContent).join("\n\n");
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

export function readUsage(answer: unknown): ChatCompletionOutputUsage | undefined {
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
	const choices = readMember(event, "choices");
	if (!Array.isArray(choices)) return false;
	return choices.some((choice: unknown) => {
		const { role: _role, ...delta } = (readMember(choice, "delta") ?? {}) as Record<string, unknown>;
		const parts = [readMember(choice, "text"), ...Object.values(delta)];
		return parts.some((part) => (Array.isArray(part) ? part.length > 0 : Boolean(part)));
	});
}

/** Refuses a stream with incomplete answers or tool calls, and numbers the calls. It keeps no text. */
export class AnswerCheck {
	readonly #positions = new Positions("choices");
	/** Position of an answer → the calls in it. */
	readonly #calls = new Map<number, ToolCallDrafts>();

	/**
	 * Returns a chunk with each piece of a call under the number of its call: some services give all calls the index 0, or
	 * none, and clients would merge them. The same chunk if that is so already.
	 * @throws ProviderOutputError if it cannot be told which answer or call a piece belongs to
	 */
	add<Chunk>(chunk: Chunk): Chunk {
		const given: unknown = readMember(chunk, "choices");
		if (!Array.isArray(given)) return chunk;
		let choices: unknown[] | undefined;
		for (const [place, choice] of (given as unknown[]).entries()) {
			const numbered = isRecord(choice) ? this.#number(choice, place) : choice;
			if (numbered === choice) continue;
			choices ??= [...(given as unknown[])];
			choices[place] = numbered;
		}
		return choices ? { ...chunk, choices } : chunk;
	}

	#number(choice: Readonly<Record<string, unknown>>, place: number): object {
		const index = this.#positions.read(choice["index"], place);
		const given = getPath(choice, "delta", "tool_calls");
		const pieces = readToolCalls(given);
		if (pieces.length === 0) return choice;
		const calls = this.#calls.get(index) ?? new ToolCallDrafts();
		this.#calls.set(index, calls);
		const numbers = pieces.map((piece, at) => calls.find(piece, at).index);
		if (pieces.every((piece, at) => piece.index === numbers[at])) return choice;
		const numbered = (given as object[]).map((piece, at) => ({ ...piece, index: numbers[at] }));
		return { ...choice, delta: { ...(choice["delta"] as object), tool_calls: numbered } };
	}

	/**
	 * Checks at the end of the stream that no answer and no call is missing.
	 * @param count how many answers were asked for, if known
	 * @throws ProviderOutputError
	 */
	end(count?: number): void {
		this.#positions.end(count);
		for (const calls of this.#calls.values()) calls.whole();
	}
}

/** One answer while its chunks arrive. */
const createChoice = () => ({
	role: "assistant",
	content: "",
	refusal: "",
	reasoning: "",
	/** The provider's name of the reasoning: `reasoning_content` or `reasoning`. */
	reasoningName: "",
	calls: new ToolCallDrafts(),
	finishReason: "",
});
type DraftChoice = ReturnType<typeof createChoice>;

/** A completion put together from the chunks of a stream. */
export class CompletionDraft {
	#head: Record<string, unknown> | undefined;
	#usage: unknown;
	readonly #positions = new Positions("choices");
	/** By position; there may be gaps before the end. */
	readonly #choices: DraftChoice[] = [];

	/** The text of the first answer so far. */
	get content(): string {
		return this.#choices[0]?.content ?? "";
	}

	/** Whether the service said that the first answer is complete. */
	get isFinished(): boolean {
		return Boolean(this.#choices[0]?.finishReason);
	}

	/**
	 * Adds a chunk; returns whether it contained text of the first answer.
	 * @throws ProviderOutputError if it cannot be told which answer or call a piece belongs to
	 */
	add(chunk: unknown): boolean {
		if (!isRecord(chunk)) return false;
		const { choices, usage } = chunk;
		if (!this.#head?.["id"]) this.#head = { ...this.#head, ...chunk };
		if (isRecord(usage)) this.#usage = usage;
		if (!Array.isArray(choices)) return false;
		const before = this.content.length;
		for (let place = 0; place < choices.length; place++) this.#addChoice(choices[place], place);
		return this.content.length > before;
	}

	/** As that of `AnswerCheck`. */
	end(count?: number): void {
		this.#positions.end(count);
		for (const { calls } of this.#choices) calls.whole();
	}

	/** The whole answer, in the form of a request that does not stream. */
	toCompletion(): FinalCompletion {
		const choices = this.#choices.length > 0 ? this.#choices : [createChoice()];
		return {
			...this.#head,
			object: "chat.completion",
			choices: choices.map((choice, index) => ({
				index,
				message: toMessage(choice),
				finish_reason: choice.finishReason,
			})),
			usage: this.#usage ?? null,
		} as unknown as FinalCompletion;
	}

	#addChoice(value: unknown, place: number): void {
		if (!isRecord(value)) return;
		const index = this.#positions.read(value["index"], place);
		while (this.#choices.length <= index) this.#choices.push(createChoice());
		const choice = this.#choices[index];
		if (!choice) return;
		const { delta, finish_reason: reason } = value;
		if (typeof reason === "string") choice.finishReason = reason;
		if (!isRecord(delta)) return;
		const { role, content, refusal, tool_calls: calls } = delta;
		if (typeof role === "string" && role !== "") choice.role = role;
		choice.content += readContent(content);
		if (typeof refusal === "string") choice.refusal += refusal;
		if (delta["reasoning_content"] !== undefined) addReasoning(choice, delta, "reasoning_content");
		if (delta["reasoning"] !== undefined) addReasoning(choice, delta, "reasoning");
		if (calls !== undefined) choice.calls.number(readToolCalls(calls));
	}
}

function addReasoning(choice: DraftChoice, delta: Readonly<Record<string, unknown>>, name: ReasoningField): void {
	const text = readContent(delta[name]);
	if (text === "" || (choice.reasoning !== "" && choice.reasoningName !== name)) return;
	choice.reasoningName = name;
	choice.reasoning += text;
}

function toMessage({ role, content, refusal, reasoning, reasoningName, calls }: DraftChoice): object {
	const wholeCalls = calls.whole().map(({ id = "", name = "", arguments: text }) => {
		return { id, type: "function", function: { name, arguments: text } };
	});
	return {
		role,
		content,
		...(reasoning === "" ? {} : { [reasoningName]: reasoning }),
		...(refusal === "" ? {} : { refusal }),
		...(wholeCalls.length === 0 ? {} : { tool_calls: wholeCalls }),
	};
}
