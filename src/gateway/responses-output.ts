import { getPath, isRecord, parseJson, readMember } from "../base/json.ts";
import { type Delta, readContent, readDelta, readToolCalls } from "../inference/delta.ts";
import type { GatewayError } from "./errors.ts";
import type { OfferedTools, ToolOrigin } from "./offered-tools.ts";
import { formatEvent } from "./sse.ts";
import type { StreamForm } from "./stream.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a response is made with, besides the answer of the chat. */
export interface ResponseHead {
	id: string;
	/** Seconds since 1970. */
	created: number;
	model: string;
	request: Fields;
	tools: OfferedTools;
	/** Called with the whole response. */
	keep(response: Fields): void;
}

interface Item {
	id: string;
	/** Its place in the output. */
	index: number;
	/** Of a text, of reasoning, or the arguments of a call. */
	text: string;
}

interface TextItem extends Item {
	kind: "text" | "reasoning";
}

interface CallItem extends Item {
	kind: "call";
	callId: string;
	/** Undefined until the model's name of the tool has arrived. */
	tool: ToolOrigin | undefined;
}

type OutputItem = TextItem | CallItem;

/** Converts a whole chat completion to a response. */
export function toResponse(head: ResponseHead, completion: Fields): Fields {
	const choice = getPath(completion, "choices", 0);
	const message = getPath(choice, "message");
	const output = new Output(head);
	const reasoning = readContent(getPath(message, "reasoning_content")) || readContent(getPath(message, "reasoning"));
	if (reasoning !== "") output.addText("reasoning", reasoning);
	const text = readContent(getPath(message, "content")) || readContent(getPath(message, "refusal"));
	if (text !== "") output.addText("text", text);
	for (const call of readToolCalls(getPath(message, "tool_calls"))) output.addCall(call);
	const response = describe(head, output.items, getPath(choice, "finish_reason"), getPath(completion, "usage"));
	head.keep(response);
	return response;
}

/** The items of a response while they arrive. */
class Output {
	readonly items: OutputItem[] = [];
	/** Index of a call in the chat → its item. */
	private readonly calls = new Map<number, CallItem>();
	private readonly head: ResponseHead;

	constructor(head: ResponseHead) {
		this.head = head;
	}

	addText(kind: TextItem["kind"], text: string): TextItem {
		const index = this.items.length;
		const item: TextItem = { kind, id: `${kind === "text" ? "msg" : "rs"}_${this.head.id}_${index}`, index, text };
		this.items.push(item);
		return item;
	}

	/** Adds a call, or a piece of one. */
	addCall(piece: Delta["toolCalls"][number]): { item: CallItem; hasBegun: boolean } {
		let item = this.calls.get(piece.index);
		if (!item) {
			const index = this.items.length;
			const callId = piece.id ?? `call_${this.head.id}_${index}`;
			item = { kind: "call", id: `fc_${this.head.id}_${index}`, index, callId, tool: undefined, text: "" };
			this.calls.set(piece.index, item);
			this.items.push(item);
		}
		const hasBegun = item.tool === undefined && piece.name !== undefined;
		if (hasBegun) item.tool = this.head.tools.find(piece.name ?? "");
		item.text += piece.arguments;
		return { item, hasBegun };
	}
}

function describe(head: ResponseHead, items: readonly OutputItem[], reason: unknown, usage: unknown): Fields {
	const cause = INCOMPLETE[String(reason)];
	return {
		...begin(head, cause ? "incomplete" : "completed"),
		incomplete_details: cause ? { reason: cause } : null,
		output: items.map((item) => formatItem(item, cause ? "incomplete" : "completed")),
		usage: toUsage(usage),
	};
}

/** Reasons for which a chat ends early → those of a response. */
const INCOMPLETE: Readonly<Record<string, string | undefined>> = {
	length: "max_output_tokens",
	content_filter: "content_filter",
};

function begin({ id, created, model, request }: ResponseHead, status: string): Fields {
	const { instructions, tools, tool_choice: choice, temperature, top_p: topP, max_output_tokens: most } = request;
	return {
		id: `resp_${id}`,
		object: "response",
		created_at: created,
		status,
		error: null,
		incomplete_details: null,
		instructions: instructions ?? null,
		max_output_tokens: most ?? null,
		model,
		output: [],
		parallel_tool_calls: request["parallel_tool_calls"] ?? true,
		previous_response_id: request["previous_response_id"] ?? null,
		reasoning: request["reasoning"] ?? { effort: null, summary: null },
		store: request["store"] !== false,
		temperature: temperature ?? null,
		text: request["text"] ?? { format: { type: "text" } },
		tool_choice: choice ?? "auto",
		tools: tools ?? [],
		top_p: topP ?? null,
		truncation: "disabled",
		usage: null,
		metadata: request["metadata"] ?? {},
	};
}

function formatItem(item: OutputItem, status: string): Fields {
	const isOpen = status === "in_progress";
	if (item.kind !== "call") {
		const content = isOpen ? [] : [formatPart(item)];
		return item.kind === "text"
			? { id: item.id, type: "message", status, role: "assistant", content }
			: { id: item.id, type: "reasoning", status, summary: [], content };
	}
	const { id, callId, tool, text } = item;
	const { name = "", namespace, isCustom = false } = tool ?? {};
	const place = namespace === undefined ? {} : { namespace };
	if (isCustom) {
		const input = isOpen ? "" : readInput(text);
		return { id, type: "custom_tool_call", status, call_id: callId, name, ...place, input };
	}
	return { id, type: "function_call", status, call_id: callId, name, ...place, arguments: isOpen ? "" : text };
}

function formatPart({ kind, text }: TextItem): Fields {
	if (kind === "reasoning") return { type: "reasoning_text", text };
	return { type: "output_text", text, annotations: [], logprobs: [] };
}

/** The text that a model wrote for a custom tool; models that ignore the schema write it as it is. */
function readInput(text: string): string {
	const input = readMember(parseJson(text), "input");
	return typeof input === "string" ? input : text;
}

function toUsage(usage: unknown): object | null {
	if (!isRecord(usage)) return null;
	const count = (...path: string[]): number => {
		const value = getPath(usage, ...path);
		return typeof value === "number" ? value : 0;
	};
	const [input, output] = [count("prompt_tokens"), count("completion_tokens")];
	return {
		input_tokens: input,
		input_tokens_details: { cached_tokens: count("prompt_tokens_details", "cached_tokens") },
		output_tokens: output,
		output_tokens_details: { reasoning_tokens: count("completion_tokens_details", "reasoning_tokens") },
		total_tokens: count("total_tokens") || input + output,
	};
}

/** Names of the events of one kind of item. */
const EVENTS = {
	text: { delta: "response.output_text.delta", done: "response.output_text.done", more: { logprobs: [] } },
	reasoning: { delta: "response.reasoning_text.delta", done: "response.reasoning_text.done", more: {} },
} as const;

/** Converts the events of a chat to those of a response. */
export class ResponseForm implements StreamForm {
	private readonly head: ResponseHead;
	private readonly output: Output;
	private sequence = 0;
	private reason: unknown;
	private usage: unknown;
	/** The text or reasoning that is not closed yet. Calls are closed at the end: their pieces may alternate. */
	private current: TextItem | undefined;

	constructor(head: ResponseHead) {
		this.head = head;
		this.output = new Output(head);
	}

	push(_text: string, values: readonly unknown[]): string {
		let text = this.sequence === 0 ? this.start() : "";
		for (const value of values) text += this.convert(value);
		return text;
	}

	end(): string {
		let text = this.sequence === 0 ? this.start() : "";
		text += this.closeText();
		for (const item of this.output.items) if (item.kind === "call") text += this.closeCall(item);
		const response = describe(this.head, this.output.items, this.reason, this.usage);
		this.head.keep(response);
		return text + this.event(`response.${String(response["status"])}`, { response });
	}

	fail(failure: GatewayError): string {
		const { error } = failure.toBody();
		// An event of type "error" before it would be taken for a broken connection.
		const start = this.sequence === 0 ? this.start() : "";
		const output = this.output.items.map((item) => formatItem(item, "incomplete"));
		const response = {
			...begin(this.head, "failed"),
			output,
			error: { code: error.code ?? "server_error", message: error.message },
		};
		return start + this.event("response.failed", { response });
	}

	private start(): string {
		const response = begin(this.head, "in_progress");
		return this.event("response.created", { response }) + this.event("response.in_progress", { response });
	}

	private convert(event: unknown): string {
		this.usage = getPath(event, "usage") ?? this.usage;
		const { content, reasoning, toolCalls, finishReason } = readDelta(event);
		this.reason = finishReason ?? this.reason;
		let text = reasoning === "" ? "" : this.addText("reasoning", reasoning);
		const answer = content || readContent(getPath(event, "choices", 0, "delta", "refusal"));
		if (answer !== "") text += this.addText("text", answer);
		for (const piece of toolCalls) text += this.addCall(piece);
		return text;
	}

	private addText(kind: TextItem["kind"], delta: string): string {
		let opened = "";
		let item = this.current;
		if (item?.kind !== kind) {
			opened = this.closeText();
			item = this.output.addText(kind, "");
			this.current = item;
			opened += this.open(item);
			opened += this.event("response.content_part.added", {
				...placeOf(item),
				content_index: 0,
				part: formatPart(item),
			});
		}
		item.text += delta;
		const { delta: type, more } = EVENTS[kind];
		return opened + this.event(type, { ...placeOf(item), content_index: 0, delta, ...more });
	}

	private addCall(piece: Delta["toolCalls"][number]): string {
		let text = this.closeText();
		const { item, hasBegun } = this.output.addCall(piece);
		if (hasBegun) text += this.open(item);
		// Before its name a call cannot be told; what has come until then is its first piece.
		const delta = hasBegun ? item.text : piece.arguments;
		if (delta === "" || !item.tool || item.tool.isCustom) return text;
		return text + this.event("response.function_call_arguments.delta", { ...placeOf(item), delta });
	}

	private open(item: OutputItem): string {
		return this.event("response.output_item.added", {
			output_index: item.index,
			item: formatItem(item, "in_progress"),
		});
	}

	private closeText(): string {
		const item = this.current;
		this.current = undefined;
		if (!item) return "";
		const place = { ...placeOf(item), content_index: 0 };
		const { done, more } = EVENTS[item.kind];
		return (
			this.event(done, { ...place, text: item.text, ...more }) +
			this.event("response.content_part.done", { ...place, part: formatPart(item) }) +
			this.close(item)
		);
	}

	private closeCall(item: CallItem): string {
		const place = placeOf(item);
		const opened = item.tool ? "" : this.open(item);
		if (item.tool?.isCustom) {
			const input = readInput(item.text);
			return (
				opened +
				this.event("response.custom_tool_call_input.delta", { ...place, delta: input }) +
				this.event("response.custom_tool_call_input.done", { ...place, input }) +
				this.close(item)
			);
		}
		const { name = "" } = item.tool ?? {};
		const done = { ...place, name, arguments: item.text };
		return opened + this.event("response.function_call_arguments.done", done) + this.close(item);
	}

	private close(item: OutputItem): string {
		return this.event("response.output_item.done", { output_index: item.index, item: formatItem(item, "completed") });
	}

	private event(type: string, fields: object): string {
		return formatEvent({ type, sequence_number: this.sequence++, ...fields }, type);
	}
}

function placeOf({ id, index }: OutputItem): { item_id: string; output_index: number } {
	return { item_id: id, output_index: index };
}
