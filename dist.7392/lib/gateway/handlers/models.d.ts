import type { Incoming } from "../incoming.ts";
import { type Reply } from "../reply.ts";
/** `GET /v1/models`: the aliases, then the router's list. */
export declare function answerModels({ services }: Incoming): Promise<Reply>;
/** `GET /v1/models/{id}` */
export declare function answerModel({ services, groups }: Incoming): Promise<Reply>;
