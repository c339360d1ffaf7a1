import type { CallStream } from "../call-stream.ts";
import type { ChatCompletionInput, ChatCompletionOutput, ChatCompletionStreamOutput } from "../io/chat.ts";
import type { BaseArgs, CallOptions, CallPromise } from "../types.ts";
import type { ProviderArgs } from "./args.ts";
/**
 * Continues a conversation.
 *
 * @param args `messages`, and how to generate (`max_tokens`, `temperature`, …); `stream` is ignored
 * @returns the whole answer: `choices[0].message.content`
 * @throws InputError, RoutingError, HubApiError, ProviderApiError, ProviderOutputError
 */
export declare function chatCompletion<Id extends string>(args: BaseArgs & ChatCompletionInput & ProviderArgs<Id>, options?: CallOptions): CallPromise<ChatCompletionOutput>;
/**
 * Continues a conversation and yields the answer piece by piece: `choices[0].delta.content`.
 * Nothing is sent before the first `next()`.
 *
 * @throws as `chatCompletion`; errors inside the stream are ProviderApiError
 */
export declare function chatCompletionStream<Id extends string>(args: BaseArgs & ChatCompletionInput & ProviderArgs<Id>, options?: CallOptions): CallStream<ChatCompletionStreamOutput>;
