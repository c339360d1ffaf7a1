import type { Call as ExchangeCall } from "../exchange/index.ts";
import { type Cancellation, type Fetch } from "../http/index.ts";
import type { GatewayCall } from "./call.ts";
import type { Services } from "./services.ts";
/** What the `fetch` of an attempt serves. */
export interface Guarded {
    exchange: ExchangeCall;
    cancellation: Cancellation;
    /** Of the response to the first request to the model. */
    headers: Headers | undefined;
}
/**
 * The `fetch` of an attempt: it counts requests, ends with the attempt, and refuses what a request of a client could
 * lead to beside the call. Before the task is sent only the hub is asked: a URL in the input is never fetched.
 */
export declare function guardFetch(services: Services, call: GatewayCall, guarded: Guarded): Fetch;
