import type { Failure } from "./failure.ts";
/** Decides when a batch has to stop because its rows fail. */
export declare class StopRule {
    private readonly most;
    private finished;
    private failed;
    private firstError;
    /** All failures so far had this status; null: they differ, or had none. */
    private commonStatus;
    constructor(most: {
        count?: number;
        share?: number;
    } | undefined);
    /** Whether an error of one row condemns all the others, so that it stops the batch and is not written down. */
    isFinal(error: unknown): boolean;
    succeed(): void;
    /** Counts a failed row. Returns the error to stop with, if it is one too many. */
    fail(failure: Failure, error: unknown): unknown;
    private stop;
}
