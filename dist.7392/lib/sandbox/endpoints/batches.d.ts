import type { IncomingCall } from "../types.ts";
/** Puts a batch into the queue. */
export declare function createBatch(incoming: IncomingCall): Promise<Response>;
export declare function readBatch(incoming: IncomingCall): Response;
export declare function listBatches({ state, service, query }: IncomingCall): Response;
export declare function cancelBatch(incoming: IncomingCall): Response;
