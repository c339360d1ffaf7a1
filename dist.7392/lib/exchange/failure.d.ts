import type { ExchangeError } from "./exchange.ts";
/** The part of an error that is kept. */
export declare function describeError(error: unknown): ExchangeError;
interface ErrorFacts {
    name: string;
    message: string;
    code: string | undefined;
    status: number | undefined;
}
/** By its members, not by class: errors of `fetch` may come from another realm. The code may stand in a cause. */
export declare function readError(error: unknown): ErrorFacts;
/** The error of a recorded request that failed or was cut, as `fetch` would raise it. */
export declare function rebuildError({ name, message, code }: ExchangeError): Error;
export {};
