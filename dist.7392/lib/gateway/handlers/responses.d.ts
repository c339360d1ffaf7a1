import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
/** `POST /v1/responses`: passed through where the only target speaks it, else translated to a chat. */
export declare function answerResponses(incoming: Incoming): Promise<Reply>;
