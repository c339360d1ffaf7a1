import { parseJson } from "../../json.js";
import { checkLength, readFields } from "../body.js";
import { readConversation } from "../chatbot/conversation.js";
import { composeReply } from "../chatbot/reply.js";
import { createValue } from "../chatbot/schema-value.js";
import { isReasoningModel, think } from "../chatbot/think.js";
import { splitTokens } from "../chatbot/tokens.js";
import {
  callTool,
  readToolChoice,
  readTools
} from "../chatbot/tool-call.js";
import { invalid } from "../failure.js";
import { isRecord } from "../is-record.js";
import { LIMITS } from "../limits.js";
import { createRandom } from "../random.js";
import { eventResponse, jsonResponse } from "../responses.js";
import { checkBehavior } from "./behavior.js";
import { createLogprobs } from "./logprobs.js";
import { createUsage, cutText, readSampling } from "./sampling.js";
const NO_LIMIT = 4096;
const REASONING_MEMBERS = {
  groq: ["reasoning"],
  cerebras: ["reasoning"],
  together: ["reasoning"]
};
const BOTH = ["reasoning_content", "reasoning"];
async function answerChat(incoming, given) {
  const { state, provider } = incoming;
  const result = await runChat(incoming, given ?? await readFields(incoming.request));
  const { chat, choices, usage } = result;
  const head = {
    id: `chatcmpl-${state.createId()}`,
    created: Math.floor(state.now() / 1e3),
    model: chat.model,
    system_fingerprint: `fp_sandbox_${state.seed}`
  };
  const reasoningMembers = REASONING_MEMBERS[provider?.id ?? ""] ?? BOTH;
  const reason = (text) => text === "" ? {} : Object.fromEntries(reasoningMembers.map((name) => [name, text]));
  if (chat.stream) return eventResponse(listChunks(head, result, reason), state.streamPause);
  return jsonResponse({
    ...head,
    object: "chat.completion",
    choices: choices.map(({ reasoning, tokens, call, callId, finish }, index) => ({
      index,
      message: {
        role: "assistant",
        content: call ? null : tokens.join(""),
        ...reason(reasoning.join("")),
        ...call ? { tool_calls: [describeCall(call, callId)] } : {}
      },
      logprobs: chat.topLogprobs === void 0 ? null : createLogprobs(tokens, chat.topLogprobs),
      finish_reason: finish
    })),
    usage
  });
}
async function runChat(incoming, fields) {
  const chat = readChat(fields, incoming.groups[0]);
  refuseOwn(incoming.provider?.id, fields);
  checkBehavior(chat.model);
  const descriptions = await describeImages(chat.conversation);
  const choices = Array.from({ length: chat.count }, (_, index) => choose(incoming, chat, descriptions, index));
  const prompt = [chat.conversation.system, ...chat.conversation.turns.map(({ text }) => text)].join("\n");
  const reasoned = choices.reduce((total, { reasoning }) => total + reasoning.length, 0);
  const written = choices.reduce(
    (total, { tokens, call }) => total + tokens.length + (call ? splitTokens(call.arguments).length : 0),
    0
  );
  const usage = createUsage(incoming, chat.model, prompt, reasoned + written);
  if (chat.reasons) usage.completion_tokens_details = { reasoning_tokens: reasoned };
  return { chat, choices, usage };
}
function* listChunks(head, { chat, choices, usage }, reason) {
  const chunk = (index, delta, finish = null, tokens) => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [
      {
        index,
        delta,
        logprobs: tokens && chat.topLogprobs !== void 0 ? createLogprobs(tokens, chat.topLogprobs) : null,
        finish_reason: finish
      }
    ],
    ...chat.includeUsage ? { usage: null } : {}
  });
  for (const [index, { reasoning, tokens, call, callId, finish }] of choices.entries()) {
    yield chunk(index, { role: "assistant", content: call ? null : "" });
    for (const token of reasoning) yield chunk(index, reason(token));
    if (call) {
      const start = { index: 0, id: callId, type: "function", function: { name: call.name, arguments: "" } };
      yield chunk(index, { tool_calls: [start] });
      for (const piece of splitTokens(call.arguments)) {
        yield chunk(index, { tool_calls: [{ index: 0, function: { arguments: piece } }] });
      }
    }
    for (const token of tokens) yield chunk(index, { content: token }, null, [token]);
    yield chunk(index, {}, finish);
  }
  if (chat.includeUsage) yield { ...head, object: "chat.completion.chunk", choices: [], usage };
  yield "[DONE]";
}
function choose({ state }, chat, images, index) {
  const { conversation, model, tools, toolChoice, schema } = chat;
  const question = conversation.question.trim();
  const random = createRandom(state.seed, chat.variation, index, JSON.stringify(conversation.turns));
  const isToolResult = conversation.turns.at(-1)?.role === "tool";
  const write = () => images || composeReply({ conversation, question, model, now: state.now(), random });
  const source = { text: question, answer: "", random };
  const reasoning = chat.reasons ? splitTokens(think(question)).slice(0, chat.maxTokens) : [];
  const callId = `call_${state.createId()}`;
  if (tools.length > 0 && !isToolResult) {
    const call = callTool(tools, toolChoice, { ...source, answer: question });
    if (call) return { reasoning, tokens: [], call, callId, finish: "tool_calls" };
  }
  const text = schema ? writeJson(schema, { ...source, answer: write() }) : write();
  const maxTokens = chat.maxTokens - reasoning.length;
  return { reasoning, ...cutText(text, { ...chat, maxTokens }), call: void 0, callId };
}
function writeJson(schema, source) {
  if (Object.keys(schema).length > 0) return JSON.stringify(createValue(schema, source));
  return JSON.stringify({ question: source.text, answer: source.answer });
}
function readChat(fields, modelOfRoute) {
  const model = fields.text("model") ?? modelOfRoute ?? fields.requireText("model");
  const conversation = readConversation(fields.get("messages"));
  const texts = [conversation.system, ...conversation.turns.map(({ text }) => text)];
  checkLength("messages", texts, LIMITS.promptCharacters);
  const tools = readTools(fields.get("tools"));
  const topLogprobs = fields.integer("top_logprobs", 0, 20);
  if (topLogprobs !== void 0 && !fields.flag("logprobs")) {
    throw invalid("top_logprobs", "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.");
  }
  const name = model.replace(/:[\w-]+$/, "");
  return {
    ...readSampling(fields, NO_LIMIT),
    model: name,
    reasons: isReasoningModel(name) && fields.get("reasoning_effort") !== "none",
    conversation,
    schema: readSchema(fields) ?? findInstructedSchema(conversation.system),
    tools,
    toolChoice: readToolChoice(fields.get("tool_choice"), tools),
    topLogprobs: fields.flag("logprobs") ? topLogprobs ?? 0 : void 0
  };
}
function readSchema(fields) {
  const guided = fields.object("guided_json");
  if (guided) return guided;
  const format = fields.object("response_format");
  if (!format || format["type"] === "text") return void 0;
  if (format["type"] === "json_object") return isRecord(format["schema"]) ? format["schema"] : {};
  if (format["type"] !== "json_schema") {
    throw invalid(
      "response_format.type",
      `Invalid value: '${String(format["type"])}'. Supported values are: 'text', 'json_object', and 'json_schema'.`
    );
  }
  const inner = format["json_schema"];
  const schema = isRecord(inner) ? inner["schema"] : format["schema"];
  if (!isRecord(schema))
    throw invalid("response_format.json_schema", "Missing required parameter: 'response_format.json_schema'.");
  return schema;
}
function findInstructedSchema(system) {
  const text = /\bfollows this JSON schema\b[^{]*(\{[\s\S]*\})\s*$/i.exec(system)?.[1];
  const schema = text === void 0 ? void 0 : parseJson(text);
  return isRecord(schema) ? schema : void 0;
}
function refuseOwn(provider, fields) {
  if (provider === "cerebras" && fields.get("store") !== void 0) {
    throw invalid("store", "property 'store' is unsupported");
  }
  const inner = fields.object("response_format")?.["json_schema"];
  if (provider === "sambanova" && isRecord(inner) && inner["strict"] === true) {
    throw invalid("response_format.json_schema.strict", "'strict' json_schema is not supported yet");
  }
  if (provider === "together" && inner !== void 0) {
    throw invalid("response_format.json_schema", "Expected 'response_format.schema'");
  }
}
function describeCall(call, id) {
  return { id, type: "function", function: { name: call.name, arguments: call.arguments } };
}
async function describeImages({ turns }) {
  const last = turns.findLast(({ role }) => role === "user");
  if (!last || last.images.length === 0) return "";
  const { describeImage } = await import("../media/describe-image.js");
  return (await Promise.all(last.images.map(describeImage))).join(" ");
}
export {
  answerChat,
  describeCall,
  runChat
};
