import { isRecord, readMember } from "../base/json.ts";
import { readContent, readToolCalls } from "./delta.ts";
import type { ChatCompletionOutput } from "./io/chat.ts";

/** Answers of one request that are kept; services give at most 128. */
const MAX_CHOICES = 128;

/** A call to a tool while its pieces arrive. */
interface DraftCall {
	id: string;
	type: "function";
	function: { name: string; arguments: string };
}

/** One answer while its chunks arrive. */
interface DraftChoice {
	role: string;
	content: string;
	refusal: string;
	reasoning: string;
	/** The provider's name of the reasoning: `reasoning_content` or `reasoning`. */
	reasoningName: string;
	calls: DraftCall[];
	/** Index that the service gave a call → its place. */
	callPlaces: Map<number, number>;
	finishReason: string;
}

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
		for (const name of REASONING_NAMES) {
			const text = readContent(delta[name]);
			if (text === "" || (choice.reasoning !== "" && choice.reasoningName !== name)) continue;
			choice.reasoningName = name;
			choice.reasoning += text;
		}
		if (calls !== undefined) addCalls(choice, calls);
	}
}

const REASONING_NAMES = ["reasoning_content", "reasoning"] as const;

function createChoice(): DraftChoice {
	return {
		role: "assistant",
		content: "",
		refusal: "",
		reasoning: "",
		reasoningName: "",
		calls: [],
		callPlaces: new Map(),
		finishReason: "",
	};
}

function addCalls(choice: DraftChoice, pieces: unknown): void {
	for (const piece of readToolCalls(pieces)) {
		const place = choice.callPlaces.get(piece.index);
		let call = place === undefined ? undefined : choice.calls[place];
		// Some services number no calls: another id is another call.
		if (!call || (piece.id !== undefined && call.id !== "" && call.id !== piece.id)) {
			call = { id: "", type: "function", function: { name: "", arguments: "" } };
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
