import type { IncomingCall } from "../types.ts";
/** Queues a job for an image. */
export declare function queueBflImage(incoming: IncomingCall): Promise<Response>;
/** Reports the state of a job; no key is needed. */
export declare function pollBflImage(incoming: IncomingCall): Promise<Response>;
