import { type ChatStream, createChatStream } from "../call-stream.ts";
import { CHAT_REGISTRY } from "../chat-registry.ts";
import type { ChatCompletionInput, ChatCompletionOutput, ChatCompletionStreamOutput } from "../io/chat.ts";
import { runAmong, runStreamAmong } from "../run-among.ts";
import type { BaseArgs, CallOptions, CallPromise } from "../types.ts";
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
	const { stream: _stream, ...whole } = args;
	return runAmong(CHAT_REGISTRY, "conversational", whole, options);
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
	const asked = runStreamAmong<ChatCompletionStreamOutput>(
		CHAT_REGISTRY,
		"conversational",
		args,
		options,
		undefined,
		createChatStream,
	);
	return asked as ChatStream;
}
