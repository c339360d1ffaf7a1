import type { IncomingCall } from "../types.ts";
/** Orders documents by how well they fit a query, as Cohere defined it; Together's form is nearly the same. */
export declare function answerRerank(incoming: IncomingCall): Promise<Response>;
