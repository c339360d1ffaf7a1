import { CHAT_PROVIDERS } from "./providers/chat/index.ts";
import type { Registry } from "./resolve.ts";

/** Every provider with its chat adapter only. */
export const CHAT_REGISTRY: Registry = new Map(Object.entries(CHAT_PROVIDERS));
