import { findAnswerCount } from "../base/answer-counts.ts";
import { InferenceClientInputError } from "../errors.ts";
import { abortError, dropBody, race, readResponse, StreamReader, type WireRequest } from "../http/index.ts";
import type { InferenceProviderMappingEntry } from "../hub/index.ts";
import { authMethod, buildRequest, type Prepared, serviceBase } from "./build-request.ts";
import { type CallStream, createCallStream, type OpenedStream } from "./call-stream.ts";
import { checkCall } from "./check-call.ts";
import { countAnswers, hasToken } from "./delta.ts";
import { notify } from "./logger.ts";
import { REGISTRY } from "./providers/registry.ts";
import { type Awaitable, type ProviderHelper, type Registry, resolveModel, selectHelper } from "./resolve.ts";
import { buildFetch, describeHead, openScope, type ScopedOptions, sendPrepared, withScope } from "./send.ts";
import type {
	Args,
	BaseArgs,
	CallOptions,
	CallPromise,
	Grouping,
	InferenceTask,
	ProviderResponse,
	ResponseInfo,
	WithResponse,
} from "./types.ts";

/**
 * Required arguments of a call, as in the schemas of the catalogue: `test/inference/required.test.ts` compares them. A
 * dot leads into a member; `|` separates the names that are accepted.
 */
export const REQUIRED: Readonly<Partial<Record<InferenceTask, readonly string[]>>> = {
	conversational: ["messages"],
	"document-question-answering": ["inputs|data", "inputs.image", "inputs.question"],
	"image-text-to-image": [],
	"image-text-to-video": [],
	"question-answering": ["inputs|data", "inputs.question", "inputs.context"],
	"sentence-similarity": ["inputs|data", "inputs.source_sentence|sourceSentence", "inputs.sentences"],
	"table-question-answering": ["inputs|data", "inputs.table", "inputs.question|query"],
	"visual-question-answering": ["inputs|data", "inputs.image", "inputs.question"],
	"zero-shot-classification": ["inputs|data", "parameters.candidate_labels"],
	"zero-shot-image-classification": ["inputs|data", "parameters.candidate_labels"],
	"zero-shot-object-detection": ["inputs|data", "parameters.candidate_labels"],
};

/** A response whose body is not read yet, and its request. */
export interface OpenResponse {
	response: Response;
	request: WireRequest;
}

/**
 * Runs a task up to the head of its response, for programs that forward the body: nothing checks or changes it. An abort
 * after that ends the body only if `fetch` respects the signal.
 * @param args with `stream: true` for a stream
 * @param edit changes the request before it is sent
 * @throws as `run`, except for errors in the body
 */
export async function openResponse(
	task: InferenceTask,
	args: BaseArgs & Args,
	options: CallOptions = {},
	edit?: (request: WireRequest) => WireRequest,
): Promise<OpenResponse> {
	const definition = runnable(task);
	const send = (settled: ScopedOptions) => sendTask(definition, args, settled, edit);
	const { response, prepared } = await withScope(nameOf(definition), args, options, send);
	return { response, request: prepared.request };
}

/** Returns a task among all providers. */
export function runnable(task: InferenceTask): TaskDefinition {
	return { registry: REGISTRY, task, required: REQUIRED[task] ?? ["inputs|data"] };
}

/**
 * Runs a task: resolves provider and model, sends, checks the response, follows jobs and downloads to the end.
 * @throws InputError, RoutingError, HubApiError, ProviderApiError, ProviderOutputError; what `fetch` throws, unchanged
 */
export function run<Output>(task: InferenceTask, args: BaseArgs & Args, options?: CallOptions): CallPromise<Output> {
	return runTask(runnable(task), args, options);
}

/** Runs a task and streams its events. Nothing is sent before the first `next()`. */
export function runStream<Chunk>(
	task: InferenceTask,
	args: BaseArgs & Args,
	options?: CallOptions,
	convert?: (event: unknown) => Chunk,
): CallStream<Chunk> {
	return runTaskStream(runnable(task), args, options, convert);
}

/**
 * Resolves a call and builds its request without sending it. Binary arguments must already be encoded as text.
 * @returns the URL, and the options for `fetch`
 */
export async function makeRequestOptions(
	args: BaseArgs & Args & { stream?: boolean | undefined },
	helper: ProviderHelper,
	options: CallOptions = {},
): Promise<WireRequest> {
	return (await prepare(REGISTRY, helper, args, options)).request;
}

/**
 * As `makeRequestOptions` for a model whose provider id is known. Pure: it sends nothing; binary arguments must
 * already be encoded as text.
 */
export function makeRequestOptionsFromResolvedModel(
	providerModelId: string,
	helper: ProviderHelper,
	args: BaseArgs & Args & { stream?: boolean | undefined },
	mapping?: InferenceProviderMappingEntry,
	options: CallOptions = {},
): WireRequest {
	return buildRequest(helper, args, { model: providerModelId, ...(mapping ? { mapping } : {}) }, options).request;
}

/** Returns the request of a call, encoded and resolved, without sending it. */
export async function previewRequest(
	task: InferenceTask,
	args: BaseArgs & Args,
	options: CallOptions = {},
): Promise<WireRequest> {
	const settled = { ...options, fetch: buildFetch(options) };
	const helper = await selectHelper(REGISTRY, task, args, settled);
	return (await prepare(REGISTRY, helper, await encodeFiles(helper, args, settled), settled)).request;
}

/**
 * Resolves the target of a task's calls, without sending one.
 * @returns how it takes several inputs in one call, if it does
 * @throws InputError, RoutingError, HubApiError if they cannot be sent
 */
export async function checkTarget(
	task: InferenceTask,
	target: BaseArgs,
	options: CallOptions = {},
): Promise<Grouping | undefined> {
	const helper = await selectHelper(REGISTRY, task, target, options);
	authMethod(helper.provider, target.accessToken, options.includeCredentials);
	// Rows may name their own models, so only calls that name none look up the endpoint's model.
	const model = target.model ?? (target.endpointUrl ? "" : undefined);
	await resolveModel(REGISTRY, { ...target, model }, helper, options);
	return helper.adapter.group;
}

/** Whether a call looks up the model at its endpoint. */
export async function asksForModel(task: InferenceTask, target: BaseArgs, options: CallOptions = {}): Promise<boolean> {
	if (!target.endpointUrl || target.model !== undefined) return false;
	return (await selectHelper(REGISTRY, task, target, options)).adapter.modelsUrl !== undefined;
}

/** A task, among providers; or, in place of a task, the choice of a provider. */
export type TaskDefinition = {
	registry: Registry;
	/** Names of arguments: a dot leads into a member, `|` separates two names of one. */
	required: readonly string[];
	/** The function that is called, in messages. Default: that of the task. */
	name?: string;
} & (
	| { task: InferenceTask; select?: undefined }
	| { task?: undefined; select(args: BaseArgs, options: CallOptions): Promise<ProviderHelper> }
);

/**
 * Checks that a call has what its task requires; an empty text or list is a value.
 * @throws InputError that names what is missing
 */
function checkRequired(definition: TaskDefinition, args: BaseArgs & Args): void {
	for (const path of definition.required) {
		const [name = "", parent] = path.split(".").reverse();
		// An endpoint may take labels elsewhere.
		const absent = parent === "parameters" && !args.endpointUrl ? {} : undefined;
		const holder = parent === undefined ? args : ((args as Args)[parent] ?? absent);
		// Files and lists are inputs of other forms.
		if (parent !== undefined && !isPlain(holder)) continue;
		const [first = "", other = first] = name.split("|");
		if ((holder as Args)[first] !== undefined || (holder as Args)[other] !== undefined) continue;
		throw new InferenceClientInputError(
			`${nameOf(definition, args["stream"] === true)}: ${parent === undefined ? "" : `${parent}.`}${first} is missing`,
		);
	}
}

/** Returns the name of the function that was called. */
function nameOf({ name, task = "conversational" }: TaskDefinition, isStream = false): string {
	if (name !== undefined) return name;
	const found =
		task === "conversational" ? "chatCompletion" : task.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
	return isStream ? `${found}Stream` : found;
}

function isPlain(value: unknown): value is Args {
	return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * Checks that a call requests as many answers as its task returns: all but chats return one. The others would be paid for
 * and thrown away.
 * @throws InputError
 */
function checkCount({ task }: TaskDefinition, args: Args, { outputType }: CallOptions): void {
	const isWhole = task === "conversational" || (task === "text-to-image" && outputType === "json");
	const asked = task === undefined || isWhole ? undefined : findAnswerCount(args.parameters);
	if (!asked) return;
	const { name, count } = asked;
	const whole = task === "text-to-image" ? ', or read them all from the response with outputType "json"' : "";
	throw new InferenceClientInputError(
		`${task} returns one result, and ${name} requests ${count}. Make a call for each${whole}.`,
	);
}

/** As `run`, for a task that was looked up before. */
export function runTask<Output>(
	definition: TaskDefinition,
	args: BaseArgs & Args,
	options: CallOptions = {},
): CallPromise<Output> {
	return createCallPromise((report) =>
		withScope(nameOf(definition), args, options, async (settled) => {
			checkRequired(definition, args);
			checkCount(definition, args, settled);
			// No `await` for known values: each costs a microtask.
			const found = select(definition, args, settled);
			const helper = found instanceof Promise ? await found : found;
			const encoded = helper.adapter.encode ? await encodeFiles(helper, args, settled) : args;
			const send = (part: BaseArgs & Args): Promise<unknown> =>
				callProvider(prepare(definition.registry, helper, part, settled), settled, report);
			return (await (helper.adapter.inParts?.(encoded, send) ?? send(encoded))) as Output;
		}),
	);
}

/** Chooses the provider of a call. */
function select(definition: TaskDefinition, args: BaseArgs & Args, options: CallOptions): Awaitable<ProviderHelper> {
	if (definition.select) return definition.select(args, options);
	return selectHelper(definition.registry, definition.task, args, options);
}

/** Prepares the request of a call, sends it, and returns the response before its body is read. */
async function sendTask(
	definition: TaskDefinition,
	args: BaseArgs & Args,
	options: ScopedOptions,
	edit?: (request: WireRequest) => WireRequest,
): Promise<{ response: Response; prepared: Prepared }> {
	checkRequired(definition, args);
	// No `await` for known values: each costs a microtask.
	const found = select(definition, args, options);
	const helper = found instanceof Promise ? await found : found;
	const encoded = await encodeFiles(helper, args, options);
	const pending = prepare(definition.registry, helper, encoded, options);
	const built = pending instanceof Promise ? await pending : pending;
	const prepared = edit ? { ...built, request: edit(built.request) } : built;
	const response = await sendPrepared(prepared, options, args["stream"] === true);
	if (options.signal?.aborted) {
		dropBody(response);
		throw abortError(options.signal);
	}
	return { response, prepared };
}

/** As `runStream`, for a task that was looked up before. */
export function runTaskStream<Chunk>(
	definition: TaskDefinition,
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
		checkCall(nameOf(definition, true), args, given);
		const scope = openScope(given, given.firstTokenTimeout);
		const { options } = scope;
		clearLimit = scope.clearLimit;
		const request = async (): Promise<OpenedStream> => {
			checkCount(definition, args, options);
			const { response, prepared } = await sendTask(definition, streamed, options);
			const reader = new StreamReader(response, prepared.request, options);
			const answers = countAnswers(args);
			return { reader, info: describeHead(response, prepared), answers, close: scope.close };
		};
		try {
			// Look-ups and uploads are aborted too, even if the caller's `fetch` ignores signals.
			return await race(request(), options.signal);
		} catch (error) {
			scope.close();
			throw error;
		}
	};
	return create(open, given?.firstTokenTimeout === undefined ? convert : watch);
}

/** Returns the arguments with their files in the form that the provider takes. */
async function encodeFiles(
	{ adapter }: ProviderHelper,
	args: BaseArgs & Args,
	options: ScopedOptions,
): Promise<BaseArgs & Args> {
	if (!adapter.encode) return args;
	const { accessToken, model, endpointUrl, provider, ...taskArgs } = args;
	const { fetch, signal, limits, storeFile } = options;
	const encoded = await adapter.encode(taskArgs, { fetch, signal, limits, storeFile });
	return { ...encoded, accessToken, model, endpointUrl, provider };
}

/** Resolves the model of a call and builds its request. */
function prepare(
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
async function callProvider(pending: Awaitable<Prepared>, options: ScopedOptions, report: Report): Promise<unknown> {
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

/** Responses, JSON or text, that are not a result of their task, by their error. */
const REJECTED = new WeakMap<Error, unknown>();

/** Returns the response that made a call fail, which may have a cost; undefined if there is none. */
export function rejectedAnswer(error: Error): unknown {
	return REJECTED.get(error);
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
