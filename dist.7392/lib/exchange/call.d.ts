import type { Fetch } from "../http/index.ts";
import { type Exchange, type Parties } from "./exchange.ts";
import type { Offer } from "./offers.ts";
/** Facts of a call that the caller passes in; the rest is read from its requests. */
export type CallFacts = Partial<Parties> & {
    command?: string | undefined;
};
export interface CallOptions {
    /** Clock, in milliseconds since 1970. Default `Date.now`. */
    now?: (() => number) | undefined;
}
/** Fields of a trace besides the exchange. */
export interface CallDetails {
    /** The JSON body of the request that was answered. */
    request: unknown;
    response: {
        id: string | null;
        model: string | null;
    };
    /** Origin of the service. */
    server: string | null;
}
/** How a call ended. */
export interface Outcome {
    error?: unknown;
    /** The router's list of models, for the cost. */
    offers?: readonly Offer[] | undefined;
    /** Whom it was for, where the caller knows better. */
    parties?: Partial<Parties> | undefined;
    /** The JSON of the response, where the caller has read it already. */
    response?: unknown;
}
/** A call under way. */
export interface Call {
    id: string;
    /** A `fetch` whose requests belong to the call. It belongs under `retry`, so that attempts are counted. */
    watch(fetch: Fetch): Fetch;
    /** Who has served it so far, if anybody told. */
    provider(): string | null;
    /** The record of the call; may be asked for again when more is known. */
    end(outcome?: Outcome): Exchange;
    details(): CallDetails;
}
/**
 * Begins the record of a call: all requests sent with its `fetch` are summed up in one exchange.
 *
 * Bodies are passed on as they come; a response's usage is read from a copy of its last chunks when the call ends.
 */
export declare function startCall(facts?: CallFacts, { now }?: CallOptions): Call;
