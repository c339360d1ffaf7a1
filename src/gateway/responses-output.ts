import { getPath, parseJson, readMember } from "../base/json.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";
import { readUsage } from "../exchange/usage.ts";
import { readContent, readDelta, type ToolCallPiece } from "../inference/delta.ts";
import type { GatewayError } from "./errors.ts";
import type { StreamForm } from "./stream.ts";
import type { OfferedTools, ToolOrigin } from "./translate-request.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the response to a request repeats of it. */
export interface ResponseHead {
	id: string;
	/** Seconds since 1970. */
	created: number;
	model: string;
	request: Fields;
	tools: OfferedTools;
	/** Called with the JSON of a response that is complete. */
	keep(json: string): void;
}

/** A message, reasoning or a call. */
interface OutputItem {
	kind: "text" | "reasoning" | "call";
	/** Empty until the name of the tool is known. */
	id: string;
	index: number;
	/** Fields of its events that never change, within a JSON object. */
	place: string;
	/** Of a call, its arguments. */
	text: string;
	/** Of a call, as the model gave it; empty until then. */
	callId: string;
	tool: ToolOrigin | undefined;
}

/** Most characters of a response: it is kept in memory until its end. */
const MAX_LENGTH = 32 * 2 ** 20;

export function toResponse(head: ResponseHead, completion: Fields): string {
	const form = new ResponseForm(head, true);
	form.push("", [completion]);
	return form.end();
}

/** The fields of a response that stay from its first event to its last, as the end of a JSON object. */
function describeRequest(model: string, request: Fields): string {
	const { instructions, tools, tool_choice: choice, temperature, top_p: topP, max_output_tokens: most } = request;
	const fields = {
		instructions: instructions ?? null,
		max_output_tokens: most ?? null,
		model,
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
		metadata: request["metadata"] ?? {},
	};
	return JSON.stringify(fields).slice(1);
}

function formatItem(item: OutputItem, status: string): Record<string, unknown> {
	const { kind, id, text, callId, tool } = item;
	const isEmpty = status === "in_progress";
	if (kind === "call") {
		const { isCustom = false, name = "", namespace } = tool ?? {};
		const call_id = callId || `call_${id.replace(/^[a-z]+_/, "")}`;
		const call = { status, call_id, name, ...(namespace ? { namespace } : {}) };
		return isCustom
			? { id, type: "custom_tool_call", ...call, input: isEmpty ? "" : readInput(text) }
			: { id, type: "function_call", ...call, arguments: isEmpty ? "" : text || "{}" };
	}
	const parts = isEmpty ? [] : [formatPart(item)];
	return kind === "text"
		? { id, type: "message", status, role: "assistant", content: parts }
		: { id, type: "reasoning", status, summary: parts };
}

function formatPart({ kind, text }: OutputItem): object {
	return kind === "text"
		? { type: "output_text", text, annotations: [], logprobs: [] }
		: { type: "summary_text", text };
}

/** The text for a custom tool in the arguments of its function; models also send the bare text. */
function readInput(args: string): string {
	const value = parseJson(args);
	const input = getPath(value, "input");
	return typeof input === "string" ? input : typeof value === "string" ? value : args;
}

/** Reasons why a model stopped → why a response is incomplete. */
const INCOMPLETE_REASONS: ReadonlyMap<string | undefined, string> = new Map([
	["length", "max_output_tokens"],
	["content_filter", "content_filter"],
]);

export class ResponseForm implements StreamForm {
	private readonly head: ResponseHead;
	/** Whether the chat comes as a whole: the end is the response then, and there are no events. */
	private readonly isWhole: boolean;
	private readonly request: string;
	private readonly items: OutputItem[] = [];
	/** Index of a call in the chat → its last item. Calls stay open until the end: their pieces may alternate. */
	private readonly calls = new Map<number, OutputItem>();
	/** The message or reasoning that is open. */
	private current: OutputItem | undefined;
	private sequence = 0;
	private length = 0;
	private reason: string | undefined;
	private usage: ReturnType<typeof readUsage> = null;

	constructor(head: ResponseHead, isWhole = false) {
		this.head = head;
		this.isWhole = isWhole;
		this.request = describeRequest(head.model, head.request);
	}

	push(_text: string, values: readonly unknown[]): string {
		let events = this.start();
		for (const value of values) events += this.convert(value);
		return events;
	}

	end(): string {
		const cut = INCOMPLETE_REASONS.get(this.reason);
		const last = cut === undefined ? "completed" : "incomplete";
		const statusOf = ({ index }: OutputItem): string => (index === this.items.length - 1 ? last : "completed");
		let events = this.start() + this.close(last);
		for (const item of this.items) if (item.kind === "call") events += this.closeCall(item, statusOf(item));
		const json = this.describe(last, {
			...(cut === undefined ? {} : { incomplete_details: { reason: cut } }),
			output: this.items.map((item) => formatItem(item, statusOf(item))),
			usage: this.describeUsage(),
		});
		this.head.keep(json);
		return this.isWhole ? json : events + this.stateEvent(`response.${last}`, json);
	}

	fail(failure: GatewayError): string {
		const { code, message } = failure.toBody().error;
		const json = this.describe("failed", { error: { code: code ?? "server_error", message } });
		return this.start() + this.stateEvent("response.failed", json);
	}

	private start(): string {
		if (this.sequence > 0 || this.isWhole) return "";
		const json = this.describe("in_progress");
		return this.stateEvent("response.created", json) + this.stateEvent("response.in_progress", json);
	}

	private convert(event: unknown): string {
		if (readMember(event, "usage") || readMember(event, "x_groq")) this.usage = readUsage(event) ?? this.usage;
		const place = this.isWhole ? "message" : "delta";
		const { content, reasoning, toolCalls, finishReason } = readDelta(event, place);
		this.reason = finishReason ?? this.reason;
		let events = "";
		if (reasoning !== "") events += this.addText("reasoning", reasoning);
		const text = content || readContent(getPath(event, "choices", 0, place, "refusal"));
		if (text !== "") events += this.addText("text", text);
		for (const piece of toolCalls) events += this.addCall(piece);
		return events;
	}

	private addItem(kind: OutputItem["kind"]): OutputItem {
		const item = { kind, id: "", index: this.items.length, place: "", text: "", callId: "", tool: undefined };
		this.items.push(item);
		return item;
	}

	/** @param part where the text of the item is in it */
	private open(item: OutputItem, prefix: string, part: object): string {
		const { index } = item;
		item.id = `${prefix}_${this.head.id}_${index}`;
		item.place = JSON.stringify({ item_id: item.id, output_index: index, ...part }).slice(1, -1);
		return this.event("response.output_item.added", { output_index: index, item: formatItem(item, "in_progress") });
	}

	private addText(kind: "text" | "reasoning", delta: string): string {
		let events = "";
		let item = this.current;
		const names = EVENTS[kind];
		if (item?.kind !== kind) {
			events = this.close("completed");
			item = this.addItem(kind);
			this.current = item;
			events += this.open(item, names.prefix, names.place);
			events += this.itemEvent(`${names.part}.added`, item, { part: formatPart(item) });
		}
		this.count(delta);
		item.text += delta;
		if (this.isWhole) return "";
		// Nearly every event is one of these.
		const end = kind === "text" ? ',"logprobs":[]}' : "}";
		return events + this.format(names.delta, `${item.place},"delta":${JSON.stringify(delta)}${end}`);
	}

	private addCall({ index, id = "", name, arguments: delta }: ToolCallPiece): string {
		let item = this.calls.get(index);
		// Some services number no calls: another id is another call.
		if (!item || (id !== "" && item.callId !== "" && item.callId !== id)) {
			item = this.addItem("call");
			this.calls.set(index, item);
		}
		this.count(delta);
		item.callId ||= id;
		item.text += delta;
		if (item.tool) return this.addArguments(item, delta);
		return name === undefined ? "" : this.close("completed") + this.openCall(item, name);
	}

	private openCall(item: OutputItem, name: string): string {
		item.tool = this.head.tools.find(name);
		return this.open(item, item.tool.isCustom ? "ctc" : "fc", {}) + this.addArguments(item, item.text);
	}

	/** The text of a custom tool is known only at the end, since it is a member of the arguments. */
	private addArguments(item: OutputItem, delta: string): string {
		if (delta === "" || item.tool?.isCustom) return "";
		return this.itemEvent("response.function_call_arguments.delta", item, { delta });
	}

	/** Ends the message or reasoning that is open. */
	private close(status: string): string {
		const item = this.current;
		this.current = undefined;
		if (!item || item.kind === "call") return "";
		const { part, text } = EVENTS[item.kind];
		const done = { text: item.text, ...(item.kind === "text" ? { logprobs: [] } : {}) };
		return (
			this.itemEvent(`${text}.done`, item, done) +
			this.itemEvent(`${part}.done`, item, { part: formatPart(item) }) +
			this.finish(item, status)
		);
	}

	private closeCall(item: OutputItem, status: string): string {
		const opened = item.tool ? "" : this.openCall(item, "");
		const { name, arguments: args, input } = formatItem(item, status);
		const content =
			input === undefined
				? this.itemEvent("response.function_call_arguments.done", item, { name, arguments: args })
				: this.itemEvent("response.custom_tool_call_input.delta", item, { delta: input }) +
					this.itemEvent("response.custom_tool_call_input.done", item, { input });
		return opened + content + this.finish(item, status);
	}

	private finish(item: OutputItem, status: string): string {
		return this.event("response.output_item.done", { output_index: item.index, item: formatItem(item, status) });
	}

	/** @throws ProviderOutputError for a response that is too large to keep until its end */
	private count(delta: string): void {
		this.length += delta.length;
		if (this.length > MAX_LENGTH && !this.isWhole)
			throw new InferenceClientProviderOutputError("The response is too large.");
	}

	private describeUsage(): object | null {
		if (!this.usage) return null;
		const { input_tokens: input, output_tokens: output, cached_tokens, reasoning_tokens } = this.usage;
		return {
			input_tokens: input,
			input_tokens_details: { cached_tokens: cached_tokens ?? 0 },
			output_tokens: output,
			output_tokens_details: { reasoning_tokens: reasoning_tokens ?? 0 },
			total_tokens: input + output,
		};
	}

	/** Returns the JSON of the response. */
	private describe(status: string, more: object = {}): string {
		const { id, created } = this.head;
		const state = { id: `resp_${id}`, object: "response", created_at: created, status };
		const empty = { error: null, incomplete_details: null, output: [], usage: null };
		return `${JSON.stringify({ ...state, ...empty, ...more }).slice(0, -1)},${this.request}`;
	}

	private event(type: string, fields: object): string {
		return this.isWhole ? "" : this.format(type, JSON.stringify(fields).slice(1));
	}

	private itemEvent(type: string, { place }: OutputItem, fields: object): string {
		return this.isWhole ? "" : this.format(type, `${place},${JSON.stringify(fields).slice(1)}`);
	}

	/** @param json of the response */
	private stateEvent(type: string, json: string): string {
		return this.format(type, `"response":${json}}`);
	}

	/** @param fields as the end of a JSON object */
	private format(type: string, fields: string): string {
		return `event: ${type}\ndata: {"type":"${type}","sequence_number":${this.sequence++},${fields}\n\n`;
	}
}

/** Names of events and ids for messages and reasoning. */
const EVENTS = {
	text: {
		prefix: "msg",
		place: { content_index: 0 },
		part: "response.content_part",
		text: "response.output_text",
		delta: "response.output_text.delta",
	},
	reasoning: {
		prefix: "rs",
		place: { summary_index: 0 },
		part: "response.reasoning_summary_part",
		text: "response.reasoning_summary_text",
		delta: "response.reasoning_summary_text.delta",
	},
} as const;
