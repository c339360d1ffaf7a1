import { isRecord, textOf } from "../../base/json.ts";
import { BodyFields, readFields } from "../body.ts";
import { invalid, missing, ServiceFailure } from "../failure.ts";
import type { BoundedMap } from "../jobs.ts";
import { jsonResponse, namedEventResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { type ChatChoice, runChat } from "./chat.ts";

/** The Responses API of OpenAI: text, function calls, reasoning and events. The answer is that of a chat. */
export async function answerResponse(incoming: IncomingCall): Promise<Response> {
	const { state } = incoming;
	const fields = await readFields(incoming.request);
	const memory = state.responses;
	const items = readItems(fields, memory);
	const { chat, choices, usage } = await runChat(incoming, toChat(fields, items));
	const [choice] = choices;
	if (!choice) throw invalid("n", "No answer was requested.");
	const output = listOutput(choice, () => state.createId());
	const isCut = choice.finish === "length";
	const response = {
		id: `resp_${state.createId()}`,
		object: "response",
		created_at: Math.floor(state.now() / 1000),
		status: isCut ? "incomplete" : "completed",
		error: null,
		incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
		instructions: fields.text("instructions") ?? null,
		max_output_tokens: fields.integer("max_output_tokens") ?? null,
		metadata: fields.object("metadata") ?? {},
		model: chat.model,
		output,
		parallel_tool_calls: true,
		previous_response_id: fields.text("previous_response_id") ?? null,
		temperature: fields.number("temperature") ?? 1,
		text: fields.get("text") ?? { format: { type: "text" } },
		tool_choice: fields.get("tool_choice") ?? "auto",
		tools: fields.get("tools") ?? [],
		top_p: fields.number("top_p") ?? 1,
		usage: {
			input_tokens: usage.prompt_tokens,
			input_tokens_details: { cached_tokens: 0 },
			output_tokens: usage.completion_tokens,
			output_tokens_details: { reasoning_tokens: usage.completion_tokens_details?.reasoning_tokens ?? 0 },
			total_tokens: usage.total_tokens,
		},
	};
	if (fields.get("store") !== false) {
		memory.set(response.id, [...items, ...output]);
		for (const item of output) memory.set(item.id, [item]);
	}
	if (!fields.flag("stream")) return jsonResponse(response);
	return namedEventResponse(listEvents(response), state.streamPause);
}

/** Lists the items of a response: the reasoning of a reasoning model, then a tool call or a message. */
function listOutput({ reasoning, tokens, call, callId, finish }: ChatChoice, createId: () => string): ResponseItem[] {
	const status = finish === "length" ? "incomplete" : "completed";
	const summary = [{ type: "summary_text", text: reasoning.join("") }];
	const content = [{ type: "output_text", text: tokens.join(""), annotations: [], logprobs: [] }];
	return [
		...(reasoning.length > 0 ? [{ type: "reasoning", id: `rs_${createId()}`, summary }] : []),
		call
			? { type: "function_call", id: `fc_${createId()}`, call_id: callId, ...call, status }
			: { type: "message", id: `msg_${createId()}`, status, role: "assistant", content },
	];
}

interface ResponseItem {
	type: string;
	id: string;
	arguments?: string;
	content?: { text: string; [member: string]: unknown }[];
	summary?: { type: string; text: string }[];
	[member: string]: unknown;
}

function* listEvents(
	response: { output: readonly ResponseItem[]; status: string } & Record<string, unknown>,
): Generator<Record<string, unknown>> {
	let sequence_number = 0;
	const event = (type: string, members: object) => ({ type, sequence_number: sequence_number++, ...members });
	const started = { ...response, status: "in_progress", output: [] };
	yield event("response.created", { response: started });
	yield event("response.in_progress", { response: started });
	for (const [output_index, item] of response.output.entries()) {
		const place = { item_id: item.id, output_index };
		const empty = item.content ? { content: [] } : item.summary ? { summary: [] } : { arguments: "" };
		yield event("response.output_item.added", { output_index, item: { ...item, ...empty, status: "in_progress" } });
		if (item.arguments !== undefined) {
			yield event("response.function_call_arguments.delta", { ...place, delta: item.arguments });
			yield event("response.function_call_arguments.done", { ...place, arguments: item.arguments });
		}
		for (const [summary_index, part] of (item.summary ?? []).entries()) {
			const where = { ...place, summary_index };
			yield event("response.reasoning_summary_part.added", { ...where, part: { ...part, text: "" } });
			for (const delta of splitWords(part.text))
				yield event("response.reasoning_summary_text.delta", { ...where, delta });
			yield event("response.reasoning_summary_text.done", { ...where, text: part.text });
			yield event("response.reasoning_summary_part.done", { ...where, part });
		}
		for (const [content_index, part] of (item.content ?? []).entries()) {
			const where = { ...place, content_index };
			yield event("response.content_part.added", { ...where, part: { ...part, text: "" } });
			for (const delta of splitWords(part.text))
				yield event("response.output_text.delta", { ...where, delta, logprobs: [] });
			yield event("response.output_text.done", { ...where, text: part.text, logprobs: [] });
			yield event("response.content_part.done", { ...where, part });
		}
		yield event("response.output_item.done", { output_index, item });
	}
	yield event(response.status === "incomplete" ? "response.incomplete" : "response.completed", { response });
}

function splitWords(text: string): string[] {
	return text.match(/\s*\S+|\s+$/g) ?? [];
}

/**
 * Returns the items of the conversation: those of the response that the request continues, then its own.
 * @throws ServiceFailure if there are none, or the earlier response is unknown
 */
function readItems(fields: BodyFields, memory: BoundedMap<readonly unknown[]>): unknown[] {
	const input = fields.get("input");
	if (input === undefined) throw missing("input");
	const items: unknown[] = Array.isArray(input)
		? input
		: typeof input === "string"
			? [{ role: "user", content: input }]
			: [];
	if (items.length === 0) throw invalid("input", "Invalid type for 'input': expected a string or an array of objects.");
	const previous = fields.text("previous_response_id");
	const earlier = previous === undefined ? [] : memory.get(previous);
	if (!earlier) {
		throw new ServiceFailure(400, `Previous response with id '${previous}' not found.`, {
			code: "previous_response_not_found",
			field: ["previous_response_id"],
		});
	}
	const resolved = items.flatMap((item) =>
		isRecord(item) && item["type"] === "item_reference" ? (memory.get(textOf(item["id"])) ?? []) : [item],
	);
	return [...earlier, ...resolved];
}

/** Returns the same request as a chat. */
function toChat(fields: BodyFields, items: readonly unknown[]): BodyFields {
	const instructions = fields.text("instructions");
	const tools = fields.get("tools");
	const choice = fields.get("tool_choice");
	const format = fields.object("text")?.["format"];
	return new BodyFields({
		model: fields.get("model"),
		temperature: fields.get("temperature"),
		top_p: fields.get("top_p"),
		max_tokens: fields.get("max_output_tokens"),
		reasoning_effort: fields.object("reasoning")?.["effort"],
		messages: [...(instructions ? [{ role: "system", content: instructions }] : []), ...items.flatMap(toMessage)],
		// The format is flat: the schema is next to its type.
		...(isRecord(format)
			? { response_format: format["type"] === "json_schema" ? { type: "json_schema", json_schema: format } : format }
			: {}),
		...(Array.isArray(tools) ? { tools: tools.flatMap(toTool) } : {}),
		...(choice === undefined ? {} : { tool_choice: isRecord(choice) ? { function: choice } : choice }),
	});
}

function toMessage(item: unknown): unknown[] {
	if (!isRecord(item)) return [item];
	if (item["type"] === "reasoning") return [];
	if (item["type"] === "function_call") return [{ role: "assistant", content: "" }];
	const { role, content, output } = item;
	if (item["type"] === "function_call_output") {
		return [{ role: "tool", content: typeof output === "string" ? output : JSON.stringify(output) }];
	}
	return [{ role, content: Array.isArray(content) ? content.map(toPart) : content }];
}

function toPart(part: unknown): unknown {
	if (!isRecord(part)) return part;
	if (part["type"] === "input_image") return { type: "image_url", image_url: { url: part["image_url"] } };
	return { type: "text", text: part["text"] };
}

/** The tools of the Responses API are flat. Those that OpenAI runs itself, such as web search, are not supported. */
function toTool(tool: unknown): unknown[] {
	if (!isRecord(tool)) return [tool];
	if (tool["type"] !== "function") return [];
	return [tool["function"] ? tool : { type: "function", function: tool }];
}
