import { InferenceClientInputError, InferenceClientRoutingError } from "../errors.ts";
import {
	type ErrorTextOptions,
	type Fetch,
	readAnswer,
	readStream,
	retry,
	send,
	type WireRequest,
} from "../http/index.ts";
import type { InferenceProviderMappingEntry } from "../hub/index.ts";
import { chat } from "./adapters/chat.ts";
import { withDeadline } from "./deadline.ts";
import { notify } from "./logger.ts";
import { getProviderHelper, type ProviderHelper } from "./registry.ts";
import { AUTO, authMethod, buildRequest, ROUTER_URL, routerBase } from "./request.ts";
import { type ResolvedModel, resolveModel, resolveProvider } from "./resolve.ts";
import type { Args, BaseArgs, Call, CallOptions, InferenceTask, Options, Provider } from "./types.ts";

/** A call ready to be sent. */
interface Prepared {
	/** Whom the caller asked for, in the caller's words. */
	target: BaseArgs;
	call: Call;
	helper: ProviderHelper;
	request: WireRequest;
}

/** The router's own chat address: it chooses the provider, and understands `model:provider` and `model:fastest`. */
const AUTO_ROUTER = {
	id: AUTO,
	label: "Auto",
	baseUrl: ROUTER_URL,
	tasks: { conversational: chat() },
} as const satisfies Provider;

/**
 * Runs a task: resolves provider and model, sends, checks the answer, follows jobs and downloads to the end.
 * @throws InputError, RoutingError, HubApiError, ProviderApiError, ProviderOutputError; what `fetch` throws, unchanged
 */
export async function run<Output>(
	task: InferenceTask,
	args: BaseArgs & Args,
	options: CallOptions = {},
): Promise<Output> {
	return withDeadline(withRetry(options), async (settled) => {
		const helper = await selectHelper(task, args, settled);
		const prepared = await prepare(helper, await encode(helper, args, settled), settled);
		return (await finish(prepared, settled)) as Output;
	});
}

/** Runs a task that streams: the events as they come. Nothing is sent before the first `next()`. */
export async function* runStream<Chunk>(
	task: InferenceTask,
	args: BaseArgs & Args,
	options: CallOptions = {},
): AsyncGenerator<Chunk, void, undefined> {
	const settled = withRetry(options);
	const streamed = { ...args, stream: true };
	const helper = await selectHelper(task, streamed, settled);
	yield* stream<Chunk>(await prepare(helper, await encode(helper, streamed, settled), settled), settled);
}

/** Sends any request for `options.task` (or none), the arguments as they are, and returns the answer unchecked. */
export async function runUnchecked(args: BaseArgs & Args, options: CallOptions): Promise<unknown> {
	return withDeadline(withRetry(options), async (settled) => {
		const helper = getProviderHelper(await resolveProvider(args, settled.task, settled), settled.task);
		const { target, request } = await prepare(helper, args, settled);
		const response = await send(request, fetchOf(settled), errorTexts(target, settled, false));
		return (await readAnswer(response)).data;
	});
}

/** As `runUnchecked`, streaming. */
export async function* runStreamUnchecked<Chunk>(
	args: BaseArgs & Args,
	options: CallOptions,
): AsyncGenerator<Chunk, void, undefined> {
	const settled = withRetry(options);
	const streamed = { ...args, stream: true };
	const helper = getProviderHelper(await resolveProvider(args, options.task, settled), options.task);
	yield* stream<Chunk>(await prepare(helper, streamed, settled), settled);
}

/**
 * Resolves a call and builds its request without sending it. Binary arguments must have been turned into text before.
 * @returns the address, and what to hand to `fetch`
 */
export async function makeRequestOptions(
	args: BaseArgs & Args & { stream?: boolean | undefined },
	helper: ProviderHelper,
	options: CallOptions = {},
): Promise<WireRequest> {
	return (await prepare(helper, args, options)).request;
}

/**
 * As `makeRequestOptions` for a model whose provider id is known. Pure: nobody is asked, binary arguments must have
 * been turned into text before.
 */
export function makeRequestOptionsFromResolvedModel(
	providerModelId: string,
	helper: ProviderHelper,
	args: BaseArgs & Args & { stream?: boolean | undefined },
	mapping?: InferenceProviderMappingEntry,
	options: CallOptions = {},
): WireRequest {
	return build(helper, args, { model: providerModelId, ...(mapping ? { mapping } : {}) }, options).request;
}

/** The request of a task, encoded and resolved like a call of it, for showing; it is not sent. */
export async function previewRequest(
	task: InferenceTask,
	args: BaseArgs & Args,
	options: CallOptions = {},
): Promise<WireRequest> {
	const helper = await selectHelper(task, args, options);
	return (await prepare(helper, await encode(helper, args, options), options)).request;
}

/**
 * Resolves whom calls of a task would go to, without sending one.
 * @throws InputError, RoutingError, HubApiError where none of them could be sent
 */
export async function checkTarget(task: InferenceTask, target: BaseArgs, options: CallOptions = {}): Promise<void> {
	const helper = await selectHelper(task, target, options);
	authMethod(helper.provider, target.accessToken, options.includeCredentials);
	await resolveModel(target, helper, options);
}

async function selectHelper(task: InferenceTask, args: BaseArgs, options: Options): Promise<ProviderHelper> {
	const isAuto = !args.endpointUrl && (!args.provider || args.provider === AUTO);
	if (!isAuto || task !== "conversational") {
		return getProviderHelper(await resolveProvider(args, task, options), task);
	}
	if (!args.model)
		throw new InferenceClientInputError("Specifying a model is required when provider is 'auto'", "no-model");
	if (args.accessToken && !args.accessToken.startsWith("hf_")) {
		throw new InferenceClientRoutingError(
			"Cannot select auto-router when using non-Hugging Face API key. Pass provider to call one with its own key.",
		);
	}
	return { provider: AUTO_ROUTER, task, wire: AUTO_ROUTER.tasks.conversational };
}

async function prepare(helper: ProviderHelper, args: BaseArgs & Args, options: CallOptions): Promise<Prepared> {
	return build(helper, args, await resolveModel(args, helper, options), options);
}

/** The arguments with their files in the form the wire sends them in. */
async function encode({ wire }: ProviderHelper, args: BaseArgs & Args, options: Options): Promise<BaseArgs & Args> {
	if (!wire.encode) return args;
	const transport = { fetch: fetchOf(options), signal: options.signal };
	return { ...(await wire.encode(taskArgs(args), transport)), ...pickTarget(args) };
}

function build(
	helper: ProviderHelper,
	args: BaseArgs & Args,
	{ model, mapping }: ResolvedModel,
	options: CallOptions,
): Prepared {
	const { provider, task, wire } = helper;
	const { accessToken, endpointUrl } = args;
	const auth = authMethod(provider, accessToken, options.includeCredentials);
	const { outputType } = options;
	const call: Call = { task, args: taskArgs(args), model, endpoint: endpointUrl, auth, mapping, outputType };
	const request = buildRequest(call, wire, provider, accessToken, options);
	return { target: pickTarget(args), call, helper, request };
}

async function finish({ target, call, helper, request }: Prepared, options: CallOptions): Promise<unknown> {
	const fetch = fetchOf(options);
	const answer = await readAnswer(await send(request, fetch, errorTexts(target, options, false)));
	return helper.wire.parse({
		call,
		data: answer.data,
		...(answer.invalidJson === undefined ? {} : { invalidJson: answer.invalidJson }),
		url: request.url,
		headers: request.info.headers,
		base: serviceBase(request.url, helper.provider, options),
		fetch,
		signal: options.signal,
		notify: (notice) => notify(notice, options),
	});
}

async function* stream<Chunk>(
	{ target, request }: Prepared,
	options: CallOptions,
): AsyncGenerator<Chunk, void, undefined> {
	const response = await send(request, fetchOf(options), errorTexts(target, options, true));
	yield* readStream(response, request) as AsyncGenerator<Chunk, void, undefined>;
}

/** Where the addresses a response names are to be asked: never at another host, which must not see the token. */
function serviceBase(url: string, { id }: Provider, options: Options): string {
	const routed = `${routerBase(options)}/${id}`;
	return url.startsWith(`${routed}/`) ? routed : new URL(url).origin;
}

function pickTarget({ accessToken, model, endpointUrl, provider }: BaseArgs): BaseArgs {
	return { accessToken, model, endpointUrl, provider };
}

function taskArgs({
	accessToken: _token,
	model: _model,
	endpointUrl: _endpoint,
	provider: _provider,
	...args
}: BaseArgs & Args): Args {
	return args;
}

function errorTexts({ provider, model }: BaseArgs, options: CallOptions, streaming: boolean): ErrorTextOptions {
	const id = typeof provider === "object" ? provider.id : provider;
	const chatFailure = `Provider ${id} does not seem to support chat completion for model ${model} .`;
	return { streaming, chatFailure: options.chatCompletion ? chatFailure : undefined };
}

function fetchOf(options: Options): Fetch {
	// Looked up at the time of the call, so that a program can replace the global one.
	return options.fetch ?? globalThis.fetch;
}

function withRetry(options: CallOptions): CallOptions {
	if (options.retry_on_error === false) return options;
	return { ...options, fetch: retry(fetchOf(options), { onNotice: (notice) => notify(notice, options) }) };
}
