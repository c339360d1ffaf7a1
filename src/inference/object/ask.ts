import { isRecord, readMember } from "../../base/json.ts";
import { CHAT_REGISTRY } from "../chat-registry.ts";
import type { ChatCompletionOutput } from "../io/chat.ts";
import { runAmong, runStreamAmong } from "../run-among.ts";
import type { Args, BaseArgs, CallOptions, ResponseInfo } from "../types.ts";
import { ObjectConversation, type ObjectRules, readText } from "./conversation.ts";
import { type ObjectPlan, planObject } from "./plan.ts";
import type { AnswerSchema, ObjectArgs, ObjectEvent, ObjectResult } from "./types.ts";

type ChatArgs = BaseArgs & Args;

/**
 * Asks a model for a value, and asks again as often as allowed.
 * @param onResponse called with the head of each response
 */
export async function askForObject(
	plan: ObjectPlan,
	args: ChatArgs,
	rules: ObjectRules,
	options: CallOptions = {},
	onResponse?: (response: ResponseInfo) => void,
): Promise<ObjectResult<unknown>> {
	const conversation = new ObjectConversation(plan, args, rules, options);
	for (;;) {
		try {
			const { data, response } = await runAmong<ChatCompletionOutput>(
				CHAT_REGISTRY,
				"conversational",
				conversation.request,
				options,
			).withResponse();
			onResponse?.(response);
			const taken = await conversation.take(data);
			if (taken) return { ...taken, completion: data };
		} catch (error) {
			if (!conversation.retriesWithout(error)) throw error;
		}
	}
}

/**
 * Streams a value as it grows. If the model is asked again, the value starts over.
 */
export async function* streamObject(
	plan: ObjectPlan,
	args: ChatArgs,
	rules: ObjectRules,
	options: CallOptions = {},
): AsyncGenerator<ObjectEvent<unknown>, void, undefined> {
	const counted = { stream_options: { include_usage: true }, ...args };
	const conversation = new ObjectConversation(plan, counted, rules, options);
	for (;;) {
		try {
			const draft = new CompletionDraft();
			let shown = "";
			for await (const chunk of runStreamAmong<unknown>(
				CHAT_REGISTRY,
				"conversational",
				conversation.request,
				options,
			)) {
				if (!draft.add(chunk)) continue;
				const value = plan.readPartial(draft.content);
				const text = JSON.stringify(value);
				if (value === undefined || text === shown) continue;
				shown = text;
				yield { type: "partial", value: value as never };
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

/** Splits the arguments of the public functions into the schema, the rules and the call. */
export function splitArgs(given: ChatArgs): { plan: ObjectPlan; rules: ObjectRules; args: ChatArgs } {
	const { schema, repairs = 1, schemaIn = "schema", ...args } = given as ChatArgs & ObjectArgs;
	return { plan: planObject(schema as AnswerSchema), rules: { repairs, schemaIn }, args };
}

/** A completion put together from the chunks of a stream. */
class CompletionDraft {
	content = "";
	#head: Record<string, unknown> = {};
	#role = "assistant";
	#finishReason = "";
	#usage: unknown;
	#refusal = "";
	#hasCalls = false;

	/** Adds a chunk; returns whether it contained text of the answer. */
	add(chunk: unknown): boolean {
		if (!isRecord(chunk)) return false;
		const { choices, usage, ...head } = chunk;
		this.#head = { ...this.#head, ...head };
		if (isRecord(usage)) this.#usage = usage;
		const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
		const delta = readMember(choice, "delta");
		const [reason, role] = [readMember(choice, "finish_reason"), readMember(delta, "role")];
		if (typeof reason === "string") this.#finishReason = reason;
		if (typeof role === "string" && role !== "") this.#role = role;
		const refusal = readMember(delta, "refusal");
		if (typeof refusal === "string") this.#refusal += refusal;
		if (Array.isArray(readMember(delta, "tool_calls"))) this.#hasCalls = true;
		const text = readText(readMember(delta, "content"));
		this.content += text;
		return text !== "";
	}

	toCompletion(): ChatCompletionOutput {
		const message = {
			role: this.#role,
			content: this.content,
			...(this.#refusal === "" ? {} : { refusal: this.#refusal }),
			...(this.#hasCalls ? { tool_calls: [{}] } : {}),
		};
		const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
		return {
			...this.#head,
			object: "chat.completion",
			choices: [{ index: 0, message, finish_reason: this.#finishReason }],
			usage: this.#usage ?? none,
		} as unknown as ChatCompletionOutput;
	}
}
