import { notify } from "../logger.ts";
import { runStreamUnchecked, runUnchecked } from "../run.ts";
import type { Args, CallOptions, RequestArgs } from "../types.ts";

const deprecated = (name: string): string =>
	`The ${name} method is deprecated and will be removed in a future version of huggingface.js. Use specific task functions instead.`;

/**
 * Sends anything to a model and returns the answer unchecked: a JSON value, or a Blob.
 * @deprecated use the function of the task
 */
export async function request<Output>(args: RequestArgs, options: CallOptions = {}): Promise<Output> {
	notify({ type: "deprecated", message: deprecated("request") }, options);
	return (await runUnchecked(args as Args, options)) as Output;
}

/**
 * As `request`, streaming.
 * @deprecated use the function of the task
 */
export async function* streamingRequest<Chunk>(
	args: RequestArgs,
	options: CallOptions = {},
): AsyncGenerator<Chunk, void, undefined> {
	notify({ type: "deprecated", message: deprecated("streamingRequest") }, options);
	yield* runStreamUnchecked<Chunk>(args as Args, options);
}
