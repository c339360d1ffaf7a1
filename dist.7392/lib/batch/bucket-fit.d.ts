/** Calls that started at about the same time. */
export interface Outcome {
    /** When they started, in milliseconds: about then a service decides. */
    time: number;
    /** Calls that went through. */
    passed: number;
    /** Calls that were refused, or were told that nothing is left. */
    dry: number;
    /** Calls that have not ended. */
    open: number;
}
/** Rates that explain what a service let through, in calls a millisecond. */
export interface RateEstimate {
    low: number;
    best: number;
    high: number;
}
/**
 * Finds the rates at which a bucket is refilled, if a service keeps one: it was full at first, each call took one unit
 * out of it, and calls that found none were refused. Of several sizes the one that explains most is taken.
 * @param outcomes in order of time, at least one of them dry
 */
export declare function fitBucket(outcomes: readonly Outcome[]): RateEstimate;
