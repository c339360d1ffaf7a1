import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
/** `POST /v1/images/generations` */
export declare function answerImages(incoming: Incoming): Promise<Reply>;
/** `POST /v1/images/edits` */
export declare function answerImageEdits(incoming: Incoming): Promise<Reply>;
