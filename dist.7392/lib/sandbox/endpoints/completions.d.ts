import type { IncomingCall } from "../types.ts";
/** Text completion as OpenAI defined it. */
export declare function answerCompletion(incoming: IncomingCall): Promise<Response>;
