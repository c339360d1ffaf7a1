import type { IncomingCall } from "../types.ts";
/** Accepts a job; the end of the model's name states the task. */
export declare function queueWavespeed(incoming: IncomingCall): Promise<Response>;
export declare function pollWavespeed(incoming: IncomingCall): Promise<Response>;
