import { getPath, isRecord } from "../base/json.ts";
import type { GatewayError } from "./errors.ts";
import { formatEvent } from "./sse.ts";
import type { StreamForm } from "./stream.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fields of the request that every response repeats. */
export interface ResponseHead {
	id: string;
	/** Seconds since 1970. */
	created: number;
	model: string;
	request: Fields;
}

interface OutputText {
	kind: "text";
	id: string;
	text: string;
}

interface OutputCall {
	kind: "call";
	id: string;
	callId: string;
	name: string;
	arguments: string;
}

type OutputItem = OutputText | OutputCall;

/** Converts a whole chat completion to a response. */
export function toResponse(head: ResponseHead, completion: Fields): object {
	const message = getPath(completion, "choices", 0, "message");
	const content = getPath(message, "content");
	const items: OutputItem[] = [];
	const text = typeof content === "string" ? content : "";
	if (text !== "") items.push({ kind: "text", id: `msg_${head.id}_0`, text });
	const calls = getPath(message, "tool_calls");
	for (const [index, call] of (Array.isArray(calls) ? calls : []).entries()) {
		items.push({
			kind: "call",
			id: `fc_${head.id}_${index}`,
			callId: readText(getPath(call, "id")) || `call_${head.id}_${index}`,
			name: readText(getPath(call, "function", "name")),
			arguments: readText(getPath(call, "function", "arguments")),
		});
	}
	return describe(head, items, getPath(completion, "choices", 0, "finish_reason"), getPath(completion, "usage"));
}

function describe(head: ResponseHead, items: readonly OutputItem[], reason: unknown, usage: unknown): object {
	const isCut = reason === "length";
	return {
		...begin(head, isCut ? "incomplete" : "completed"),
		incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
		output: items.map((item) => formatItem(item, isCut ? "incomplete" : "completed")),
		usage: toUsage(usage),
	};
}

function begin({ id, created, model, request }: ResponseHead, status: string): Record<string, unknown> {
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
		previous_response_id: null,
		reasoning: request["reasoning"] ?? { effort: null, summary: null },
		store: false,
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

function formatItem(item: OutputItem, status: string): Record<string, unknown> {
	if (item.kind === "call") {
		const { id, callId, name, arguments: text } = item;
		return { id, type: "function_call", status, call_id: callId, name, arguments: text };
	}
	const content = status === "in_progress" ? [] : [formatPart(item.text)];
	return { id: item.id, type: "message", status, role: "assistant", content };
}

function formatPart(text: string): object {
	return { type: "output_text", text, annotations: [], logprobs: [] };
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

/** Converts the events of a chat to those of a response. */
export class ResponseForm implements StreamForm {
	private readonly head: ResponseHead;
	private readonly items: OutputItem[] = [];
	/** Index of a tool call in the chat → its item. */
	private readonly calls = new Map<unknown, OutputCall>();
	private sequence = 0;
	private reason: unknown;
	private usage: unknown;
	private current: OutputItem | undefined;

	constructor(head: ResponseHead) {
		this.head = head;
	}

	push(_text: string, values: readonly unknown[]): string {
		const start = this.sequence === 0 ? this.start() : "";
		return start + values.map((event) => this.convert(event)).join("");
	}

	end(): string {
		const start = this.sequence === 0 ? this.start() : "";
		const last = this.close();
		const response = describe(this.head, this.items, this.reason, this.usage);
		const type = this.reason === "length" ? "response.incomplete" : "response.completed";
		return start + last + this.event(type, { response });
	}

	fail(failure: GatewayError): string {
		const { error } = failure.toBody();
		const failed = {
			...begin(this.head, "failed"),
			error: { code: error.code ?? "server_error", message: error.message },
		};
		return (
			this.event("error", { code: error.code, message: error.message, param: error.param }) +
			this.event("response.failed", { response: failed })
		);
	}

	private start(): string {
		const response = begin(this.head, "in_progress");
		return this.event("response.created", { response }) + this.event("response.in_progress", { response });
	}

	private convert(event: unknown): string {
		this.usage = getPath(event, "usage") ?? this.usage;
		const choice = getPath(event, "choices", 0);
		this.reason = getPath(choice, "finish_reason") ?? this.reason;
		const content = getPath(choice, "delta", "content");
		const calls = getPath(choice, "delta", "tool_calls");
		const text = typeof content === "string" && content !== "" ? this.addText(content) : "";
		return text + (Array.isArray(calls) ? calls.map((call: unknown) => this.addCall(call)).join("") : "");
	}

	private addText(delta: string): string {
		let opened = "";
		let item = this.current;
		if (item?.kind !== "text") {
			opened = this.close();
			item = { kind: "text", id: `msg_${this.head.id}_${this.items.length}`, text: "" };
			opened += this.open(item);
			opened += this.event("response.content_part.added", {
				...this.place(item),
				content_index: 0,
				part: formatPart(""),
			});
		}
		item.text += delta;
		return (
			opened + this.event("response.output_text.delta", { ...this.place(item), content_index: 0, delta, logprobs: [] })
		);
	}

	private addCall(call: unknown): string {
		const index = getPath(call, "index") ?? getPath(call, "id") ?? 0;
		let item = this.calls.get(index);
		let opened = "";
		if (!item) {
			opened = this.close();
			const number = this.items.length;
			const callId = readText(getPath(call, "id")) || `call_${this.head.id}_${number}`;
			const name = readText(getPath(call, "function", "name"));
			item = { kind: "call", id: `fc_${this.head.id}_${number}`, callId, name, arguments: "" };
			this.calls.set(index, item);
			opened += this.open(item);
		}
		const delta = readText(getPath(call, "function", "arguments"));
		if (delta === "") return opened;
		item.arguments += delta;
		return opened + this.event("response.function_call_arguments.delta", { ...this.place(item), delta });
	}

	private open(item: OutputItem): string {
		this.items.push(item);
		this.current = item;
		const index = this.items.length - 1;
		return this.event("response.output_item.added", { output_index: index, item: formatItem(item, "in_progress") });
	}

	/** Ends the current item. */
	private close(): string {
		const item = this.current;
		this.current = undefined;
		if (!item) return "";
		const place = this.place(item);
		const done = this.event.bind(this);
		const content =
			item.kind === "call"
				? done("response.function_call_arguments.done", { ...place, name: item.name, arguments: item.arguments })
				: done("response.output_text.done", { ...place, content_index: 0, text: item.text, logprobs: [] }) +
					done("response.content_part.done", { ...place, content_index: 0, part: formatPart(item.text) });
		return (
			content +
			done("response.output_item.done", { output_index: place.output_index, item: formatItem(item, "completed") })
		);
	}

	private place(item: OutputItem): { item_id: string; output_index: number } {
		return { item_id: item.id, output_index: this.items.indexOf(item) };
	}

	private event(type: string, fields: object): string {
		return formatEvent({ type, sequence_number: this.sequence++, ...fields }, type);
	}
}

function readText(value: unknown): string {
	return typeof value === "string" ? value : "";
}
