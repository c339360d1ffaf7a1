import type { TextGenerationOutput } from "../io/text-generation.ts";
import type { Call, TaskAdapter } from "../types.ts";
interface CompletionsOptions {
    /** Default `v1/completions`. */
    route?: string;
    /** Default: parameters beside the prompt, nothing twice. */
    payload?: (call: Call) => object;
    /** Reads the response. Default: the text of the first choice, if the model is named beside it. */
    read?: Read;
}
/** Finds the text in an answer; undefined when there is none. */
type Read = (data: unknown) => TextGenerationOutput | undefined;
/**
 * Text completion as OpenAI defined it.
 * @param error text of the error for an answer of another shape
 */
export declare function completions(error: string, options?: CompletionsOptions): TaskAdapter<TextGenerationOutput>;
/**
 * Completion through a chat: the prompt is the only message.
 * @param read what is read of the answer; default: the message, or a text as completions have it
 */
export declare function completionAsChat(error: string, route: string, read?: Read): TaskAdapter<TextGenerationOutput>;
/** `{model, …, prompt}` with the parameters beside the prompt. */
export declare function completionPayload({ args, model }: Call): Record<string, unknown>;
/**
 * As the reference sends it, with `inputs` and `parameters` in place, and the parameters once more in the words of the
 * service, where they take nothing's place.
 */
export declare function nestedCompletionPayload({ args, model }: Call): Record<string, unknown>;
/** For services whose answers count only with the name of the model. */
export declare function withModel(read: Read): Read;
export declare function readCompletion(data: unknown): TextGenerationOutput | undefined;
export declare function readMessage(data: unknown): TextGenerationOutput | undefined;
/** `{generated_text}`, alone or as the first of a list. */
export declare function readGenerated(data: unknown): TextGenerationOutput | undefined;
export {};
