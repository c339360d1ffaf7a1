import { CHAT_PROVIDERS } from "./providers/chat/index.ts";
import type { Registry } from "./resolve.ts";

/** What chats need of every provider. */
export const CHAT_REGISTRY: Registry = new Map(Object.entries(CHAT_PROVIDERS));
