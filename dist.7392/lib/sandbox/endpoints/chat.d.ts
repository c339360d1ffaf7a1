import { type Fields } from "../body.ts";
import { type Conversation } from "../chatbot/conversation.ts";
import { type Tool, type ToolCall, type ToolChoice } from "../chatbot/tool-call.ts";
import type { IncomingCall } from "../types.ts";
import { type Sampling } from "./sampling.ts";
/** A chat request, read and checked. */
interface ChatRequest extends Sampling {
    model: string;
    conversation: Conversation;
    /** JSON schema the answer has to follow; an empty one means any object. */
    schema: Record<string, unknown> | undefined;
    tools: Tool[];
    toolChoice: ToolChoice;
    topLogprobs: number | undefined;
    reasons: boolean;
}
/** One of the answers. */
export interface Choice {
    /** The model's reasoning; empty for models that do not reason. */
    reasoning: string[];
    tokens: string[];
    call: ToolCall | undefined;
    /** Identifies the call of the tool. */
    callId: string;
    finish: "stop" | "length" | "tool_calls";
}
/** A chat with its answers, before a service words them. */
export interface ChatResult {
    chat: ChatRequest;
    choices: Choice[];
    usage: ChatUsage;
}
interface ChatUsage {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    completion_tokens_details?: {
        reasoning_tokens: number;
    };
}
/** Chat as OpenAI defined it; the model may be in the route instead of the body. */
export declare function answerChat(incoming: IncomingCall, given?: Fields): Promise<Response>;
/**
 * Answers a chat; the caller words the result.
 * @param fields the request in OpenAI's form
 */
export declare function runChat(incoming: IncomingCall, fields: Fields): Promise<ChatResult>;
export declare function describeCall(call: ToolCall, id: string): unknown;
export {};
