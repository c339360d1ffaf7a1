import { readMember } from "../../base/json.ts";
import {
	InferenceClientAnswerCutError,
	InferenceClientInputError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
} from "../../errors.ts";
import { shareDeadline } from "../../http/index.ts";
import { CompletionDraft, countAnswers, readContent, readToolCalls } from "../delta.ts";
import type { ChatCompletionInputMessage, ChatCompletionOutput } from "../io/chat.ts";
import type { FinalCompletion } from "../io.ts";
import { notify } from "../logger.ts";
import { CHAT_REGISTRY } from "../providers/table.ts";
import { runTask, runTaskStream, type TaskDefinition } from "../run.ts";
import type { Args, BaseArgs, CallOptions, ResponseInfo } from "../types.ts";
import { type ObjectPlan, planObject, type Reading } from "./plan.ts";
import type { AnswerSchema, ObjectArgs, ObjectEvent, ObjectResult } from "./types.ts";

export const CHAT: TaskDefinition = { registry: CHAT_REGISTRY, task: "conversational", required: ["messages"] };

/** The same for a value: its functions have other names. */
export const OBJECT = { ...CHAT, name: "chatCompletionObject" };
export const OBJECT_STREAM = { ...CHAT, name: "chatCompletionObjectStream" };

type ChatArgs = BaseArgs & Args;

/** Sends one request of a conversation for a value. */
export type SendChat = (args: ChatArgs, options: CallOptions) => Promise<ChatCompletionOutput>;

/** Requests a value from a model, and retries as often as allowed; `onResponse` gets the head of each response. */
export async function requestObject(
	plan: ObjectPlan,
	args: ChatArgs,
	rules: ObjectRules,
	options: CallOptions = {},
	onResponse?: (response: ResponseInfo) => void,
	send: SendChat = async (request, limited) => {
		const { data, response } = await runTask<ChatCompletionOutput>(OBJECT, request, limited).withResponse();
		onResponse?.(response);
		return data;
	},
): Promise<ObjectResult<unknown>> {
	const conversation = converse(plan, args, rules, options);
	const limit = shareDeadline(options);
	try {
		for (;;) {
			try {
				const data = await send(conversation.request(), limit.options);
				const taken = await conversation.take(data);
				if (taken) return { ...taken, completion: data };
			} catch (error) {
				if (!conversation.retriesWithout(error)) throw error;
			}
		}
	} finally {
		limit.close();
	}
}

/** Streams a value as it grows. After a retry, the value starts over. */
export async function* streamObject(
	plan: ObjectPlan,
	args: ChatArgs,
	rules: ObjectRules,
	options: CallOptions = {},
): AsyncGenerator<ObjectEvent<unknown>, void, undefined> {
	const counted = { stream_options: { include_usage: true }, ...args };
	const conversation = converse(plan, counted, rules, options);
	const limit = shareDeadline(options);
	try {
		for (;;) {
			try {
				const draft = new CompletionDraft();
				let shown = "";
				for await (const chunk of runTaskStream(OBJECT_STREAM, conversation.request(), limit.options)) {
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
	} finally {
		limit.close();
	}
}

export function splitArgs(given: ChatArgs): { plan: ObjectPlan; rules: ObjectRules; args: ChatArgs } {
	const { schema, repairs = 1, schemaIn = "schema", ...args } = given as ChatArgs & ObjectArgs;
	return { plan: planObject(schema as AnswerSchema), rules: { repairs, schemaIn }, args };
}

export interface ObjectRules {
	repairs: number;
	schemaIn: "schema" | "instructions";
}

/**
 * Returns the requests for one value: the first one, and its retries.
 * @throws InputError for more than one answer, of which one would be checked and returned
 */
function converse(plan: ObjectPlan, args: BaseArgs & Args, rules: ObjectRules, options: CallOptions) {
	if ((countAnswers(args) ?? 1) > 1)
		throw new InferenceClientInputError("n must be 1: one answer becomes the value of the schema.");
	let messages = args["messages"] as readonly ChatCompletionInputMessage[];
	let { schemaIn, repairs: repairsLeft } = rules;
	return {
		request(): BaseArgs & Args {
			const { response_format: given, ...others } = args;
			if (schemaIn === "instructions") return { ...others, messages: instruct(messages, plan.instructions) };
			return { ...others, messages, response_format: given ?? plan.format };
		},

		/** Handles an error of the last request; returns whether to send it again without the schema as a parameter. */
		retriesWithout(error: unknown): boolean {
			if (schemaIn === "instructions" || !refusesSchemas(error)) return false;
			schemaIn = "instructions";
			const message = "The provider supports no JSON schemas: the schema goes into the instructions";
			notify({ type: "instructions", message }, options);
			return true;
		},

		/**
		 * Reads an answer.
		 * @returns the value; undefined if the next request asks for it again
		 * @throws ProviderOutputError if the answer was cut off or refused, or does not match the schema after all attempts
		 */
		async take(completion: FinalCompletion): Promise<{ value: unknown } | undefined> {
			const [choice] = completion.choices;
			const answered: unknown = choice?.message;
			const answer = readContent(readMember(answered, "content"));
			const reading: Reading = await plan.read(answer);
			if ("value" in reading) return reading;
			if (choice?.finish_reason === "length") {
				const tokens = completion.usage?.completion_tokens || args["max_tokens"];
				throw new InferenceClientAnswerCutError(typeof tokens === "number" ? tokens : undefined);
			}
			const refusal = readMember(answered, "refusal");
			const callsTool = answer === "" && readToolCalls(readMember(answered, "tool_calls")).length > 0;
			const failure =
				typeof refusal === "string" && refusal !== ""
					? `The model refused: ${refusal}`
					: callsTool
						? "The model called a tool instead of answering."
						: repairsLeft > 0
							? undefined
							: `The answer does not follow the schema: ${reading.problems}`;
			if (failure !== undefined) throw new InferenceClientProviderOutputError(failure);
			repairsLeft--;
			const message = "The answer does not follow the schema; retrying";
			notify({ type: "repair", message, problems: reading.problems }, options);
			const content = `Your answer does not follow the JSON schema: ${reading.problems} Answer again with JSON that does, and with nothing else. The schema:\n${plan.schema}`;
			messages = [...messages, { role: "assistant", content: answer }, { role: "user", content }];
			return undefined;
		},
	};
}

/** Returns the messages with instructions at the end of the system message. */
function instruct(messages: readonly ChatCompletionInputMessage[], instructions: string): ChatCompletionInputMessage[] {
	const [first, ...rest] = messages;
	if (first?.role !== "system") return [{ role: "system", content: instructions }, ...messages];
	const content = Array.isArray(first.content)
		? [...first.content, { type: "text" as const, text: instructions }]
		: [first.content, instructions].filter(Boolean).join("\n\n");
	return [{ ...first, content }, ...rest];
}

function refusesSchemas(error: unknown): boolean {
	return refusesFeature(error, /response_?format|json_?schema|structured|guided/i);
}

/** Whether a service refused a request for a feature that it lacks; `words` are those of the feature. */
export function refusesFeature(error: unknown, words: RegExp): boolean {
	if (!(error instanceof InferenceClientProviderApiError)) return false;
	const { status, body } = error.httpResponse;
	const text = `${error.message} ${typeof body === "string" ? body : JSON.stringify(body)}`;
	return [400, 404, 405, 415, 422, 501].includes(status) && words.test(text);
}
