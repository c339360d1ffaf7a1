import { isRecord, parseJson, textOf } from "../../base/json.ts";
import { type BodyFields, checkLength, readFields } from "../body.ts";
import { type Conversation, readConversation } from "../chat/conversation.ts";
import { composeReply, isReasoningModel, think } from "../chat/reply.ts";
import type { ValueSource } from "../chat/schema-value.ts";
import { type RequestedTool, readToolChoice, readTools, type Tool, type ToolChoice } from "../chat/tools.ts";
import { invalid } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import { eventResponse, jsonResponse } from "../responses.ts";
import { splitTokens } from "../text/words.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior } from "./jobs.ts";
import { createLogprobs, createUsage, cutText, readSampling, type Sampling } from "./sampling.ts";

/** A chat request, read and checked. */
interface ChatRequest extends Sampling {
	model: string;
	conversation: Conversation;
	/** JSON schema the answer has to follow; an empty one means any object. */
	schema: Record<string, unknown> | undefined;
	tools: Tool[];
	toolChoice: ToolChoice;
	topLogprobs: number | undefined;
	reasons: boolean;
}

/** One of the answers. */
export interface ChatChoice {
	/** The model's reasoning; empty for models that do not reason. */
	reasoning: string[];
	tokens: string[];
	call: RequestedTool | undefined;
	/** Identifies the call of the tool. */
	callId: string;
	finish: "stop" | "length" | "tool_calls";
}

/** A chat with its answers, before conversion to a service's format. */
export interface ChatResult {
	chat: ChatRequest;
	choices: ChatChoice[];
	usage: ChatUsage;
}

interface ChatUsage extends ReturnType<typeof createUsage> {
	completion_tokens_details?: { reasoning_tokens: number };
}

/** Chat as OpenAI defined it; the model may be in the route instead of the body. */
export async function answerChat(incoming: IncomingCall, given?: BodyFields): Promise<Response> {
	const { state, provider } = incoming;
	const result = await runChat(incoming, given ?? (await readFields(incoming.request)));
	const { chat, choices, usage } = result;
	const head = {
		id: `chatcmpl-${state.createId()}`,
		created: Math.floor(state.now() / 1000),
		model: chat.model,
		system_fingerprint: `fp_sandbox_${state.seed}`,
	};
	// One member only, that of the service: clients that read both show each word twice.
	const { reasoning: member = "reasoning_content" } = provider?.chat ?? {};
	const reason = (reasoning: string): Record<string, string> =>
		reasoning === "" || member === "none" ? {} : { [member]: reasoning };
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
				...(call ? { tool_calls: [describeCall(call, callId)] } : {}),
			},
			logprobs: describeLogprobs(chat, tokens),
			finish_reason: finish,
		})),
		usage,
	});
}

/**
 * Answers a chat; the caller converts the result.
 * @param fields the request in OpenAI's form
 */
export async function runChat(incoming: IncomingCall, fields: BodyFields): Promise<ChatResult> {
	const chat = readChat(fields, incoming.groups[0]);
	refuseOwn(incoming.provider?.id, fields);
	checkBehavior(chat.model);
	const descriptions = await describeImages(chat.conversation);
	const choices: ChatChoice[] = [];
	while (choices.length < chat.count) choices.push(await choose(incoming, chat, descriptions));
	const prompt = [chat.conversation.system, ...chat.conversation.turns.map(({ text }) => text)].join("\n");
	const reasoned = choices.flatMap(({ reasoning }) => reasoning).length;
	const written = choices.flatMap(({ tokens, call }) => [...tokens, ...splitTokens(call?.arguments ?? "")]).length;
	const usage: ChatUsage = createUsage(incoming, chat.model, prompt, reasoned + written);
	if (chat.reasons) usage.completion_tokens_details = { reasoning_tokens: reasoned };
	return { chat, choices, usage };
}

function describeLogprobs({ topLogprobs }: ChatRequest, tokens: readonly string[] | undefined): unknown {
	return tokens && topLogprobs !== undefined ? createLogprobs(tokens, topLogprobs) : null;
}

/** Returns the pieces of a streamed answer, the end mark last. */
function* listChunks(
	head: Record<string, unknown>,
	{ chat, choices, usage }: ChatResult,
	reason: (text: string) => Record<string, string>,
): Generator<unknown> {
	const chunk = (index: number, delta: unknown, finish: string | null = null, tokens?: string[]): unknown => ({
		...head,
		object: "chat.completion.chunk",
		choices: [{ index, delta, logprobs: describeLogprobs(chat, tokens), finish_reason: finish }],
		...(chat.includeUsage ? { usage: null } : {}),
	});
	for (const [index, { reasoning, tokens, call, callId, finish }] of choices.entries()) {
		yield chunk(index, { role: "assistant", content: call ? null : "" });
		for (const delta of reasoning.map(reason)) if (Object.keys(delta).length > 0) yield chunk(index, delta);
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

/** Words of a user who wants a text answer despite tools. */
const WITHOUT_TOOLS = /\b(?:do not|don't|never) (?:call|use) (?:any )?tools\b/i;

async function choose({ state }: IncomingCall, chat: ChatRequest, images: string): Promise<ChatChoice> {
	const { conversation, tools, toolChoice, schema } = chat;
	const { question } = conversation;
	const isToolResult = conversation.turns.at(-1)?.role === "tool";
	const source = { text: question, answer: "" };
	// Most chats have no tools.
	const agent = tools.length > 0 ? await import("../chat/agent.ts") : undefined;
	const calls = agent && (await import("../chat/call-tool.ts"));
	const isAgent = agent?.areOfAgent(tools, source) ?? false;
	// The system message of an agent describes its tools, and does not help with a text answer.
	const input = isAgent ? { ...conversation, system: "" } : conversation;
	const write = (): string => images || composeReply(input);
	const reasoning = chat.reasons ? splitTokens(think(question)).slice(0, chat.maxTokens) : [];
	const callId = `call_${state.createId()}`;
	// An agent's request for a summary of the conversation.
	const isText = toolChoice === "none" || (toolChoice === "auto" && WITHOUT_TOOLS.test(question));
	const move = isText ? undefined : agent?.planMove(conversation, tools, source);
	const isOther = typeof toolChoice === "object" && move?.call?.name !== toolChoice.name;
	const isOpen = !isToolResult && !isText && !(toolChoice === "auto" && move);
	const call =
		(isOther ? undefined : move?.call) ??
		(isOpen ? calls?.callTool(tools, toolChoice, { ...source, answer: question }, isAgent ? 2 : 1) : undefined);
	if (call) return { reasoning, tokens: [], call, callId, finish: "tool_calls" };
	const text = schema ? await writeJson(schema, { ...source, answer: write() }) : (move?.text ?? write());
	// Reasoning counts against the limit of tokens, as with real models.
	const maxTokens = chat.maxTokens - reasoning.length;
	return { reasoning, ...cutText(text, { ...chat, maxTokens }), call: undefined, callId };
}

async function writeJson(schema: Record<string, unknown>, source: ValueSource): Promise<string> {
	const { createValue } = await import("../chat/schema-value.ts");
	if (Object.keys(schema).length > 0) return JSON.stringify(createValue(schema, source));
	return JSON.stringify({ question: source.text, answer: source.answer });
}

function readChat(fields: BodyFields, modelOfRoute: string | undefined): ChatRequest {
	const model = fields.text("model") ?? modelOfRoute ?? fields.requireText("model");
	const conversation = readConversation(fields.get("messages"));
	const texts = [conversation.system, ...conversation.turns.map(({ text }) => text)];
	checkLength("messages", texts, LIMITS.promptCharacters);
	const tools = readTools(fields.get("tools"));
	const topLogprobs = fields.integer("top_logprobs", 0, 20);
	if (topLogprobs !== undefined && !fields.flag("logprobs")) {
		throw invalid("top_logprobs", "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.");
	}
	// The router's suffixes request a provider; they do not show which one answers.
	const name = model.replace(/:[\w-]+$/, "");
	return {
		...readSampling(fields, 4096),
		model: name,
		reasons: isReasoningModel(name) && fields.get("reasoning_effort") !== "none",
		conversation,
		schema: readSchema(fields) ?? findInstructedSchema(conversation.system),
		tools,
		toolChoice: readToolChoice(fields.get("tool_choice"), tools),
		topLogprobs: fields.flag("logprobs") ? (topLogprobs ?? 0) : undefined,
	};
}

/** Returns the schema of `response_format`; Together has it one level higher, Nebius under another name. */
function readSchema(fields: BodyFields): Record<string, unknown> | undefined {
	const guided = fields.object("guided_json");
	if (guided) return guided;
	const { type, json_schema: inner, schema: outer } = fields.object("response_format") ?? { type: "text" };
	if (type === "text") return undefined;
	if (type === "json_object") return isRecord(outer) ? outer : {};
	if (type !== "json_schema") {
		throw invalid(
			"response_format.type",
			`Invalid value: '${textOf(type)}'. Supported values are: 'text', 'json_object', and 'json_schema'.`,
		);
	}
	const schema = isRecord(inner) ? inner["schema"] : outer;
	if (!isRecord(schema))
		throw invalid("response_format.json_schema", "Missing required parameter: 'response_format.json_schema'.");
	return schema;
}

/** The schema at the end of a system message that requests JSON. */
function findInstructedSchema(system: string): Record<string, unknown> | undefined {
	const text = /\bfollows this JSON schema\b[^{]*(\{[\s\S]*\})\s*$/i.exec(system)?.[1];
	const schema = text === undefined ? undefined : parseJson(text);
	return isRecord(schema) ? schema : undefined;
}

/** Applies rules of single services. */
function refuseOwn(provider: string | undefined, fields: BodyFields): void {
	if (provider === "cerebras" && fields.get("store") !== undefined) {
		throw invalid("store", "property 'store' is unsupported");
	}
	const inner = fields.object("response_format")?.["json_schema"];
	if (provider === "sambanova" && isRecord(inner) && inner["strict"] === true) {
		throw invalid("response_format.json_schema.strict", "'strict' json_schema is not supported yet");
	}
	if (provider === "together" && inner !== undefined) {
		throw invalid("response_format.json_schema", "Expected 'response_format.schema'");
	}
}

export function describeCall(call: RequestedTool, id: string): unknown {
	return { id, type: "function", function: { name: call.name, arguments: call.arguments } };
}

/** Describes the images of the last message; empty if there are none. */
async function describeImages({ turns }: Conversation): Promise<string> {
	const last = turns.findLast(({ role }) => role === "user");
	if (!last || last.images.length === 0) return "";
	const { describeImage } = await import("../media/pictures.ts");
	return (await Promise.all(last.images.map(describeImage))).join(" ");
}
