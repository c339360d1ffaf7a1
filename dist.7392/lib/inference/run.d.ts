import type { CallStream } from "./call-stream.ts";
import type { Args, BaseArgs, CallOptions, CallPromise, InferenceTask } from "./types.ts";
/**
 * Runs a task: resolves provider and model, sends, checks the response, follows jobs and downloads to the end.
 * @throws InputError, RoutingError, HubApiError, ProviderApiError, ProviderOutputError; what `fetch` throws, unchanged
 */
export declare function run<Output>(task: InferenceTask, args: BaseArgs & Args, options?: CallOptions): CallPromise<Output>;
/** Runs a task that streams: the events as they come. Nothing is sent before the first `next()`. */
export declare function runStream<Chunk>(task: InferenceTask, args: BaseArgs & Args, options?: CallOptions, convert?: (event: unknown) => Chunk): CallStream<Chunk>;
