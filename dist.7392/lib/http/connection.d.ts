/** Whether `fetch`, or the reading of a body, failed because the connection could not be made or broke. */
export declare function isConnectionFailure(error: unknown): boolean;
/** Whether such a failure may be gone at the next attempt. */
export declare function isPassingFailure(error: unknown): boolean;
