import type { Batch } from "../batch-jobs.ts";
/** As it was created, as it is now, or as if it were still running. */
type Moment = "created" | "early" | "now";
/** Returns a batch in the form of a service: Together has its own form, Novita its own status names. */
export declare function describeBatch(service: string, batch: Batch, moment: Moment): unknown;
export {};
