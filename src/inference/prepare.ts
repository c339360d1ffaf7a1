import { InferenceClientInputError, InferenceClientRoutingError } from "../errors.ts";
import type { WireRequest } from "../http/index.ts";
import type { InferenceProviderMappingEntry } from "../hub/index.ts";
import { chat } from "./adapters/chat.ts";
import { getProviderHelper, type ProviderHelper } from "./registry.ts";
import { AUTO, authMethod, buildRequest, ROUTER_URL } from "./request.ts";
import { type Awaitable, type ResolvedModel, resolveModel, resolveProvider } from "./resolve.ts";
import { buildFetch } from "./scope.ts";
import type { Args, BaseArgs, Call, CallOptions, InferenceTask, Options, Provider, TaskAdapter } from "./types.ts";

/** A call ready to be sent. */
export interface Prepared {
	/** Provider and model as the caller named them. */
	target: BaseArgs;
	call: Call;
	helper: ProviderHelper;
	request: WireRequest;
}

/** The router's own chat URL: it chooses the provider, and understands `model:provider` and `model:fastest`. */
const AUTO_ROUTER = {
	id: AUTO,
	label: "Auto",
	baseUrl: ROUTER_URL,
	tasks: { conversational: chat() },
} as const satisfies Provider;

/**
 * Resolves a call and builds its request without sending it. Binary arguments must have been turned into text before.
 * @returns the URL, and the options for `fetch`
 */
export async function makeRequestOptions(
	args: BaseArgs & Args & { stream?: boolean | undefined },
	helper: ProviderHelper,
	options: CallOptions = {},
): Promise<WireRequest> {
	return (await prepare(helper, args, options)).request;
}

/**
 * As `makeRequestOptions` for a model whose provider id is known. Pure: it sends nothing; binary arguments must have
 * been encoded as text before.
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

/** Returns the request of a task, encoded and resolved like a call of it, for showing; it is not sent. */
export async function previewRequest(
	task: InferenceTask,
	args: BaseArgs & Args,
	options: CallOptions = {},
): Promise<WireRequest> {
	const settled = { ...options, fetch: buildFetch(options) };
	const helper = await selectHelper(task, args, settled);
	return (await prepare(helper, await encode(helper, args, settled), settled)).request;
}

/**
 * Resolves the target of a task's calls, without sending one.
 * @throws InputError, RoutingError, HubApiError where none of them could be sent
 */
export async function checkTarget(task: InferenceTask, target: BaseArgs, options: CallOptions = {}): Promise<void> {
	const helper = await selectHelper(task, target, options);
	authMethod(helper.provider, target.accessToken, options.includeCredentials);
	await resolveModel(target, helper, options);
}

export function selectHelper(task: InferenceTask, args: BaseArgs, options: Options): Awaitable<ProviderHelper> {
	const isAuto = !args.endpointUrl && (!args.provider || args.provider === AUTO);
	if (!isAuto || task !== "conversational") {
		const provider = resolveProvider(args, task, options);
		return provider instanceof Promise
			? provider.then((resolved) => getProviderHelper(resolved, task))
			: getProviderHelper(provider, task);
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

export function prepare(helper: ProviderHelper, args: BaseArgs & Args, options: CallOptions): Awaitable<Prepared> {
	const model = resolveModel(args, helper, options);
	return model instanceof Promise
		? model.then((resolved) => build(helper, args, resolved, options))
		: build(helper, args, model, options);
}

/** The arguments with their files in the form the wire sends them in. */
export function encode({ wire }: ProviderHelper, args: BaseArgs & Args, options: Options): Awaitable<BaseArgs & Args> {
	return wire.encode ? encodeFiles(wire.encode, args, options) : args;
}

async function encodeFiles(
	encodeArgs: NonNullable<TaskAdapter["encode"]>,
	args: BaseArgs & Args,
	options: Options,
): Promise<BaseArgs & Args> {
	const { signal, limits, storeFile } = options;
	const transport = { fetch: options.fetch ?? globalThis.fetch, signal, limits, storeFile };
	return { ...(await encodeArgs(taskArgs(args), transport)), ...pickTarget(args) };
}

function build(
	helper: ProviderHelper,
	args: BaseArgs & Args,
	{ model, mapping: entry }: ResolvedModel,
	options: CallOptions,
): Prepared {
	const { provider, task, wire } = helper;
	const { accessToken, endpointUrl } = args;
	const auth = authMethod(provider, accessToken, options.includeCredentials);
	const { outputType } = options;
	// Entries of the hub may leave out whose they are, which is where an adapter's weights are looked for.
	const mapping = entry && { ...entry, hfModelId: entry.hfModelId || args.model || model };
	const call: Call = { task, args: taskArgs(args), model, endpoint: endpointUrl, auth, mapping, outputType };
	const request = buildRequest(call, wire, provider, accessToken, options);
	return { target: pickTarget(args), call, helper, request };
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
