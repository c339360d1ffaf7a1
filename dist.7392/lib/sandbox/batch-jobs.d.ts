import { BoundedMap } from "./jobs.ts";
/** A file that was uploaded, or that a batch has written. */
export interface BatchFile {
    id: string;
    name: string;
    purpose: string;
    /** Seconds since 1970. */
    created: number;
    text: string;
}
/** One request of a batch, and what came of it. */
export interface BatchRow {
    customId: string;
    body: Record<string, unknown>;
}
/** A line of the output: a response, or an error. */
export interface BatchLine {
    customId: string;
    response?: {
        status: number;
        body: unknown;
    };
    error?: {
        code: string;
        message: string;
    };
}
export type BatchStatus = "validating" | "failed" | "in_progress" | "completed" | "expired" | "cancelling" | "cancelled";
/** A batch in the queue of a provider. */
export interface Batch {
    id: string;
    inputFile: string;
    endpoint: string;
    window: string;
    metadata: unknown;
    /** Seconds since 1970. */
    created: number;
    ended?: number;
    status: BatchStatus;
    polls: number;
    total: number;
    lines: BatchLine[];
    /** Why the batch as a whole failed. */
    problem?: {
        line: number;
        code: string;
        message: string;
    };
    outputFile?: string;
    errorFile?: string;
}
/** Files and batches of all providers of a sandbox. */
export interface BatchStore {
    readonly files: BoundedMap<BatchFile>;
    readonly batches: BoundedMap<Batch>;
}
export declare function createBatchStore(): BatchStore;
/**
 * Answers the rows of a batch, one after the other, in the background.
 * @param latency milliseconds for each row
 * @param answer undefined for a row that is never answered, which lets the batch expire
 * @param finish called with the status it ends with
 */
export declare function runBatch(batch: Batch, rows: readonly BatchRow[], latency: number, answer: (row: BatchRow) => Promise<BatchLine | undefined>, finish: (status: "completed" | "expired" | "cancelled") => void): Promise<void>;
