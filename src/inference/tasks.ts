import type { ChatCompletionInput, ChatCompletionOutput, ChatCompletionStreamOutput } from "./io/chat.ts";
import type { FeatureExtractionInput } from "./io/text.ts";
import type { TextGenerationInput, TextGenerationOutput, TextGenerationStreamOutput } from "./io/text-generation.ts";
import type { FeatureVectors } from "./io.ts";
import { notify } from "./logger.ts";
import { run, runStream, runStreamUnchecked, runUnchecked } from "./run.ts";
import type { BaseArgs, CallOptions, RequestArgs } from "./types.ts";

/**
 * Continues a conversation.
 *
 * @param args `messages`, and how to generate (`max_tokens`, `temperature`, …); `stream` is ignored
 * @returns the whole answer: `choices[0].message.content`
 * @throws InputError, RoutingError, HubApiError, ProviderApiError, ProviderOutputError
 */
export function chatCompletion(
	{ stream: _stream, ...args }: BaseArgs & ChatCompletionInput,
	options?: CallOptions,
): Promise<ChatCompletionOutput> {
	return run("conversational", args, options);
}

/**
 * Continues a conversation and yields the answer piece by piece: `choices[0].delta.content`.
 * Nothing is sent before the first `next()`.
 *
 * @throws as `chatCompletion`; errors inside the stream are ProviderApiError
 */
export function chatCompletionStream(
	args: BaseArgs & ChatCompletionInput,
	options?: CallOptions,
): AsyncGenerator<ChatCompletionStreamOutput, void, undefined> {
	return runStream("conversational", args, options);
}

/**
 * Continues a text.
 *
 * @param args `inputs`: the beginning; `parameters`: how to generate
 * @returns `generated_text`
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 */
export function textGeneration(
	args: BaseArgs & TextGenerationInput,
	options?: CallOptions,
): Promise<TextGenerationOutput> {
	return run("text-generation", args, options);
}

/**
 * Continues a text and yields it piece by piece, in the form the service sends: token events (`token.text`) or
 * completion chunks (`choices[0].text`).
 *
 * @throws as `textGeneration`; errors inside the stream are ProviderApiError
 */
export function textGenerationStream(
	args: BaseArgs & TextGenerationInput,
	options?: CallOptions,
): AsyncGenerator<TextGenerationStreamOutput, void, undefined> {
	return runStream("text-generation", args, options);
}

/**
 * Turns texts into vectors.
 *
 * @param args `inputs`: a text, or a list of them
 * @returns a vector for each text (some services: one for each token)
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 */
export function featureExtraction(
	args: BaseArgs & FeatureExtractionInput,
	options?: CallOptions,
): Promise<FeatureVectors> {
	return run("feature-extraction", args, options);
}

const deprecated = (name: string): string =>
	`The ${name} method is deprecated and will be removed in a future version of huggingface.js. Use specific task functions instead.`;

/**
 * Sends anything to a model and returns the answer unchecked: a JSON value, or a Blob.
 * @deprecated use the function of the task
 */
export async function request<Output>(args: RequestArgs, options: CallOptions = {}): Promise<Output> {
	notify({ type: "deprecated", message: deprecated("request") }, options);
	return (await runUnchecked(args, options)) as Output;
}

/**
 * As `request`, streaming.
 * @deprecated use the function of the task
 */
export async function* streamingRequest<Chunk>(
	args: RequestArgs,
	options: CallOptions = {},
): AsyncGenerator<Chunk, void, undefined> {
	notify({ type: "deprecated", message: deprecated("streamingRequest") }, options);
	yield* runStreamUnchecked<Chunk>(args, options);
}
