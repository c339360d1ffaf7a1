import { type Fields, Fields as FieldsOf, readFields } from "../body.ts";
import { invalid, missing } from "../failure.ts";
import { isRecord } from "../is-record.ts";
import { jsonResponse, namedEventResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { answerChat } from "./chat.ts";

interface Message {
	content: string | null;
	tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

interface Completion {
	choices: { message: Message }[];
	usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}

/** The Responses API of OpenAI: text, function calls and events. The answer is that of a chat. */
export async function answerResponse(incoming: IncomingCall): Promise<Response> {
	const { state } = incoming;
	const fields = await readFields(incoming.request);
	const completion = (await (await answerChat(incoming, toChat(fields))).json()) as Completion;
	const [choice] = completion.choices;
	const output = (choice?.message.tool_calls ?? []).map(({ id, function: call }) => ({
		type: "function_call",
		id: `fc_${state.createId()}`,
		call_id: id,
		name: call.name,
		arguments: call.arguments,
		status: "completed",
	}));
	const text = choice?.message.content ?? "";
	const message = {
		type: "message",
		id: `msg_${state.createId()}`,
		status: "completed",
		role: "assistant",
		content: [{ type: "output_text", text, annotations: [] }],
	};
	const response = {
		id: `resp_${state.createId()}`,
		object: "response",
		created_at: Math.floor(state.now() / 1000),
		status: "completed",
		error: null,
		incomplete_details: null,
		instructions: fields.text("instructions") ?? null,
		model: fields.requireText("model"),
		output: output.length > 0 ? output : [message],
		parallel_tool_calls: true,
		tool_choice: fields.get("tool_choice") ?? "auto",
		tools: fields.get("tools") ?? [],
		usage: {
			input_tokens: completion.usage.prompt_tokens,
			output_tokens: completion.usage.completion_tokens,
			total_tokens: completion.usage.total_tokens,
		},
	};
	if (!fields.flag("stream")) return jsonResponse(response);
	return namedEventResponse(listEvents(response), state.streamPause);
}

interface Item {
	type: string;
	id: string;
	arguments?: string;
	content?: { text: string }[];
}

function* listEvents(
	response: { output: readonly Item[] } & Record<string, unknown>,
): Generator<Record<string, unknown>> {
	let number = 0;
	const event = (type: string, members: object): Record<string, unknown> => ({
		type,
		sequence_number: number++,
		...members,
	});
	const started = { ...response, status: "in_progress", output: [] };
	yield event("response.created", { response: started });
	yield event("response.in_progress", { response: started });
	for (const [output_index, item] of response.output.entries()) {
		const place = { item_id: item.id, output_index };
		const empty = item.content ? { content: [] } : { arguments: "" };
		yield event("response.output_item.added", { output_index, item: { ...item, ...empty, status: "in_progress" } });
		if (item.arguments !== undefined) {
			yield event("response.function_call_arguments.delta", { ...place, delta: item.arguments });
			yield event("response.function_call_arguments.done", { ...place, arguments: item.arguments });
		}
		for (const [content_index, part] of (item.content ?? []).entries()) {
			const where = { ...place, content_index };
			yield event("response.content_part.added", { ...where, part: { ...part, text: "" } });
			for (const delta of part.text.match(/\s*\S+|\s+$/g) ?? []) {
				yield event("response.output_text.delta", { ...where, delta, logprobs: [] });
			}
			yield event("response.output_text.done", { ...where, text: part.text, logprobs: [] });
			yield event("response.content_part.done", { ...where, part });
		}
		yield event("response.output_item.done", { output_index, item });
	}
	yield event("response.completed", { response });
}

/** The same request as a chat. */
function toChat(fields: Fields): Fields {
	const input = fields.get("input");
	if (input === undefined) throw missing("input");
	const items: unknown[] =
		typeof input === "string" ? [{ role: "user", content: input }] : Array.isArray(input) ? input : [];
	if (items.length === 0) throw invalid("input", "Invalid type for 'input': expected a string or an array of objects.");
	const instructions = fields.text("instructions");
	const tools = fields.get("tools");
	return new FieldsOf({
		model: fields.get("model"),
		temperature: fields.get("temperature"),
		top_p: fields.get("top_p"),
		max_tokens: fields.get("max_output_tokens"),
		messages: [...(instructions ? [{ role: "system", content: instructions }] : []), ...items.flatMap(toMessage)],
		...(Array.isArray(tools) ? { tools: tools.map(toTool) } : {}),
	});
}

function toMessage(item: unknown): unknown[] {
	if (!isRecord(item)) return [item];
	if (item["type"] === "function_call") return [{ role: "assistant", content: "" }];
	if (item["type"] === "function_call_output") return [{ role: "tool", content: String(item["output"]) }];
	const content = item["content"];
	return [{ role: item["role"], content: Array.isArray(content) ? content.map(toPart) : content }];
}

function toPart(part: unknown): unknown {
	if (!isRecord(part)) return part;
	if (part["type"] === "input_image") return { type: "image_url", image_url: { url: part["image_url"] } };
	return { type: "text", text: part["text"] };
}

/** The tools of the Responses API are flat. */
function toTool(tool: unknown): unknown {
	return isRecord(tool) && tool["type"] === "function" && !tool["function"]
		? { type: "function", function: tool }
		: tool;
}
