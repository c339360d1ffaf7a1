import type { IncomingCall } from "./types.ts";
/** The hub: model records and mappings, search, tasks, whose token it is. */
export declare function answerHub(incoming: IncomingCall): Response;
