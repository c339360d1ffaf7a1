import { InferenceClientInputError } from "../errors.ts";
import { fetchDefaultModel, fetchMapping, type HubOptions, type InferenceProviderMappingEntry } from "../hub/index.ts";
import { type ProviderHelper, type Registry, serves } from "./helper.ts";
import { notify } from "./logger.ts";
import { AUTO } from "./request.ts";
import type { BaseArgs, CallOptions, InferenceTask, Options, Provider } from "./types.ts";

const AUTO_MESSAGE =
	"Defaulting to 'auto' which will select the first provider available for the model, sorted by the user's order in https://hf.co/settings/inference-providers.";

/** How the hub is asked on behalf of a call. */
function hubOptions(args: BaseArgs, options: Options): HubOptions {
	const { hubUrl, fetch, signal, cache, limits } = options;
	return { accessToken: args.accessToken, hubUrl, fetch, signal, cache, limits };
}

/** A value, or a promise where it must be fetched: each promise costs a call time. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * The provider a call goes to; `auto` asks the hub.
 * @throws InputError when the arguments contradict each other, or no provider serves the model
 */
export function resolveProvider(
	registry: Registry,
	args: BaseArgs,
	task: InferenceTask | undefined,
	options: Options,
): Awaitable<string | Provider> {
	const { endpointUrl, model, provider } = args;
	if (endpointUrl) {
		if (provider) {
			throw new InferenceClientInputError("Specifying both endpointUrl and provider is not supported.");
		}
		return "hf-inference";
	}
	if (provider && provider !== AUTO) return provider;
	if (!provider) notify({ type: "auto", message: AUTO_MESSAGE }, options);
	if (!model) throw new InferenceClientInputError("Specifying a model is required when provider is 'auto'", "no-model");
	return selectProvider(registry, model, args, task, options);
}

async function selectProvider(
	registry: Registry,
	model: string,
	args: BaseArgs,
	task: InferenceTask | undefined,
	options: Options,
): Promise<string> {
	const mapping = await fetchMapping(model, hubOptions(args, options));
	const selected = selectEntry(registry, mapping, task)?.provider;
	if (!selected)
		throw new InferenceClientInputError(`No Inference Provider available for model ${model}.`, "model-not-served");
	notify({ type: "auto-selected", message: "Auto selected provider:", provider: selected }, options);
	return selected;
}

/** Returns the first entry that can do the task; where none can, the first, so that the error names a provider. */
function selectEntry(
	registry: Registry,
	mapping: readonly InferenceProviderMappingEntry[],
	task: InferenceTask | undefined,
): InferenceProviderMappingEntry | undefined {
	if (task === undefined) return mapping[0];
	const capable = mapping.filter((entry) => serves(registry, entry.provider, task));
	return capable.find((entry) => isSameTask(entry.provider, entry.task, task)) ?? capable[0] ?? mapping[0];
}

/** Task and model of a call, as the provider names them. */
export interface ResolvedModel {
	/** The provider's id of the model. */
	model: string;
	mapping?: InferenceProviderMappingEntry;
}

/**
 * The provider's id of the model a call is about; asks the hub unless an endpoint or the provider makes that needless.
 * @throws InputError when there is no such model for this provider and task; HubApiError when the hub refuses
 */
export function resolveModel(
	registry: Registry,
	args: BaseArgs,
	helper: ProviderHelper,
	options: CallOptions,
): Awaitable<ResolvedModel> {
	const { provider, task } = helper;
	const { endpointUrl, model } = args;
	if (endpointUrl && provider.id !== "hf-inference") {
		throw new InferenceClientInputError("Cannot use endpointUrl with a third-party provider.");
	}
	if (model && /^(https?:|\/)/.test(model)) {
		throw new InferenceClientInputError("Model URLs are no longer supported. Use endpointUrl instead.");
	}
	if (endpointUrl) {
		if (!/^https?:\/\//.test(endpointUrl)) {
			throw new InferenceClientInputError(`endpointUrl must start with http:// or https://, got "${endpointUrl}".`);
		}
		return { model: model ?? endpointUrl };
	}
	if (!model && task === undefined) {
		throw new InferenceClientInputError("No model provided, and no task has been specified.", "no-model");
	}
	if (provider.routed === "never" || !registry.has(provider.id)) return { model: directModel(model, provider) };
	return lookUpModel(args, helper, options);
}

async function lookUpModel(
	args: BaseArgs,
	{ provider, task }: ProviderHelper,
	options: CallOptions,
): Promise<ResolvedModel> {
	const { model } = args;
	const id = model ?? (await fetchDefaultModel(task ?? "", hubOptions(args, options)));
	const mapping = await findEntry(id, provider, args, options);
	if (!mapping) {
		throw new InferenceClientInputError(
			`We have not been able to find inference provider information for model ${id}.`,
			"model-not-served",
		);
	}
	checkEntry(mapping, id, provider, task, options);
	return { model: mapping.providerId, mapping };
}

function directModel(model: string | undefined, { id, closedSource }: Provider): string {
	if (!model)
		throw new InferenceClientInputError(`Provider ${id} requires a model ID to be passed directly.`, "no-model");
	if (!closedSource) return model;
	if (model.startsWith(`${id}/`)) return model.slice(id.length + 1);
	throw new InferenceClientInputError(`Models from ${id} must be prefixed by "${id}/". Got "${model}".`);
}

async function findEntry(
	model: string,
	provider: Provider,
	args: BaseArgs,
	options: Options,
): Promise<InferenceProviderMappingEntry | undefined> {
	const known = provider.models && Object.hasOwn(provider.models, model) ? provider.models[model] : undefined;
	if (known) return { provider: provider.id, hfModelId: model, ...known };
	const mapping = await fetchMapping(model, hubOptions(args, options));
	return mapping.find((entry) => entry.provider === provider.id);
}

function checkEntry(
	entry: InferenceProviderMappingEntry,
	model: string,
	{ id }: Provider,
	task: InferenceTask | undefined,
	options: Options,
): void {
	if (task !== undefined && !isSameTask(id, entry.task, task)) {
		throw new InferenceClientInputError(
			`Model ${model} is not supported for task ${task} and provider ${id}. Supported task: ${entry.task}.`,
			"model-unsupported",
		);
	}
	if (entry.status === "staging") {
		const message = `Model ${model} is in staging mode for provider ${id}. Meant for test purposes only.`;
		notify({ type: "staging", message, model, provider: id }, options);
	}
}

const SIMILARITY_TASKS = ["feature-extraction", "sentence-similarity"];

/** Whether an entry for one task serves another. */
export function isSameTask(provider: string, offered: string, wanted: string): boolean {
	if (offered === wanted) return true;
	// The hub's own service serves both with the same models.
	return provider === "hf-inference" && SIMILARITY_TASKS.includes(offered) && SIMILARITY_TASKS.includes(wanted);
}
