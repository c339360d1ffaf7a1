import { InferenceClientInputError, InferenceClientRoutingError } from "../errors.ts";
import { fetchDefaultModel, fetchMapping, type InferenceProviderMappingEntry } from "../hub/index.ts";
import { chat } from "./adapters/chat.ts";
import { fetchOnlyModel } from "./endpoint-models.ts";
import { notify } from "./logger.ts";
import { AUTO, ROUTER_URL } from "./providers/router.ts";
import type { BaseArgs, InferenceTask, Options, Provider, TaskAdapter } from "./types.ts";

/** How a provider serves a task. */
export interface ProviderHelper {
	provider: Provider;
	task: InferenceTask | undefined;
	adapter: TaskAdapter;
}

/**
 * The known providers by id: with every task (`registry.ts`), or with chat only (`providers/table.ts`), where a provider
 * without chat is the list of its tasks.
 */
export type Registry = ReadonlyMap<string, Provider | readonly InferenceTask[]>;

/** A value, or a promise only if it must be fetched: promises take time. */
export type Awaitable<Value> = Value | Promise<Value>;

/** The router's own chat URL: it chooses the provider, and understands `model:provider` and `model:fastest`. */
const AUTO_ROUTER = {
	id: AUTO,
	label: "Auto",
	baseUrl: ROUTER_URL,
	tasks: { conversational: chat() },
} as const satisfies Provider;

/**
 * Returns how a call is served.
 * @throws InputError, RoutingError, HubApiError if it cannot be served
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
		if (provider instanceof Promise) return provider.then((id) => findHelper(registry, id, task));
		const helper = findHelper(registry, provider, task);
		const adapter = args.endpointUrl && helper.provider.atEndpoint?.(task, args.endpointUrl, options.wire);
		return adapter ? { ...helper, adapter } : helper;
	}
	if (args.accessToken && !args.accessToken.startsWith("hf_")) {
		throw new InferenceClientRoutingError(
			"Cannot select auto-router when using non-Hugging Face API key. Pass provider to call one with its own key.",
		);
	}
	return { provider: AUTO_ROUTER, task, adapter: AUTO_ROUTER.tasks.conversational };
}

/**
 * Returns how a provider serves a task.
 * @param provider id of a provider, or a provider of your own
 * @throws InputError if the provider is unknown or does not serve the task
 */
export function findHelper(registry: Registry, provider: string | Provider, task: InferenceTask): ProviderHelper {
	const id = typeof provider === "string" ? provider : provider.id;
	const found = typeof provider === "string" ? registry.get(id) : provider;
	if (!found) {
		const letters = lettersOf(id);
		const isBeginning = letters.length > 1 ? (key: string) => key.startsWith(id.toLowerCase()) : () => false;
		const guess =
			[...registry.keys()].find((key) => lacksOne(lettersOf(key), letters) || lacksOne(letters, lettersOf(key))) ??
			[...registry.keys()].find(isBeginning);
		throw new InferenceClientInputError(
			`Provider '${id}' not supported${guess ? `, did you mean "${guess}"?` : "."} Available providers: ${[...registry.keys()].join(",")}`,
			"unknown-provider",
		);
	}
	const adapter = "tasks" in found && Object.hasOwn(found.tasks, task) ? found.tasks[task] : undefined;
	if (!adapter) {
		const tasks = "tasks" in found ? Object.keys(found.tasks) : found;
		throw new InferenceClientInputError(
			`Task '${task}' not supported for provider '${id}'. Available tasks: ${tasks.join(",")}`,
			"task-unsupported",
		);
	}
	return { provider: found as Provider, task, adapter: adapter as TaskAdapter };
}

/** The letters of an id, sorted, so that case, letter order and hyphens do not matter. */
const lettersOf = (id: string): string => [...id.toLowerCase().replace(/\W|_/g, "")].sort().join("");

/** Whether the second word is the first, or the first without one letter. Smaller than `closestWord`: every bundle has it. */
const lacksOne = (all: string, some: string): boolean =>
	all === some || [...all].some((_, at) => all.slice(0, at) + all.slice(at + 1) === some);

const AUTO_MESSAGE =
	"Defaulting to 'auto' which will select the first provider available for the model, sorted by the user's order in https://hf.co/settings/inference-providers.";

/**
 * Returns the provider of a call; for `auto`, by a look-up at Hugging Face.
 * @throws InputError if the arguments contradict each other or no provider serves the model
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
	return selectProvider(registry, model, args.accessToken, task, options);
}

async function selectProvider(
	registry: Registry,
	model: string,
	accessToken: string | undefined,
	task: InferenceTask | undefined,
	options: Options,
): Promise<string> {
	const mapping = await fetchMapping(model, { ...options, accessToken });
	const capable = mapping.filter((entry) => {
		const found = registry.get(entry.provider);
		if (found === undefined || task === undefined) return false;
		return "tasks" in found ? Object.hasOwn(found.tasks, task) : found.includes(task);
	});
	const fitting = capable.find((entry) => isSameTask(entry.provider, entry.task, task ?? ""));
	// If none serves the task, the first, so that the error names a provider.
	const selected = (fitting ?? capable[0] ?? mapping[0])?.provider;
	if (!selected)
		throw new InferenceClientInputError(`No Inference Provider available for model ${model}.`, "model-not-served");
	notify({ type: "auto-selected", message: "Auto selected provider:", provider: selected }, options);
	return selected;
}

/** The model of a call. */
export interface ResolvedModel {
	/** The provider's id of the model. */
	model: string;
	mapping?: InferenceProviderMappingEntry;
}

/**
 * Returns the model of a call under the provider's id, by a look-up at Hugging Face if necessary.
 * @throws InputError if the provider does not serve the model for this task; HubApiError if Hugging Face refuses
 */
export function resolveModel(
	registry: Registry,
	args: BaseArgs,
	helper: ProviderHelper,
	options: Options,
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
		if (model !== undefined || !helper.adapter.modelsUrl) return { model: model ?? "" };
		const list = helper.adapter.modelsUrl(endpointUrl);
		return fetchOnlyModel(list, args.accessToken, options).then((id) => ({ model: id }));
	}
	if (!model && task === undefined) {
		throw new InferenceClientInputError("No model provided, and no task has been specified.", "no-model");
	}
	if (!model && provider.id === AUTO)
		return fetchDefaultModel(task ?? "", { ...options, accessToken: args.accessToken }).then((id) => ({ model: id }));
	if (provider.routed === "never" || !registry.has(provider.id)) return { model: directModel(model, provider) };
	return lookUpModel(args, helper, options);
}

async function lookUpModel(
	{ model, accessToken }: BaseArgs,
	{ provider, task }: ProviderHelper,
	options: Options,
): Promise<ResolvedModel> {
	const hub = { ...options, accessToken };
	const id = model ?? (await fetchDefaultModel(task ?? "", hub));
	const known = provider.models && Object.hasOwn(provider.models, id) ? provider.models[id] : undefined;
	const mapping = known
		? { provider: provider.id, hfModelId: id, ...known }
		: (await fetchMapping(id, hub)).find((entry) => entry.provider === provider.id);
	if (mapping?.providerId === undefined) {
		throw new InferenceClientInputError(
			`We have not been able to find inference provider information for model ${id}.`,
			"model-not-served",
		);
	}
	if (task !== undefined && !isSameTask(provider.id, mapping.task, task)) {
		throw new InferenceClientInputError(
			`Model ${id} is not supported for task ${task} and provider ${provider.id}. Supported task: ${mapping.task}.`,
			"model-unsupported",
		);
	}
	if (mapping.status === "staging") {
		const message = `Model ${id} is in staging mode for provider ${provider.id}. Meant for test purposes only.`;
		notify({ type: "staging", message, model: id, provider: provider.id }, options);
	}
	return { model: mapping.providerId, mapping };
}

function directModel(model: string | undefined, { id, closedSource }: Provider): string {
	if (!model)
		throw new InferenceClientInputError(`Provider ${id} requires a model ID to be passed directly.`, "no-model");
	if (!closedSource) return model;
	if (model.startsWith(`${id}/`)) return model.slice(id.length + 1);
	throw new InferenceClientInputError(`Models from ${id} must be prefixed by "${id}/". Got "${model}".`);
}

const SIMILARITY_TASKS = ["feature-extraction", "sentence-similarity"];

/** Whether an entry for one task serves another. */
export function isSameTask(provider: string, offered: string, wanted: string): boolean {
	if (offered === wanted) return true;
	// Hugging Face's own service serves both with the same models.
	return provider === "hf-inference" && SIMILARITY_TASKS.includes(offered) && SIMILARITY_TASKS.includes(wanted);
}
