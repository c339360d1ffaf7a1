import { readResponse } from "../http/index.ts";
import type { CallStream } from "./call-stream.ts";
import { notify } from "./logger.ts";
import { getProviderHelper, REGISTRY } from "./registry.ts";
import { resolveProvider } from "./resolve.ts";
import { createCallPromise, describeHead, prepare, sendPrepared, startStream } from "./run-among.ts";
import { withScope } from "./scope.ts";
import type { Args, BaseArgs, CallOptions, CallPromise, RequestArgs } from "./types.ts";

/** Sends the arguments unchanged, for `options.task` or none, and returns the response unchecked. */
function runUnchecked(args: BaseArgs & Args, options: CallOptions): CallPromise<unknown> {
	return createCallPromise((report) =>
		withScope(options, async (settled) => {
			const helper = getProviderHelper(await resolveProvider(REGISTRY, args, settled.task, settled), settled.task);
			const prepared = await prepare(REGISTRY, helper, args, settled);
			const response = await sendPrepared(prepared, settled, false);
			report(() => describeHead(response, prepared));
			return (await readResponse(response, settled)).data;
		}),
	);
}

/** Like `runUnchecked`, but streams. */
function runStreamUnchecked<Chunk>(
	args: BaseArgs & Args,
	options: CallOptions,
	onStart: () => void,
): CallStream<Chunk> {
	const streamed = { ...args, stream: true };
	return startStream(
		options,
		(event) => event as Chunk,
		async (settled) => {
			onStart();
			const helper = getProviderHelper(await resolveProvider(REGISTRY, args, options.task, settled), options.task);
			return prepare(REGISTRY, helper, streamed, settled);
		},
	);
}

const deprecated = (name: string): string =>
	`The ${name} method is deprecated and will be removed in a future version of modelhub. Use specific task functions instead.`;

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
