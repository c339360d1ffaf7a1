import type { ServiceFailure } from "./failure.ts";
/** How a service words its errors. */
export interface ErrorFormat {
    /** Status for input that is wrong. */
    invalid: 400 | 422;
    body(failure: ServiceFailure, status: number): object;
}
/** Hub, router and hf-inference. */
export declare const HUB_FORMAT: ErrorFormat;
/** The router's own URLs: authorization fails as on the hub, everything else follows OpenAI. */
export declare const ROUTER_FORMAT: ErrorFormat;
/** How a provider words its errors; most follow OpenAI. */
export declare function errorFormatOf(provider: string): ErrorFormat;
/** Returns the status and the body with which a provider reports a failure. */
export declare function describeFailure(provider: string, failure: ServiceFailure): {
    status: number;
    body: object;
};
