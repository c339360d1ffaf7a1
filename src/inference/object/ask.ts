import { CompletionDraft } from "../completion-draft.ts";
import type { ChatCompletionOutput } from "../io/chat.ts";
import { CHAT_REGISTRY } from "../providers/chat.ts";
import { type RunnableTask, runAmong, runStreamAmong } from "../run-among.ts";
import type { Args, BaseArgs, CallOptions, ResponseInfo } from "../types.ts";
import { ObjectConversation, type ObjectRules } from "./conversation.ts";
import { type ObjectPlan, planObject } from "./plan.ts";
import type { AnswerSchema, ObjectArgs, ObjectEvent, ObjectResult } from "./types.ts";

export const CHAT: RunnableTask = { registry: CHAT_REGISTRY, task: "conversational", required: ["messages"] };

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
				CHAT,
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
			for await (const chunk of runStreamAmong(CHAT, conversation.request, options)) {
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
