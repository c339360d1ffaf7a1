import type { IncomingCall } from "./types.ts";
/**
 * Answers a call within the limits of a service, and reports them.
 * @throws ServiceFailure 429 when the limit is reached
 */
export declare function answerWithinLimits({ state }: IncomingCall, service: string, answer: () => Response | Promise<Response>): Promise<Response>;
