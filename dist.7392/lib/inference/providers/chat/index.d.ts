import type { InferenceTask, Provider } from "../../types.ts";
import type { InferenceProvider } from "../index.ts";
/**
 * Every provider as chats need it, so that a program that only chats is bundled without the other tasks. Those that do
 * not chat are the names of the tasks they serve. The order is that of messages.
 */
export declare const CHAT_PROVIDERS: Record<InferenceProvider, Provider | readonly InferenceTask[]>;
