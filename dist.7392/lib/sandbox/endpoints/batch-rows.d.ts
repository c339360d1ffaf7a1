import type { Batch, BatchRow } from "../batch-jobs.ts";
/** A line of the input that makes the whole batch fail. */
export declare class RowProblem extends Error {
    readonly problem: NonNullable<Batch["problem"]>;
    constructor(line: number, code: string, message: string);
}
/**
 * Returns the requests of an input file.
 * @throws RowProblem for the first line that cannot be read
 */
export declare function readRows(text: string, oneModel: boolean): BatchRow[];
