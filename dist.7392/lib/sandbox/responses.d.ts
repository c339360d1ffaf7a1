/** Returns a JSON response. */
export declare function jsonResponse(body: unknown, status?: number, headers?: Readonly<Record<string, string>>): Response;
/** Returns a file as the response. */
export declare function bytesResponse(bytes: Uint8Array<ArrayBuffer>, type: string): Response;
/**
 * Returns an event stream: one event for each value; a string is sent as it is.
 * @param nameOf the name of an event; without it events have none
 * @param pause milliseconds between the first event and each of the others, counted from the first, so that they keep
 * time
 */
export declare function eventResponse<Value>(values: Iterable<Value>, pause: number, nameOf?: (value: Value) => string): Response;
/** Returns an event stream whose events are named after their `type`. */
export declare function namedEventResponse(values: Iterable<Record<string, unknown>>, pause: number): Response;
/** Ends an event stream with the reason of the abort, as a connection does that the caller has closed. */
export declare function endOnAbort(response: Response, signal: AbortSignal): Response;
