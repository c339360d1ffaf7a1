import { race, readAnswer, StreamReader } from "../http/index.ts";
import { createCallPromise } from "./call-promise.ts";
import { type CallStream, createCallStream, type OpenedStream } from "./call-stream.ts";
import { hasToken } from "./has-token.ts";
import type { Registry } from "./helper.ts";
import { notify } from "./logger.ts";
import { encode, type Prepared, prepare, selectHelper } from "./prepare.ts";
import { serviceBase } from "./request.ts";
import { firstTokenLimitOf, openScope, type Scope, withScope } from "./scope.ts";
import { sendPrepared } from "./send-prepared.ts";
import type {
	Args,
	BaseArgs,
	CallOptions,
	CallPromise,
	InferenceTask,
	ProviderResponse,
	ResponseInfo,
} from "./types.ts";

/**
 * Runs a task: resolves provider and model, sends, checks the response, follows jobs and downloads to the end.
 * @throws InputError, RoutingError, HubApiError, ProviderApiError, ProviderOutputError; what `fetch` throws, unchanged
 */
export function runAmong<Output>(
	registry: Registry,
	task: InferenceTask,
	args: BaseArgs & Args,
	options: CallOptions = {},
): CallPromise<Output> {
	return createCallPromise((onResponse) =>
		withScope(options, async (settled) => {
			// What is known needs no `await`: each would cost a turn of the queue.
			const found = selectHelper(registry, task, args, settled);
			const helper = found instanceof Promise ? await found : found;
			const send = (part: BaseArgs & Args): Promise<unknown> => {
				const prepared = prepare(registry, helper, part, settled);
				return prepared instanceof Promise
					? prepared.then((ready) => finish(ready, settled, onResponse))
					: finish(prepared, settled, onResponse);
			};
			const files = encode(helper, args, settled);
			const encoded = files instanceof Promise ? await files : files;
			return (await (helper.wire.inParts?.(encoded, send) ?? send(encoded))) as Output;
		}),
	);
}

/** Runs a task that streams: the events as they come. Nothing is sent before the first `next()`. */
export function runStreamAmong<Chunk>(
	registry: Registry,
	task: InferenceTask,
	args: BaseArgs & Args,
	options: CallOptions = {},
	convert = (event: unknown): Chunk => event as Chunk,
): CallStream<Chunk> {
	const streamed = { ...args, stream: true };
	return startStream(options, convert, async (settled) => {
		const helper = await selectHelper(registry, task, streamed, settled);
		return prepare(registry, helper, await encode(helper, streamed, settled), settled);
	});
}

/** Opens a stream when its first event is asked for. */
export function startStream<Chunk>(
	given: CallOptions,
	convert: (event: unknown) => Chunk,
	getPrepared: (options: Scope["options"]) => Promise<Prepared>,
): CallStream<Chunk> {
	let clearLimit: (() => void) | undefined;
	const watch = (event: unknown): Chunk => {
		if (clearLimit && hasToken(event)) {
			clearLimit();
			clearLimit = undefined;
		}
		return convert(event);
	};
	return createCallStream(
		async (): Promise<OpenedStream> => {
			const scope = openScope(given, firstTokenLimitOf(given));
			const { options } = scope;
			clearLimit = scope.clearLimit;
			try {
				return { ...(await race(openStream(await getPrepared(options), options), options.signal)), close: scope.close };
			} catch (error) {
				scope.close();
				throw error;
			}
		},
		given.firstTokenTimeout === undefined ? convert : watch,
	);
}

async function openStream(prepared: Prepared, options: Scope["options"]): Promise<Omit<OpenedStream, "close">> {
	let info: ResponseInfo | undefined;
	const response = await sendPrepared(prepared, options, true, (head) => {
		info = head;
	});
	return { reader: new StreamReader(response, prepared.request, options), info: info as ResponseInfo };
}

async function finish(
	prepared: Prepared,
	options: Scope["options"],
	onResponse: (response: ResponseInfo) => void,
): Promise<unknown> {
	const { call, helper, request } = prepared;
	const { fetch, signal, limits, storeFile } = options;
	const answer = await readAnswer(await sendPrepared(prepared, options, false, onResponse), options);
	const received: ProviderResponse = {
		call,
		data: answer.data,
		url: request.url,
		headers: request.info.headers,
		base: () => serviceBase(request.url, helper.provider, options),
		fetch,
		signal,
		limits,
		storeFile,
		notify: (notice) => notify(notice, options),
	};
	// Spreads would cost more than the whole object.
	if (answer.invalidJson !== undefined) received.invalidJson = answer.invalidJson;
	if (options.wait) received.wait = options.wait;
	return helper.wire.parse(received);
}
