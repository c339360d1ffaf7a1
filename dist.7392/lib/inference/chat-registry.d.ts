import type { Registry } from "./helper.ts";
/** What chats need of every provider. */
export declare const CHAT_REGISTRY: Registry;
