import { readResponse } from "../http/index.ts";
import type { CallStream } from "./call-stream.ts";
import { getProviderHelper } from "./helper.ts";
import { REGISTRY } from "./registry.ts";
import { resolveProvider } from "./resolve.ts";
import { createCallPromise, describeHead, prepare, sendPrepared, startStream } from "./run-among.ts";
import { withScope } from "./scope.ts";
import type { Args, BaseArgs, CallOptions, CallPromise } from "./types.ts";

/** Sends the arguments unchanged, for `options.task` or none, and returns the response unchecked. */
export function runUnchecked(args: BaseArgs & Args, options: CallOptions): CallPromise<unknown> {
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
export function runStreamUnchecked<Chunk>(
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
