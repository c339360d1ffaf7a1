import type { CallStream } from "../call-stream.ts";
import { notify } from "../logger.ts";
import { runStreamUnchecked, runUnchecked } from "../run-unchecked.ts";
import type { Args, CallOptions, CallPromise, RequestArgs } from "../types.ts";

const deprecated = (name: string): string =>
	`The ${name} method is deprecated and will be removed in a future version of huggingface.js. Use specific task functions instead.`;

/**
 * Sends any arguments to a model and returns the response unchecked: a JSON value, or a Blob.
 * @deprecated use the function of the task
 */
export function request<Output>(args: RequestArgs, options: CallOptions = {}): CallPromise<Output> {
	notify({ type: "deprecated", message: deprecated("request") }, options);
	return runUnchecked(args as Args, options) as CallPromise<Output>;
}

/**
 * Like `request`, but streams.
 * @deprecated use the function of the task
 */
export function streamingRequest<Chunk>(args: RequestArgs, options: CallOptions = {}): CallStream<Chunk> {
	return runStreamUnchecked<Chunk>(args as Args, options, () =>
		notify({ type: "deprecated", message: deprecated("streamingRequest") }, options),
	);
}
