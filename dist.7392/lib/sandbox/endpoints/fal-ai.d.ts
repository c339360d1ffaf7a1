import type { IncomingCall } from "../types.ts";
/** Runs a model at once, or queues it: on the queue's own host, or routed with `_subdomain=queue`. */
export declare function answerFal(incoming: IncomingCall): Promise<Response>;
export declare function pollFal(incoming: IncomingCall): Response;
/** Cancels a job that is not over yet. */
export declare function cancelFal(incoming: IncomingCall): Response;
/** Returns the result; a job that failed shows here what went wrong. */
export declare function fetchFalResult(incoming: IncomingCall): Promise<Response>;
