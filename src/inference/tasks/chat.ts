import { type ChatStream, createChatStream } from "../call-stream.ts";
import { checkCall } from "../check-call.ts";
import type { ChatCompletionInput, ChatCompletionOutput, ChatCompletionStreamOutput } from "../io/chat.ts";
import { CHAT, OBJECT, OBJECT_STREAM, requestObject, splitArgs, streamObject } from "../object/request.ts";
import type { AnswerSchema, ObjectArgs, ObjectEvent, ObjectResult, SchemaValue } from "../object/types.ts";
import { createCallPromise, runTask, runTaskStream } from "../run.ts";
import type { Args, BaseArgs, CallOptions, CallPromise } from "../types.ts";
import type { ProviderArgs } from "./task.ts";

/**
 * Continues a conversation.
 *
 * @param args `messages`, and how to generate (`max_tokens`, `temperature`, …); `stream` is ignored
 * @returns the whole answer: `choices[0].message.content`
 * @throws InputError, RoutingError, HubApiError, ProviderApiError, ProviderOutputError
 */
export function chatCompletion<Id extends string>(
	args: BaseArgs & ChatCompletionInput & ProviderArgs<Id>,
	options?: CallOptions,
): CallPromise<ChatCompletionOutput> {
	// `args` may be anything where no compiler checks it.
	return runTask(CHAT, args?.stream === undefined ? args : { ...args, stream: undefined }, options);
}

/**
 * Continues a conversation and yields the answer piece by piece: `choices[0].delta.content`. `text()` and `final()` of the
 * stream give the whole answer.
 * Nothing is sent before the first `next()`.
 *
 * @throws as `chatCompletion`; errors inside the stream are ProviderApiError
 */
export function chatCompletionStream<Id extends string>(
	args: BaseArgs & ChatCompletionInput & ProviderArgs<Id>,
	options?: CallOptions,
): ChatStream {
	const chunks = runTaskStream<ChatCompletionStreamOutput>(CHAT, args, options, undefined, createChatStream);
	return chunks as ChatStream;
}

/**
 * Continues a conversation with a value that matches a schema.
 *
 * The schema is sent in the strict form that every provider takes, and the answer is checked against the whole schema. If
 * it does not match, the request is repeated with the problems. If a provider accepts no schemas, the schema is sent in
 * the system message.
 *
 * ```ts
 * const { value } = await client.chatCompletionObject({
 *   model: "org/name",
 *   messages: [{ role: "user", content: "Ada Lovelace was born in 1815." }],
 *   schema: z.object({ name: z.string(), born: z.number().int() }),
 * });
 * ```
 *
 * @param args of a chat, with `schema`: a JSON schema, or a Standard Schema that provides its JSON schema
 * @returns the checked value with its type, and the model's last response
 * @throws as `chatCompletion`; ProviderOutputError if no answer matches the schema; AnswerCutError, a
 * ProviderOutputError, if it was cut off at `max_tokens`
 */
export function chatCompletionObject<const S extends AnswerSchema, Id extends string>(
	args: BaseArgs & ChatCompletionInput & ProviderArgs<Id> & ObjectArgs<S>,
	options?: CallOptions,
): CallPromise<ObjectResult<SchemaValue<S>>> {
	return createCallPromise(async (report) => {
		checkCall(OBJECT.name, args, options);
		const { plan, rules, args: call } = splitArgs(withoutStream(args));
		return (await requestObject(plan, call, rules, options, (response) => report(() => response))) as ObjectResult<
			SchemaValue<S>
		>;
	});
}

/**
 * Like `chatCompletionObject`, but yields the value as it grows: events of type `partial`, then one of type `result`.
 * Nothing is sent before the first `next()`. After a retry, the value starts over.
 *
 * @throws as `chatCompletionObject`
 */
export async function* chatCompletionObjectStream<const S extends AnswerSchema, Id extends string>(
	args: BaseArgs & ChatCompletionInput & ProviderArgs<Id> & ObjectArgs<S>,
	options?: CallOptions,
): AsyncGenerator<ObjectEvent<SchemaValue<S>>, void, undefined> {
	checkCall(OBJECT_STREAM.name, args, options);
	const { plan, rules, args: call } = splitArgs(withoutStream(args));
	yield* streamObject(plan, call, rules, options) as AsyncGenerator<ObjectEvent<SchemaValue<S>>, void, undefined>;
}

function withoutStream({ stream: _stream, ...args }: BaseArgs & ChatCompletionInput): BaseArgs & Args {
	return args;
}
