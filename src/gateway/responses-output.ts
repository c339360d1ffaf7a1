import { getPath, parseJson, readMember } from "../base/json.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";
import { readUsage } from "../exchange/usage.ts";
import { findFirst } from "../http/list-order.ts";
import { readContent, readDelta, type ToolCallDraft, ToolCallDrafts } from "../inference/delta.ts";
import type { ReasoningField } from "../inference/types.ts";
import type { Fields } from "./read-request.ts";
import { sealReasoning } from "./sealed-reasoning.ts";
import type { StreamForm } from "./stream.ts";
import type { OfferedTools, ToolOrigin } from "./translate-request.ts";

/** What the response to a request repeats from it. */
export interface ResponseHead {
	id: string;
	/** Seconds since 1970. */
	created: number;
	model: string;
	request: Fields;
	tools: OfferedTools;
	/** Called with the field in which the service sent reasoning. */
	learnField(field: ReasoningField): void;
	/** Called with the tokens of the request, as the service counted them. */
	learn(tokens: number): void;
	/** Called with the JSON of a response that is complete. */
	keep(json: string): void;
}

/** A message, reasoning or a call. */
interface OutputItem {
	kind: "text" | "reasoning" | "call";
	/** Empty until the name of the tool is known. */
	id: string;
	index: number;
	/** Constant fields of its events, as the inside of a JSON object. */
	place: string;
	/** Of a call: its arguments. */
	text: string;
	/** Of a call: the id that the model gave it; empty until then. */
	callId: string;
	tool: ToolOrigin | undefined;
	/** Of reasoning: the field in which the service had it. */
	field: ReasoningField | undefined;
}

/** Most characters of a response: it is kept in memory until its end. */
const MAX_LENGTH = 32 * 2 ** 20;

export function toResponse(head: ResponseHead, completion: Fields): string {
	const form = createResponseForm(head, true);
	form.push("", [completion]);
	return form.end();
}

/** The fields of a response that stay the same from its first event to its last, as the end of a JSON object. */
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
		: {
				id,
				type: "reasoning",
				status,
				summary: parts,
				...(item.field ? { encrypted_content: sealReasoning(item.field) } : {}),
			};
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

/** @param isWhole the chat comes as a whole: the end is the response then, and there are no events */
export function createResponseForm(head: ResponseHead, isWhole = false): StreamForm {
	const request = describeRequest(head.model, head.request);
	const items: OutputItem[] = [];
	const calls = new ToolCallDrafts();
	/** The items of calls, in the order of the calls. They stay open until the end: their pieces may alternate. */
	const callItems: OutputItem[] = [];
	/** The message or reasoning that is open. */
	let current: OutputItem | undefined;
	let sequence = 0;
	let length = 0;
	let reason: string | undefined;
	let field: ReasoningField | undefined;
	let usage: ReturnType<typeof readUsage> = null;

	const start = (): string => {
		if (sequence > 0 || isWhole) return "";
		const json = describe("in_progress");
		return stateEvent("response.created", json) + stateEvent("response.in_progress", json);
	};
	const convert = (chunk: unknown): string => {
		if (readMember(chunk, "usage") || readMember(chunk, "x_groq")) usage = readUsage(chunk) ?? usage;
		const place = isWhole ? "message" : "delta";
		const { content, reasoning, reasoningField, toolCalls, finishReason } = readDelta(chunk, place);
		if (reasoningField && !field) {
			field = reasoningField;
			head.learnField(field);
		}
		reason = finishReason ?? reason;
		let events = "";
		if (reasoning !== "") events += addText("reasoning", reasoning);
		const text = content || readContent(getPath(findFirst(readMember(chunk, "choices")), place, "refusal"));
		if (text !== "") events += addText("text", text);
		for (const [at, piece] of toolCalls.entries()) events += addCall(calls.add(piece, at), piece.arguments);
		return events;
	};
	const addItem = (kind: OutputItem["kind"]): OutputItem => {
		const item: OutputItem = {
			kind,
			id: "",
			index: items.length,
			place: "",
			text: "",
			callId: "",
			tool: undefined,
			field: undefined,
		};
		items.push(item);
		return item;
	};
	/** @param part where the text of the item is in it */
	const open = (item: OutputItem, prefix: string, part: object): string => {
		const { index } = item;
		item.id = `${prefix}_${head.id}_${index}`;
		item.place = JSON.stringify({ item_id: item.id, output_index: index, ...part }).slice(1, -1);
		return event("response.output_item.added", { output_index: index, item: formatItem(item, "in_progress") });
	};
	const addText = (kind: "text" | "reasoning", delta: string): string => {
		let events = "";
		let item = current;
		const names = EVENTS[kind];
		if (item?.kind !== kind) {
			events = close("completed");
			item = addItem(kind);
			if (kind === "reasoning") item.field = field;
			current = item;
			events += open(item, names.prefix, names.place);
			events += itemEvent(`${names.part}.added`, item, { part: formatPart(item) });
		}
		count(delta);
		item.text += delta;
		if (isWhole) return "";
		// Nearly every event is one of these.
		const end = kind === "text" ? ',"logprobs":[]}' : "}";
		return events + format(names.delta, `${item.place},"delta":${JSON.stringify(delta)}${end}`);
	};
	const addCall = (call: ToolCallDraft, delta: string): string => {
		count(delta);
		const item = callItems[call.index];
		if (!item) return addItems();
		item.callId ||= call.id ?? "";
		item.text = call.arguments;
		if (item.tool) return addArguments(item, delta);
		return call.name === undefined ? "" : close("completed") + openCall(item, call.name);
	};
	/** Adds the items of calls that have begun, in the order of the calls. */
	const addItems = (): string => {
		let events = "";
		for (let call = calls.at(callItems.length); call; call = calls.at(callItems.length)) {
			const item = addItem("call");
			callItems.push(item);
			item.callId = call.id ?? "";
			item.text = call.arguments;
			if (call.name !== undefined) events += close("completed") + openCall(item, call.name);
		}
		return events;
	};
	const openCall = (item: OutputItem, name: string): string => {
		item.tool = head.tools.find(name);
		return open(item, item.tool.isCustom ? "ctc" : "fc", {}) + addArguments(item, item.text);
	};
	/** The text of a custom tool is known only at the end, since it is a member of the arguments. */
	const addArguments = (item: OutputItem, delta: string): string => {
		if (delta === "" || item.tool?.isCustom) return "";
		return itemEvent("response.function_call_arguments.delta", item, { delta });
	};
	/** Ends the message or reasoning that is open. */
	const close = (status: string): string => {
		const item = current;
		current = undefined;
		if (!item || item.kind === "call") return "";
		const { part, text } = EVENTS[item.kind];
		const done = { text: item.text, ...(item.kind === "text" ? { logprobs: [] } : {}) };
		return (
			itemEvent(`${text}.done`, item, done) +
			itemEvent(`${part}.done`, item, { part: formatPart(item) }) +
			finish(item, status)
		);
	};
	const closeCall = (item: OutputItem, status: string): string => {
		const opened = item.tool ? "" : openCall(item, "");
		const { name, arguments: args, input } = formatItem(item, status);
		const content =
			input === undefined
				? itemEvent("response.function_call_arguments.done", item, { name, arguments: args })
				: itemEvent("response.custom_tool_call_input.delta", item, { delta: input }) +
					itemEvent("response.custom_tool_call_input.done", item, { input });
		return opened + content + finish(item, status);
	};
	const finish = (item: OutputItem, status: string): string =>
		event("response.output_item.done", { output_index: item.index, item: formatItem(item, status) });
	/** @throws ProviderOutputError for a response that is too large to keep until its end */
	const count = (delta: string): void => {
		length += delta.length;
		if (length > MAX_LENGTH && !isWhole) throw new InferenceClientProviderOutputError("The response is too large.");
	};
	const describeUsage = (): object | null => {
		if (!usage) return null;
		head.learn(usage.input_tokens);
		const { input_tokens: input, output_tokens: output, cached_tokens, reasoning_tokens } = usage;
		return {
			input_tokens: input,
			input_tokens_details: { cached_tokens: cached_tokens ?? 0 },
			output_tokens: output,
			output_tokens_details: { reasoning_tokens: reasoning_tokens ?? 0 },
			total_tokens: input + output,
		};
	};
	/** Returns the JSON of the response. */
	const describe = (status: string, more: object = {}): string => {
		const { id, created } = head;
		const state = { id: `resp_${id}`, object: "response", created_at: created, status };
		const empty = { error: null, incomplete_details: null, output: [], usage: null };
		return `${JSON.stringify({ ...state, ...empty, ...more }).slice(0, -1)},${request}`;
	};
	const event = (type: string, fields: object): string =>
		isWhole ? "" : format(type, JSON.stringify(fields).slice(1));
	const itemEvent = (type: string, { place }: OutputItem, fields: object): string =>
		isWhole ? "" : format(type, `${place},${JSON.stringify(fields).slice(1)}`);
	/** @param json of the response */
	const stateEvent = (type: string, json: string): string => format(type, `"response":${json}}`);
	/** @param fields as the end of a JSON object */
	const format = (type: string, fields: string): string =>
		`event: ${type}\ndata: {"type":"${type}","sequence_number":${sequence++},${fields}\n\n`;
	return {
		push(_text, values) {
			let events = start();
			for (const value of values) events += convert(value);
			return events;
		},
		end() {
			const cut = INCOMPLETE_REASONS.get(reason);
			const last = cut === undefined ? "completed" : "incomplete";
			const statusOf = ({ index }: OutputItem): string => (index === items.length - 1 ? last : "completed");
			let events = start() + close(last);
			for (const item of items) if (item.kind === "call") events += closeCall(item, statusOf(item));
			const json = describe(last, {
				...(cut === undefined ? {} : { incomplete_details: { reason: cut } }),
				output: items.map((item) => formatItem(item, statusOf(item))),
				usage: describeUsage(),
			});
			head.keep(json);
			return isWhole ? json : events + stateEvent(`response.${last}`, json);
		},
		fail(failure) {
			const { code, message } = failure.toBody().error;
			const json = describe("failed", { error: { code: code ?? "server_error", message } });
			return start() + stateEvent("response.failed", json);
		},
	};
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
