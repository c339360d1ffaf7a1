import type { IncomingCall } from "../types.ts";
/** Chat in Cohere's own form, version 2. */
export declare function answerCohereChat(incoming: IncomingCall): Promise<Response>;
/** Embeddings in Cohere's own form, version 2. */
export declare function answerCohereEmbeddings(incoming: IncomingCall): Promise<Response>;
