import { Fields as FieldsOf, readFields } from "../body.js";
import { invalid, missing, ServiceFailure } from "../failure.js";
import { isRecord } from "../is-record.js";
import { jsonResponse, namedEventResponse } from "../responses.js";
import { runChat } from "./chat.js";
async function answerResponse(incoming) {
  const { state } = incoming;
  const fields = await readFields(incoming.request);
  const memory = state.responses;
  const items = readItems(fields, memory);
  const { chat, choices, usage } = await runChat(incoming, toChat(fields, items));
  const [choice] = choices;
  if (!choice) throw invalid("n", "No answer was asked for.");
  const output = listOutput(choice, () => state.createId());
  const isCut = choice.finish === "length";
  const response = {
    id: `resp_${state.createId()}`,
    object: "response",
    created_at: Math.floor(state.now() / 1e3),
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
      total_tokens: usage.total_tokens
    }
  };
  if (fields.get("store") !== false) {
    memory.set(response.id, [...items, ...output]);
    for (const item of output) memory.set(item.id, [item]);
  }
  if (!fields.flag("stream")) return jsonResponse(response);
  return namedEventResponse(listEvents(response), state.streamPause);
}
function listOutput({ reasoning, tokens, call, callId, finish }, createId) {
  const status = finish === "length" ? "incomplete" : "completed";
  const items = [];
  if (reasoning.length > 0) {
    items.push({
      type: "reasoning",
      id: `rs_${createId()}`,
      summary: [{ type: "summary_text", text: reasoning.join("") }]
    });
  }
  if (call) {
    const { name, arguments: given } = call;
    items.push({ type: "function_call", id: `fc_${createId()}`, call_id: callId, name, arguments: given, status });
  } else {
    items.push({
      type: "message",
      id: `msg_${createId()}`,
      status,
      role: "assistant",
      content: [{ type: "output_text", text: tokens.join(""), annotations: [], logprobs: [] }]
    });
  }
  return items;
}
function* listEvents(response) {
  let number = 0;
  const event = (type, members) => ({
    type,
    sequence_number: number++,
    ...members
  });
  const started = { ...response, status: "in_progress", output: [] };
  yield event("response.created", { response: started });
  yield event("response.in_progress", { response: started });
  for (const [output_index, item] of response.output.entries()) {
    const place = { item_id: item.id, output_index };
    const empty = item.content ? { content: [] } : item.summary ? { summary: [] } : { arguments: "" };
    yield event("response.output_item.added", { output_index, item: { ...item, ...empty, status: "in_progress" } });
    if (item.arguments !== void 0) {
      yield event("response.function_call_arguments.delta", { ...place, delta: item.arguments });
      yield event("response.function_call_arguments.done", { ...place, arguments: item.arguments });
    }
    for (const [summary_index, part] of (item.summary ?? []).entries()) {
      const where = { ...place, summary_index };
      yield event("response.reasoning_summary_part.added", { ...where, part: { ...part, text: "" } });
      for (const delta of splitWords(part.text)) {
        yield event("response.reasoning_summary_text.delta", { ...where, delta });
      }
      yield event("response.reasoning_summary_text.done", { ...where, text: part.text });
      yield event("response.reasoning_summary_part.done", { ...where, part });
    }
    for (const [content_index, part] of (item.content ?? []).entries()) {
      const where = { ...place, content_index };
      yield event("response.content_part.added", { ...where, part: { ...part, text: "" } });
      for (const delta of splitWords(part.text)) {
        yield event("response.output_text.delta", { ...where, delta, logprobs: [] });
      }
      yield event("response.output_text.done", { ...where, text: part.text, logprobs: [] });
      yield event("response.content_part.done", { ...where, part });
    }
    yield event("response.output_item.done", { output_index, item });
  }
  yield event(response.status === "incomplete" ? "response.incomplete" : "response.completed", { response });
}
function splitWords(text) {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}
function readItems(fields, memory) {
  const input = fields.get("input");
  if (input === void 0) throw missing("input");
  const items = typeof input === "string" ? [{ role: "user", content: input }] : Array.isArray(input) ? input : [];
  if (items.length === 0) throw invalid("input", "Invalid type for 'input': expected a string or an array of objects.");
  const previous = fields.text("previous_response_id");
  const earlier = previous === void 0 ? [] : memory.get(previous);
  if (!earlier) {
    throw new ServiceFailure(400, `Previous response with id '${previous}' not found.`, {
      code: "previous_response_not_found",
      field: ["previous_response_id"]
    });
  }
  const resolved = items.flatMap(
    (item) => isRecord(item) && item["type"] === "item_reference" ? memory.get(String(item["id"])) ?? [] : [item]
  );
  return [...earlier, ...resolved];
}
function toChat(fields, items) {
  const instructions = fields.text("instructions");
  const tools = fields.get("tools");
  const choice = fields.get("tool_choice");
  const format = fields.object("text")?.["format"];
  return new FieldsOf({
    model: fields.get("model"),
    temperature: fields.get("temperature"),
    top_p: fields.get("top_p"),
    max_tokens: fields.get("max_output_tokens"),
    reasoning_effort: fields.object("reasoning")?.["effort"],
    messages: [...instructions ? [{ role: "system", content: instructions }] : [], ...items.flatMap(toMessage)],
    ...isRecord(format) ? { response_format: toResponseFormat(format) } : {},
    ...Array.isArray(tools) ? { tools: tools.filter(isFunction).map(toTool) } : {},
    ...choice === void 0 ? {} : { tool_choice: isRecord(choice) ? { function: choice } : choice }
  });
}
function toResponseFormat(format) {
  return format["type"] === "json_schema" ? { type: "json_schema", json_schema: format } : format;
}
function isFunction(tool) {
  return !isRecord(tool) || tool["type"] === "function";
}
function toMessage(item) {
  if (!isRecord(item)) return [item];
  if (item["type"] === "reasoning") return [];
  if (item["type"] === "function_call") return [{ role: "assistant", content: "" }];
  if (item["type"] === "function_call_output") return [{ role: "tool", content: toText(item["output"]) }];
  const content = item["content"];
  return [{ role: item["role"], content: Array.isArray(content) ? content.map(toPart) : content }];
}
function toText(output) {
  return typeof output === "string" ? output : JSON.stringify(output);
}
function toPart(part) {
  if (!isRecord(part)) return part;
  if (part["type"] === "input_image") return { type: "image_url", image_url: { url: part["image_url"] } };
  return { type: "text", text: part["text"] };
}
function toTool(tool) {
  return isRecord(tool) && tool["type"] === "function" && !tool["function"] ? { type: "function", function: tool } : tool;
}
export {
  answerResponse
};
