import type { BodyObserver, ObservableResponse } from "../http/index.ts";
/**
 * The same response, told of to an observer as it is read.
 *
 * A body put around another costs a third of a call and of a token, and methods set on each response a tenth of a call
 * (`npm run bench:exchange`). So the response, its stream and its reader each get a prototype that stands before their
 * own and tells of what is read; only what cannot be told so (`tee`, pipes, iteration) gets a new body.
 */
export declare function observeBody(response: Response | ObservableResponse, observer: BodyObserver): Response;
