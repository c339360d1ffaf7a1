import type { ChatTurn } from "./skill.ts";
/** Answers the last message of a conversation, from the conversation alone. */
export declare function composeReply(turn: ChatTurn): string;
