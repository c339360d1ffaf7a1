import { type CallStream } from "./call-stream.ts";
import type { Registry } from "./helper.ts";
import { type Prepared } from "./prepare.ts";
import { type Scope } from "./scope.ts";
import type { Args, BaseArgs, CallOptions, CallPromise, InferenceTask } from "./types.ts";
/**
 * Runs a task: resolves provider and model, sends, checks the response, follows jobs and downloads to the end.
 * @throws InputError, RoutingError, HubApiError, ProviderApiError, ProviderOutputError; what `fetch` throws, unchanged
 */
export declare function runAmong<Output>(registry: Registry, task: InferenceTask, args: BaseArgs & Args, options?: CallOptions): CallPromise<Output>;
/** Runs a task that streams: the events as they come. Nothing is sent before the first `next()`. */
export declare function runStreamAmong<Chunk>(registry: Registry, task: InferenceTask, args: BaseArgs & Args, options?: CallOptions, convert?: (event: unknown) => Chunk): CallStream<Chunk>;
/** Opens a stream when its first event is asked for. */
export declare function startStream<Chunk>(given: CallOptions, convert: (event: unknown) => Chunk, getPrepared: (options: Scope["options"]) => Promise<Prepared>): CallStream<Chunk>;
