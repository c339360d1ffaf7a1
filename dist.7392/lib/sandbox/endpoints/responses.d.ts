import type { IncomingCall } from "../types.ts";
/** The Responses API of OpenAI: text, function calls, reasoning and events. The answer is that of a chat. */
export declare function answerResponse(incoming: IncomingCall): Promise<Response>;
