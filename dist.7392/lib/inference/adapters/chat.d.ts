import type { ChatCompletionOutput } from "../io/chat.ts";
import type { Call, TaskAdapter } from "../types.ts";
interface ChatOptions {
    /** Default `v1/chat/completions`. */
    route?: string;
    /** Default: the arguments with the model. */
    payload?: (call: Call) => object;
}
/** Chat as OpenAI defined it. */
export declare function chat({ route, payload, }?: ChatOptions): TaskAdapter<ChatCompletionOutput>;
/** The model comes first: a gateway can route a large body before it has read the messages. */
export declare function chatPayload({ args, model }: Call): Record<string, unknown>;
/** The JSON schema the answer is to follow, if the caller asked for one. */
export declare function findAnswerSchema({ args }: Call): Record<string, unknown> | undefined;
export {};
