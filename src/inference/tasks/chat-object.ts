import type { ChatCompletionInput } from "../io/chat.ts";
import { askForObject, splitArgs, streamObject } from "../object/ask.ts";
import type { AnswerSchema, ObjectArgs, ObjectEvent, ObjectResult, SchemaValue } from "../object/types.ts";
import { createCallPromise } from "../run-among.ts";
import type { Args, BaseArgs, CallOptions, CallPromise } from "../types.ts";
import type { ProviderArgs } from "./args.ts";

/**
 * Continues a conversation with a value that follows a schema.
 *
 * The schema is sent in the strict form that every provider takes, and the answer is checked against the whole of it. An
 * answer that does not follow is asked for again with what was wrong. Where a provider takes no schemas, the schema goes
 * into the system message.
 *
 * ```ts
 * const { value } = await client.chatCompletionObject({
 *   model: "org/name",
 *   messages: [{ role: "user", content: "Ada Lovelace was born in 1815." }],
 *   schema: z.object({ name: z.string(), born: z.number().int() }),
 * });
 * ```
 *
 * @param args of a chat, with `schema`: a JSON schema, or a Standard Schema that tells its JSON schema
 * @returns the checked value with its type, and the model's last answer
 * @throws as `chatCompletion`; ProviderOutputError where the answer never follows the schema; AnswerCutError, a
 * ProviderOutputError, where it was cut at `max_tokens`
 */
export function chatCompletionObject<const S extends AnswerSchema, Id extends string>(
	args: BaseArgs & ChatCompletionInput & ProviderArgs<Id> & ObjectArgs<S>,
	options?: CallOptions,
): CallPromise<ObjectResult<SchemaValue<S>>> {
	return createCallPromise(async (report) => {
		const { plan, rules, args: call } = splitArgs(withoutStream(args));
		return (await askForObject(plan, call, rules, options, (response) => report(() => response))) as ObjectResult<
			SchemaValue<S>
		>;
	});
}

/**
 * As `chatCompletionObject`, and yields the value as it grows: events of type `partial`, at the end one of type
 * `result`. Nothing is sent before the first `next()`. When the model is asked again, the value starts over.
 *
 * @throws as `chatCompletionObject`
 */
export async function* chatCompletionObjectStream<const S extends AnswerSchema, Id extends string>(
	args: BaseArgs & ChatCompletionInput & ProviderArgs<Id> & ObjectArgs<S>,
	options?: CallOptions,
): AsyncGenerator<ObjectEvent<SchemaValue<S>>, void, undefined> {
	const { plan, rules, args: call } = splitArgs(withoutStream(args));
	yield* streamObject(plan, call, rules, options) as AsyncGenerator<ObjectEvent<SchemaValue<S>>, void, undefined>;
}

function withoutStream({ stream: _stream, ...args }: BaseArgs & ChatCompletionInput): BaseArgs & Args {
	return args;
}
