import { InferenceClientInputError, InferenceClientRoutingError } from "../errors.ts";
import type { WireRequest } from "../http/index.ts";
import { chat } from "./adapters/chat.ts";
import { findHelper, type ProviderHelper, type Registry } from "./helper.ts";
import { AUTO, authMethod, buildRequest, ROUTER_URL } from "./request.ts";
import { type Awaitable, type ResolvedModel, resolveModel, resolveProvider } from "./resolve.ts";
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
 * How a call will be served.
 * @throws InputError, RoutingError, HubApiError where it cannot be
 */
export function selectHelper(
	registry: Registry,
	task: InferenceTask,
	args: BaseArgs,
	options: Options,
): Awaitable<ProviderHelper> {
	const isAuto = !args.endpointUrl && (!args.provider || args.provider === AUTO);
	if (!isAuto || task !== "conversational") {
		const provider = resolveProvider(registry, args, task, options);
		return provider instanceof Promise
			? provider.then((resolved) => findHelper(registry, resolved, task))
			: findHelper(registry, provider, task);
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

/** Resolves the model of a call and builds its request. */
export function prepare(
	registry: Registry,
	helper: ProviderHelper,
	args: BaseArgs & Args,
	options: CallOptions,
): Awaitable<Prepared> {
	const model = resolveModel(registry, args, helper, options);
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

/** Builds the request of a call whose model is known. Pure. */
export function build(
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
