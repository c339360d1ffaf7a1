/** Whether a value is an object with named members. */
export declare function isRecord(value: unknown): value is Record<string, unknown>;
