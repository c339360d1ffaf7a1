import { type BatchOptions, type BatchResult } from "./types.ts";
/**
 * Runs a task over many rows and yields a result for each, in the order of completion. Rows are taken from the iterable
 * only as fast as calls may start and results are taken. Rate limits are learnt and kept: they never fail a row.
 * @throws what a call failed with, if every other row would fail likewise (a wrong key, no such model, or the first 20
 *   rows all failed); `BatchStopped` when a limit of the batch is reached; the signal's reason
 */
export declare function runBatch(options: BatchOptions): AsyncGenerator<BatchResult, void, undefined>;
