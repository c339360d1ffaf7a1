import type { Random } from "../random.ts";
import type { Conversation } from "./conversation.ts";

/** The facts that an answer may use. */
export interface ChatTurn {
	conversation: Conversation;
	/** Text of the last message of the user, trimmed. */
	question: string;
	/** Name of the model that answers. */
	model: string;
	/** Time, in milliseconds since 1970. */
	now: number;
	random: Random;
}

/** Returns an answer; undefined for messages it does not understand. */
export type Skill = (turn: ChatTurn) => string | undefined;
