import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
/** `POST /v1/completions` */
export declare function answerCompletion(incoming: Incoming): Promise<Reply>;
