import type { CallPromise, ResponseInfo } from "./types.ts";
/**
 * Starts a call.
 * @param start does the work, and reports the head of its response
 */
export declare function createCallPromise<Output>(start: (onResponse: (response: ResponseInfo) => void) => Promise<Output>): CallPromise<Output>;
