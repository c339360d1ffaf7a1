import type { Exchange } from "../../exchange/index.ts";
import type { Attempting } from "../call.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Services } from "../services.ts";
import { type Session } from "../session.ts";
/** `POST /v1/chat/completions` */
export declare function answerChat(incoming: Incoming): Promise<Reply>;
/** A whole answer of a chat. */
export interface ChatAnswer {
    value: Record<string, unknown>;
    /** As it came, without secrets. */
    text: string;
}
/** Asks for a whole answer. */
export declare function askChat(services: Services, session: Session, args: Readonly<Record<string, unknown>>): Promise<{
    data: ChatAnswer;
    exchange: Exchange;
    attempting: Attempting;
}>;
