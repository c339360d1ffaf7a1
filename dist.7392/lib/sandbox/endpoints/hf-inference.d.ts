import type { IncomingCall } from "../types.ts";
/** Answers at the URL of a model; the model's task decides on input and output. */
export declare function answerHfInference(incoming: IncomingCall): Promise<Response>;
