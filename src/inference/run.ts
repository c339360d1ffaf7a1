import type { CallStream } from "./call-stream.ts";
import { REGISTRY } from "./registry.ts";
import { runAmong, runStreamAmong } from "./run-among.ts";
import type { Args, BaseArgs, CallOptions, CallPromise, InferenceTask } from "./types.ts";

/**
 * Runs a task: resolves provider and model, sends, checks the response, follows jobs and downloads to the end.
 * @throws InputError, RoutingError, HubApiError, ProviderApiError, ProviderOutputError; what `fetch` throws, unchanged
 */
export function run<Output>(task: InferenceTask, args: BaseArgs & Args, options?: CallOptions): CallPromise<Output> {
	return runAmong(REGISTRY, task, args, options);
}

/** Runs a task and streams its events. Nothing is sent before the first `next()`. */
export function runStream<Chunk>(
	task: InferenceTask,
	args: BaseArgs & Args,
	options?: CallOptions,
	convert?: (event: unknown) => Chunk,
): CallStream<Chunk> {
	return runStreamAmong(REGISTRY, task, args, options, convert);
}
