/** Why a row has no result. */
export type FailureKind = "input" | "refused" | "not_allowed" | "not_found" | "rate_limited" | "unavailable" | "network" | "timeout" | "malformed" | "truncated" | "schema" | "cost";
/** A failure as a result holds it. */
export interface Failure {
    kind: FailureKind;
    /** HTTP status, where a response had one. */
    status?: number;
    message: string;
}
/** Failures for which the provider is to blame: another one may do better. */
export declare const PROVIDER_FAULTS: ReadonlySet<FailureKind>;
/** Failures that may be gone at the next attempt. */
export declare const PASSING_FAULTS: ReadonlySet<FailureKind>;
/** Describes an error that a call ended with. */
export declare function describeFailure(error: unknown): Failure;
/**
 * Whether a failed call met a limit: 429, or a 503 that asks to wait or says that the service is busy.
 * @param provider some services mean capacity by every 503
 */
export declare function isLimit(error: unknown, provider: string | undefined, hasPause: boolean): boolean;
/** Milliseconds that the body of a response asks to wait: some services say when a model will be loaded. */
export declare function readEstimatedTime(error: unknown): number | undefined;
