import type { IncomingCall } from "../types.ts";
/** Queues a job for an image. */
export declare function queueZaiImage(incoming: IncomingCall): Promise<Response>;
export declare function pollZaiImage(incoming: IncomingCall): Promise<Response>;
/** Returns the layout of a page. */
export declare function answerLayout(incoming: IncomingCall): Promise<Response>;
