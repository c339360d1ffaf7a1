import type { CallStream } from "../call-stream.ts";
import { notify } from "../logger.ts";
import { getProviderHelper, REGISTRY } from "../providers/registry.ts";
import { type ProviderHelper, resolveProvider } from "../resolve.ts";
import { runTask, runTaskStream, type TaskDefinition } from "../run.ts";
import type { Args, BaseArgs, CallOptions, CallPromise, RequestArgs } from "../types.ts";

/** What a function does, which chooses a provider for the option `task` or for none. */
const define = (name: string): TaskDefinition => ({
	registry: REGISTRY,
	required: [],
	name,
	select: (args, options) => {
		const message = `The ${name} method is deprecated and will be removed in a future version of modelhub. Use specific task functions instead.`;
		notify({ type: "deprecated", message }, options);
		return select(args, options);
	},
});

/** The provider gets the arguments unchanged, and its response is not checked. */
async function select(args: BaseArgs, options: CallOptions): Promise<ProviderHelper> {
	const { task } = options;
	const helper = getProviderHelper(await resolveProvider(REGISTRY, args, task, options), task);
	const { encode: _encode, inParts: _inParts, ...adapter } = helper.adapter;
	return { ...helper, adapter: { ...adapter, parse: ({ data }) => data } };
}

/**
 * Sends any arguments to a model and returns the response unchecked: a JSON value, or a Blob.
 * @deprecated use the function of the task
 */
export function request<Output>(args: RequestArgs, options: CallOptions = {}): CallPromise<Output> {
	return runTask(define("request"), args as Args, options);
}

/**
 * Like `request`, but streams.
 * @deprecated use the function of the task
 */
export function streamingRequest<Chunk>(args: RequestArgs, options: CallOptions = {}): CallStream<Chunk> {
	return runTaskStream(define("streamingRequest"), args as Args, options);
}
