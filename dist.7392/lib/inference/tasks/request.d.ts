import type { CallStream } from "../call-stream.ts";
import type { CallOptions, CallPromise, RequestArgs } from "../types.ts";
/**
 * Sends anything to a model and returns the answer unchecked: a JSON value, or a Blob.
 * @deprecated use the function of the task
 */
export declare function request<Output>(args: RequestArgs, options?: CallOptions): CallPromise<Output>;
/**
 * As `request`, streaming.
 * @deprecated use the function of the task
 */
export declare function streamingRequest<Chunk>(args: RequestArgs, options?: CallOptions): CallStream<Chunk>;
