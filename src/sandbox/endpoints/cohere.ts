import { toBase64 } from "../../base/base64.ts";
import { isRecord, readMember } from "../../base/json.ts";
import { BodyFields, checkLength, readFields } from "../body.ts";
import { invalid, missing } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import { jsonResponse, namedEventResponse } from "../responses.ts";
import { dot, embed } from "../text/embedding.ts";
import { countTokens } from "../text/words.ts";
import type { IncomingCall } from "../types.ts";
import { type ChatChoice, describeCall, runChat } from "./chat.ts";
import { checkNumbers, toFloatBytes } from "./embeddings.ts";
import { checkBehavior } from "./jobs.ts";

const FINISH = { stop: "COMPLETE", length: "MAX_TOKENS", tool_calls: "TOOL_CALL" } as const;
const TOOL_PLAN = "I will call the tool that fits the question.";

/** Chat in Cohere's own form, version 2. */
export async function answerCohereChat(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const result = await runChat(incoming, toChat(fields));
	const [choice] = result.choices;
	if (!choice) throw invalid("messages", "No answer was requested.");
	const id = incoming.state.createId();
	const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = result.usage;
	const used = { input_tokens, output_tokens };
	const end = { finish_reason: FINISH[choice.finish], usage: { billed_units: used, tokens: used } };
	if (fields.flag("stream")) return namedEventResponse(listEvents(id, choice, end), incoming.state.streamPause);
	const { reasoning, tokens, call, callId } = choice;
	const content = [
		...(reasoning.length > 0 ? [{ type: "thinking", thinking: reasoning.join("") }] : []),
		...(call ? [] : [{ type: "text", text: tokens.join("") }]),
	];
	return jsonResponse({
		id,
		message: {
			role: "assistant",
			...(content.length > 0 ? { content } : {}),
			...(call ? { tool_plan: TOOL_PLAN, tool_calls: [describeCall(call, callId)] } : {}),
		},
		...end,
	});
}

function* listEvents(id: string, choice: ChatChoice, end: object): Generator<Record<string, unknown>> {
	const { reasoning, tokens, call, callId } = choice;
	const wrap = (message: object): object => ({ delta: { message } });
	let index = 0;
	function* listContent(type: "thinking" | "text", pieces: readonly string[]): Generator<Record<string, unknown>> {
		yield { type: "content-start", index, ...wrap({ content: { type, [type]: "" } }) };
		for (const piece of pieces) yield { type: "content-delta", index, ...wrap({ content: { [type]: piece } }) };
		yield { type: "content-end", index };
		index++;
	}
	yield { type: "message-start", id, ...wrap({ role: "assistant", content: [], tool_plan: "", tool_calls: [] }) };
	if (reasoning.length > 0) yield* listContent("thinking", reasoning);
	if (call) {
		yield { type: "tool-plan-delta", ...wrap({ tool_plan: TOOL_PLAN }) };
		const start = { ...call, arguments: "" };
		yield { type: "tool-call-start", index: 0, ...wrap({ tool_calls: describeCall(start, callId) }) };
		const rest = { function: { arguments: call.arguments } };
		yield { type: "tool-call-delta", index: 0, ...wrap({ tool_calls: rest }) };
		yield { type: "tool-call-end", index: 0 };
	} else yield* listContent("text", tokens);
	yield { type: "message-end", id, delta: end };
}

/** Returns the same request in OpenAI's form. */
function toChat(fields: BodyFields): BodyFields {
	const messages = fields.get("messages");
	const format = fields.object("response_format");
	const schema = format?.["json_schema"] ?? format?.["schema"];
	const thinking = fields.object("thinking")?.["type"];
	return new BodyFields({
		model: fields.requireText("model"),
		messages: Array.isArray(messages) ? messages.map(toMessage) : messages,
		max_tokens: fields.get("max_tokens"),
		temperature: fields.get("temperature"),
		top_p: fields.get("p"),
		stop: fields.get("stop_sequences"),
		seed: fields.get("seed"),
		tools: fields.get("tools"),
		tool_choice: fields.text("tool_choice")?.toLowerCase(),
		response_format: isRecord(schema) ? { type: "json_schema", json_schema: { schema } } : format,
		...(thinking === "disabled" ? { reasoning_effort: "none" } : {}),
	});
}

/** Tool results may be documents; the chat supports only texts and images. */
function toMessage(message: unknown): unknown {
	const content = isRecord(message) ? message["content"] : undefined;
	if (!isRecord(message) || !Array.isArray(content)) return message;
	const parts = content.flatMap((part: unknown): unknown[] => {
		if (!isRecord(part) || part["type"] === "thinking") return [];
		if (part["type"] !== "document") return [part];
		const data = isRecord(part["document"]) ? part["document"]["data"] : undefined;
		return [{ type: "text", text: typeof data === "string" ? data : JSON.stringify(data ?? "") }];
	});
	return { ...message, content: parts };
}

/** Number formats of Cohere's embeddings. */
const EMBEDDING_TYPES = new Map<unknown, (vector: readonly number[]) => unknown>([
	["float", (vector) => vector],
	["int8", (vector) => vector.map((value) => Math.round(value * 127))],
	["uint8", (vector) => vector.map((value) => Math.round(value * 127) + 128)],
	["base64", (vector) => toBase64(toFloatBytes(vector))],
]);

/** Embeddings in Cohere's own form, version 2. */
export async function answerCohereEmbeddings(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const texts = readTexts(fields);
	const types = fields.get("embedding_types") ?? ["float"];
	const dimensions = fields.integer("output_dimension", 1, 1536);
	checkNumbers(texts.length, dimensions, "texts");
	checkLength("texts", texts, LIMITS.promptCharacters);
	checkBehavior(model);
	if (!Array.isArray(types) || !types.every((type) => EMBEDDING_TYPES.has(type))) {
		const known = [...EMBEDDING_TYPES.keys()].join(", ");
		throw invalid("embedding_types", `Invalid 'embedding_types': the sandbox knows ${known}.`);
	}
	const vectors = texts.map((text) => embed(text, dimensions));
	const tokens = texts.reduce((total, text) => total + countTokens(text), 0);
	incoming.state.rateLimits.spend(incoming.service, tokens);
	return jsonResponse({
		id: incoming.state.createId(),
		embeddings: Object.fromEntries(
			types.map((type) => [type, vectors.map((vector) => EMBEDDING_TYPES.get(type)?.(vector))]),
		),
		texts,
		meta: { api_version: { version: "2" }, billed_units: { input_tokens: tokens } },
	});
}

/** Returns the texts: as such, or as inputs of several parts. */
function readTexts(fields: BodyFields): string[] {
	const inputs = fields.get("inputs");
	const given = fields.get("texts") ?? (Array.isArray(inputs) ? inputs.map(joinParts) : inputs);
	if (given === undefined) throw missing("texts");
	return checkTexts(Array.isArray(given) ? given : [], "texts", "strings");
}

/** @throws ServiceFailure if there are no texts or too many, or if one is something else */
function checkTexts(texts: unknown[], field: string, expected: string): string[] {
	if (texts.length > 0 && texts.length <= LIMITS.texts && texts.every((text) => typeof text === "string")) return texts;
	throw invalid(field, `Invalid '${field}': expected an array of 1 to ${LIMITS.texts} ${expected}.`);
}

function joinParts(input: unknown): string | undefined {
	const parts = isRecord(input) && Array.isArray(input["content"]) ? input["content"] : [];
	const texts = parts.flatMap((part: unknown) =>
		isRecord(part) && typeof part["text"] === "string" ? part["text"] : [],
	);
	return texts.length > 0 ? texts.join("\n") : undefined;
}

/** Orders documents by how well they fit a query, as Cohere defined it; Together's form is nearly the same. */
export async function answerRerank(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const query = fields.requireText("query");
	const documents = readDocuments(fields.get("documents"));
	const count = fields.integer("top_n", 1) ?? documents.length;
	checkLength("documents", [query, ...documents], LIMITS.promptCharacters);
	checkBehavior(model);
	const vector = embed(query);
	const results = documents
		.map((text, index) => ({
			index,
			relevance_score: Number(Math.max(0, dot(vector, embed(text))).toFixed(6)),
			...(fields.flag("return_documents") ? { document: { text } } : {}),
		}))
		.sort((a, b) => b.relevance_score - a.relevance_score)
		.slice(0, count);
	const id = incoming.state.createId();
	if (incoming.service === "together") {
		const tokens = countTokens([query, ...documents].join("\n"));
		const usage = { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens };
		return jsonResponse({ id, object: "rerank", model, results, usage });
	}
	return jsonResponse({ id, results, meta: { api_version: { version: "2" }, billed_units: { search_units: 1 } } });
}

/** A document is a string, or an object with `text`; of other objects all members count. */
function readDocuments(value: unknown): string[] {
	const items: unknown[] = Array.isArray(value) ? value : [];
	const texts = items.map((item) => {
		const text = readMember(item, "text");
		return typeof text === "string" ? text : isRecord(item) ? JSON.stringify(item) : item;
	});
	return checkTexts(texts, "documents", "strings or objects");
}
