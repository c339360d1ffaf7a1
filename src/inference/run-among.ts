import { findAnswerCount } from "../base/answer-counts.ts";
import { InferenceClientInputError, withCaller } from "../errors.ts";
import {
	abortError,
	dropBody,
	type Fetch,
	guardRedirects,
	limitTime,
	race,
	readResponse,
	retry,
	StreamReader,
	startDeadline,
	throwProviderError,
	timeout,
} from "../http/index.ts";
import { buildRequest, type Prepared, serviceBase } from "./build-request.ts";
import { type CallStream, createCallStream, type OpenedStream } from "./call-stream.ts";
import { countAnswers, hasToken } from "./delta.ts";
import { notify } from "./logger.ts";
import { type Awaitable, type ProviderHelper, type Registry, resolveModel, selectHelper } from "./resolve.ts";
import type {
	Args,
	BaseArgs,
	CallOptions,
	CallPromise,
	InferenceTask,
	Options,
	ProviderResponse,
	ResponseInfo,
	WithResponse,
} from "./types.ts";

/** One call while it runs. */
interface Scope {
	/** The options of the call, with the `fetch` and the signal of this scope. */
	options: CallOptions & { fetch: Fetch };
	/** Ends the time limit of the first token. */
	clearLimit(): void;
	/** Ends the scope: removes its listeners and its timers. */
	close(): void;
}

/** Builds the `fetch` of a call: guarded redirects, then time limits for each attempt, then retries. */
export function buildFetch(options: Options): Fetch {
	// Looked up for each call, so that a program can replace the global one.
	const guarded = guardRedirects(options.fetch ?? globalThis.fetch);
	const { timeout: limit, maxRetries, retry_on_error: isRetried } = options;
	const timed = limit === undefined ? guarded : timeout(guarded, { firstByte: limit, idle: limit });
	if (maxRetries === undefined ? isRetried === false : maxRetries <= 0) return timed;
	return retry(timed, { retries: maxRetries, wait: options.wait, onNotice: (notice) => notify(notice, options) });
}

/**
 * Opens the scope of a call. Its signal follows the caller's, and aborts at the deadline and at the time limit of the first
 * token. A signal that many calls share gets a single listener, whatever `fetch` does with its signals.
 * @param firstToken maximum wait for the first token, in milliseconds
 */
function openScope(given: CallOptions, firstToken?: number): Scope {
	// Not a spread: see `guardRedirects`.
	const options = Object.assign({}, given, { fetch: buildFetch(given) });
	// Most calls have none.
	if (!given.signal && given.deadline === undefined && firstToken === undefined)
		return { options, clearLimit: nothing, close: nothing };
	const whole = startDeadline(given.deadline, given.signal);
	const first = firstToken === undefined ? whole : limitTime(whole.signal, firstToken, noToken);
	const { signal } = first;
	if (signal) options.signal = signal;
	const close = (): void => {
		first.close();
		whole.close();
	};
	return { options, clearLimit: firstToken === undefined ? nothing : first.clear, close };
}

const noToken = (seconds: number): Error => new DOMException(`No token within ${seconds} s`, "TimeoutError");

const nothing = (): void => undefined;

/**
 * Does the work of a call that does not stream, within its deadline. An abort cancels the request, poll, wait or download
 * under way, and the promise rejects even if the caller's `fetch` ignores signals.
 */
async function withScope<Result>(
	given: CallOptions,
	work: (options: Scope["options"]) => Promise<Result>,
): Promise<Result> {
	const { options, close } = openScope(given);
	const { signal } = options;
	try {
		if (signal?.aborted) throw abortError(signal);
		return await (signal ? race(work(options), signal) : work(options));
	} catch (error) {
		throw withCaller(error);
	} finally {
		if (signal) close();
	}
}

/** A task, among providers; or, in place of a task, the choice of a provider. */
export type RunnableTask = {
	registry: Registry;
	/** Names of arguments: a dot leads into a member, `|` separates two names of one. */
	required: readonly string[];
} & (
	| { task: InferenceTask; select?: undefined }
	| { task?: undefined; select(args: BaseArgs, options: CallOptions): Promise<ProviderHelper> }
);

/**
 * Checks that a call has what its task requires; an empty text or list is a value.
 * @throws InputError that names what is missing
 */
function checkRequired({ task, required }: RunnableTask, args: BaseArgs & Args): void {
	for (const path of required) {
		const [name = "", parent] = path.split(".").reverse();
		// An endpoint may take labels elsewhere.
		const absent = parent === "parameters" && !args.endpointUrl ? {} : undefined;
		const holder = parent === undefined ? args : ((args as Args)[parent] ?? absent);
		// Files and lists are inputs of other forms.
		if (parent !== undefined && !isPlain(holder)) continue;
		const [first = "", other = first] = name.split("|");
		if ((holder as Args)[first] !== undefined || (holder as Args)[other] !== undefined) continue;
		throw new InferenceClientInputError(
			`Missing argument of ${task}: ${parent === undefined ? "" : `${parent}.`}${first}`,
		);
	}
}

function isPlain(value: unknown): value is Args {
	return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * Checks that a call asks for as many answers as its task returns: all but chats return one. The others would be paid for
 * and thrown away.
 * @throws InputError
 */
function checkCount({ task }: RunnableTask, args: Args, { outputType }: CallOptions): void {
	const isWhole = task === "conversational" || (task === "text-to-image" && outputType === "json");
	const asked = task === undefined || isWhole ? undefined : findAnswerCount(args.parameters);
	if (!asked) return;
	const { name, count } = asked;
	const whole = task === "text-to-image" ? ', or read them all from the response with outputType "json"' : "";
	throw new InferenceClientInputError(
		`${task} returns one result, and ${name} asks for ${count}. Make a call for each${whole}.`,
	);
}

/** As `run` of `run.ts`, among some providers. */
export function runAmong<Output>(
	run: RunnableTask,
	args: BaseArgs & Args,
	options: CallOptions = {},
): CallPromise<Output> {
	return createCallPromise((report) =>
		withScope(options, async (settled) => {
			checkRequired(run, args);
			checkCount(run, args, settled);
			// No `await` for known values: each takes a turn of the queue.
			const found = run.select ? run.select(args, settled) : selectHelper(run.registry, run.task, args, settled);
			const helper = found instanceof Promise ? await found : found;
			const encoded = helper.adapter.encode ? await encodeFiles(helper, args, settled) : args;
			const send = (part: BaseArgs & Args): Promise<unknown> =>
				callProvider(prepare(run.registry, helper, part, settled), settled, report);
			return (await (helper.adapter.inParts?.(encoded, send) ?? send(encoded))) as Output;
		}),
	);
}

/** As `runStream` of `run.ts`, among some providers. */
export function runStreamAmong<Chunk>(
	run: RunnableTask,
	args: BaseArgs & Args,
	given: CallOptions = {},
	convert = (event: unknown): Chunk => event as Chunk,
	create: typeof createCallStream = createCallStream,
): CallStream<Chunk> {
	const streamed = { ...args, stream: true };
	let clearLimit: (() => void) | undefined;
	const watch = (event: unknown): Chunk => {
		if (clearLimit && hasToken(event)) {
			clearLimit();
			clearLimit = undefined;
		}
		return convert(event);
	};
	const open = async (): Promise<OpenedStream> => {
		const scope = openScope(given, given.firstTokenTimeout);
		const { options } = scope;
		clearLimit = scope.clearLimit;
		const request = async (): Promise<OpenedStream> => {
			checkRequired(run, args);
			checkCount(run, args, options);
			const helper = await (run.select
				? run.select(streamed, options)
				: selectHelper(run.registry, run.task, streamed, options));
			const encoded = await encodeFiles(helper, streamed, options);
			const prepared = await prepare(run.registry, helper, encoded, options);
			const response = await sendPrepared(prepared, options, true);
			if (options.signal?.aborted) {
				dropBody(response);
				throw abortError(options.signal);
			}
			const reader = new StreamReader(response, prepared.request, options);
			const answers = countAnswers(args);
			return { reader, info: describeHead(response, prepared), answers, close: scope.close };
		};
		try {
			// Look-ups and uploads end too, even if the caller's `fetch` ignores signals.
			return await race(request(), options.signal);
		} catch (error) {
			scope.close();
			throw error;
		}
	};
	return create(open, given.firstTokenTimeout === undefined ? convert : watch);
}

/** Returns the arguments with their files in the form that the provider takes. */
export async function encodeFiles(
	{ adapter }: ProviderHelper,
	args: BaseArgs & Args,
	options: Options,
): Promise<BaseArgs & Args> {
	if (!adapter.encode) return args;
	const { accessToken, model, endpointUrl, provider, ...taskArgs } = args;
	const { fetch = globalThis.fetch, signal, limits, storeFile } = options;
	const encoded = await adapter.encode(taskArgs, { fetch, signal, limits, storeFile });
	return { ...encoded, accessToken, model, endpointUrl, provider };
}

/** Resolves the model of a call and builds its request. */
export function prepare(
	registry: Registry,
	helper: ProviderHelper,
	args: BaseArgs & Args,
	options: CallOptions,
): Awaitable<Prepared> {
	const model = resolveModel(registry, args, helper, options);
	return model instanceof Promise
		? model.then((resolved) => buildRequest(helper, args, resolved, options))
		: buildRequest(helper, args, model, options);
}

/** Sends the request of a call and returns the result. */
async function callProvider(pending: Awaitable<Prepared>, options: Scope["options"], report: Report): Promise<unknown> {
	const prepared = pending instanceof Promise ? await pending : pending;
	const { call, helper, request } = prepared;
	const { fetch, signal, limits, storeFile } = options;
	const response = await sendPrepared(prepared, options, false);
	report(() => describeHead(response, prepared));
	const content = await readResponse(response, options);
	const received: ProviderResponse = {
		call,
		data: content.data,
		url: request.url,
		headers: request.info.headers,
		base: () => serviceBase(request.url, helper.provider, options),
		fetch,
		signal,
		limits,
		storeFile,
		notify: (notice) => notify(notice, options),
	};
	// Spreads take longer than the whole object.
	if (content.invalidJson !== undefined) received.invalidJson = content.invalidJson;
	if (options.wait) received.wait = options.wait;
	try {
		return helper.adapter.parse(received);
	} catch (error) {
		if (error instanceof Error) REJECTED.set(error, content.data);
		throw error;
	}
}

/** Answers, JSON or text, that are no result of their task, by the error that says so. */
const REJECTED = new WeakMap<Error, unknown>();

/** Returns the answer that made a call fail, which may have a cost; undefined if there is none. */
export function rejectedAnswer(error: Error): unknown {
	return REJECTED.get(error);
}

/** Sends the main request of a call. @throws ProviderApiError if the status is not a success */
function sendPrepared(prepared: Prepared, options: Scope["options"], streaming: boolean): Promise<Response> {
	const { target, request } = prepared;
	return options.fetch(request.url, request.info).then((response) => {
		options.onResponse?.(describeHead(response, prepared));
		if (response.ok) return response;
		const provider = typeof target.provider === "object" ? target.provider.id : target.provider;
		const chatFailure = `Provider ${provider} does not seem to support chat completion for model ${target.model} .`;
		const { chatCompletion, limits } = options;
		const texts = { streaming, chatFailure: chatCompletion ? chatFailure : undefined, limits };
		return throwProviderError(response, request, texts);
	});
}

/** Returns the head of a response to a call. */
function describeHead({ status, headers }: Response, { helper }: Prepared): ResponseInfo {
	return { status, headers, requestId: headers.get("x-request-id") ?? "", provider: helper.provider.id };
}

/** Receives a function that describes the response of a call; most callers never need it. */
type Report = (describe: () => ResponseInfo) => void;

/** Starts a call: `start` does the work and reports the response. */
export function createCallPromise<Output>(start: (report: Report) => Promise<Output>): CallPromise<Output> {
	let describe: (() => ResponseInfo) | undefined;
	// Not a subclass of Promise: those are awaited more slowly.
	const result = start((reported) => {
		describe = reported;
	}) as CallPromise<Output>;
	result.withResponse = async (): Promise<WithResponse<Output>> => {
		const data = await result;
		// Without a response there is no result.
		return { data, response: (describe as () => ResponseInfo)() };
	};
	return result;
}
