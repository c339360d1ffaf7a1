import type { IncomingCall } from "../types.ts";
/** Queues a job for a video, from a prompt or a first frame. */
export declare function queueTogetherVideo(incoming: IncomingCall): Promise<Response>;
export declare function pollTogetherVideo(incoming: IncomingCall): Promise<Response>;
