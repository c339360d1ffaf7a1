import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
/** `POST /v1/embeddings`. Providers are asked for floats; base64 is made here. */
export declare function answerEmbeddings(incoming: Incoming): Promise<Reply>;
