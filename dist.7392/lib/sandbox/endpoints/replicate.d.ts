import type { IncomingCall } from "../types.ts";
/** Takes a prediction; with `Prefer: wait` the answer is the finished one. */
export declare function predict(incoming: IncomingCall): Promise<Response>;
export declare function cancelPrediction(incoming: IncomingCall): Promise<Response>;
/** Returns a model's record, with its newest version. */
export declare function describeReplicateModel({ state, groups }: IncomingCall): Response;
export declare function pollPrediction(incoming: IncomingCall): Promise<Response>;
