import type { WireRequest } from "../http/index.ts";
import type { InferenceProviderMappingEntry } from "../hub/index.ts";
import { authMethod, buildRequest } from "./build-request.ts";
import { REGISTRY } from "./registry.ts";
import { type ProviderHelper, resolveModel, selectHelper } from "./resolve.ts";
import { buildFetch, encodeFiles, prepare } from "./run-among.ts";
import type { Args, BaseArgs, CallOptions, Grouping, InferenceTask } from "./types.ts";

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
	await resolveModel(REGISTRY, target, helper, options);
	return helper.adapter.group;
}
