import type { IncomingCall } from "./types.ts";
export declare function answerRouter(incoming: IncomingCall): Response | Promise<Response>;
