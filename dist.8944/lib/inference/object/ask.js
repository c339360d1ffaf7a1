import { isRecord, readMember } from "../../json.js";
import { CHAT_REGISTRY } from "../chat-registry.js";
import { runAmong, runStreamAmong } from "../run-among.js";
import { ObjectConversation, readText } from "./conversation.js";
import { planObject } from "./plan.js";
async function askForObject(plan, args, rules, options = {}, onResponse) {
  const conversation = new ObjectConversation(plan, args, rules, options);
  for (; ; ) {
    try {
      const { data, response } = await runAmong(
        CHAT_REGISTRY,
        "conversational",
        conversation.request,
        options
      ).withResponse();
      onResponse?.(response);
      const taken = await conversation.take(data);
      if (taken) return { ...taken, completion: data };
    } catch (error) {
      if (!conversation.retriesWithout(error)) throw error;
    }
  }
}
async function* streamObject(plan, args, rules, options = {}) {
  const counted = { stream_options: { include_usage: true }, ...args };
  const conversation = new ObjectConversation(plan, counted, rules, options);
  for (; ; ) {
    try {
      const draft = new CompletionDraft();
      let shown = "";
      for await (const chunk of runStreamAmong(
        CHAT_REGISTRY,
        "conversational",
        conversation.request,
        options
      )) {
        if (!draft.add(chunk)) continue;
        const value = plan.readPartial(draft.content);
        const text = JSON.stringify(value);
        if (value === void 0 || text === shown) continue;
        shown = text;
        yield { type: "partial", value };
      }
      const completion = draft.toCompletion();
      const taken = await conversation.take(completion);
      if (!taken) continue;
      yield { type: "result", ...taken, completion };
      return;
    } catch (error) {
      if (!conversation.retriesWithout(error)) throw error;
    }
  }
}
function splitArgs(given) {
  const { schema, repairs = 1, schemaIn = "schema", ...args } = given;
  return { plan: planObject(schema), rules: { repairs, schemaIn }, args };
}
class CompletionDraft {
  content = "";
  head = {};
  role = "assistant";
  finishReason = "";
  usage;
  refusal = "";
  hasCalls = false;
  /** Takes a chunk; true where it had text of the answer. */
  add(chunk) {
    if (!isRecord(chunk)) return false;
    const { choices, usage, ...head } = chunk;
    this.head = { ...this.head, ...head };
    if (isRecord(usage)) this.usage = usage;
    const choice = Array.isArray(choices) ? choices[0] : void 0;
    const delta = readMember(choice, "delta");
    const [reason, role] = [readMember(choice, "finish_reason"), readMember(delta, "role")];
    if (typeof reason === "string") this.finishReason = reason;
    if (typeof role === "string" && role !== "") this.role = role;
    const refusal = readMember(delta, "refusal");
    if (typeof refusal === "string") this.refusal += refusal;
    if (Array.isArray(readMember(delta, "tool_calls"))) this.hasCalls = true;
    const text = readText(readMember(delta, "content"));
    this.content += text;
    return text !== "";
  }
  toCompletion() {
    const message = {
      role: this.role,
      content: this.content,
      ...this.refusal === "" ? {} : { refusal: this.refusal },
      ...this.hasCalls ? { tool_calls: [{}] } : {}
    };
    const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    return {
      ...this.head,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: this.finishReason }],
      usage: this.usage ?? none
    };
  }
}
export {
  askForObject,
  splitArgs,
  streamObject
};
