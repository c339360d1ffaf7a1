/** All code for a model. Loaded on the first choice; the first model is described when the page is built. */
import { getProviderHelper, PROVIDERS } from "modelhub";
import { findSetup, findSnippetTask, getInferenceSnippets, listAppSnippets, listLoadSnippets } from "modelhub/snippets";

export { SAMPLE_MODELS } from "../../samples/models.js";

/**
 * Returns the code for a model.
 *
 * @param record the model as the hub describes it
 * @param options `provider`, `streaming`, `endpoint`
 * @returns `load`, `call` and `apps`: lists of `{name, language, variant?, content, setup?}`; those of `call` also have a
 * `client`, and `note` says why there is none; `providers` to choose from; `isChat`
 */
export function describeModel(record, options) {
	const model = { inference: "", ...record, tags: Array.isArray(record.tags) ? record.tags : [] };
	const task = findSnippetTask(model);
	return {
		load: listLoadSnippets(model).map((snippet) => ({ ...snippet, name: snippet.library })),
		apps: listAppSnippets(model).map((snippet) => ({ ...snippet, name: snippet.label })),
		...describeCalls(model, task, options),
		isChat: task === "conversational",
	};
}

function describeCalls(model, task, options) {
	if (!task) {
		const why = model.pipeline_tag
			? `the task ${model.pipeline_tag} has no known API code`
			: "the record names no task";
		return { call: [], providers: [], note: `There is no API code for this model: ${why}.` };
	}
	const mapping = readMapping(model);
	const live = mapping.filter(({ provider, status }) => status === "live" && serves(provider, task));
	const candidates = mapping.length > 0 ? live.map(({ provider }) => provider) : providersOf(task);
	const providers = ["auto", ...candidates];
	const provider = providers.includes(options.provider) ? options.provider : "auto";
	const find = (others) => findCalls(model, task, mapping, { ...options, provider, others });
	const known = find(live.map((entry) => entry.provider));
	const found = known.length > 0 ? known : find(candidates.slice(0, 1));
	const label = (id) => (id === "auto" ? "Auto: the hub chooses" : getProviderHelper(id, task).provider.label);
	return {
		call: found.map((snippet) => ({ ...snippet, name: snippet.client, ...setupOf(snippet) })),
		providers: providers.map((id) => ({ value: id, label: label(id) })),
		...(found.length === 0 ? { note: `No known client calls ${provider} for ${task}.` } : {}),
	};
}

/** With `auto`, clients that cannot leave the choice to the hub call the first provider that serves the model. */
function findCalls(model, task, mapping, { provider, others, streaming, endpoint }) {
	const chosen = endpoint
		? ["hf-inference"]
		: provider === "auto" && task !== "conversational"
			? ["auto", ...others]
			: [provider];
	const all = chosen.flatMap((id) => {
		const directRequest = getHelper(id, task)?.provider.routed === "never";
		const options = { streaming, directRequest, ...(endpoint ? { endpointUrl: endpoint } : {}) };
		return getInferenceSnippets(
			model,
			id,
			mapping.find((entry) => entry.provider === id),
			options,
		);
	});
	return all.filter(
		({ language, client }, index) =>
			all.findIndex((other) => other.language === language && other.client === client) === index,
	);
}

function getHelper(provider, task) {
	return provider === "auto" ? undefined : getProviderHelper(provider, task);
}

/** Returns who serves the model by its record: a list, or an object by provider. */
function readMapping({ id, inferenceProviderMapping: mapping }) {
	if (mapping === null || typeof mapping !== "object") return [];
	const entries = Array.isArray(mapping)
		? mapping
		: Object.entries(mapping).map(([provider, entry]) => ({ provider, ...entry }));
	return entries
		.filter((entry) => typeof entry?.provider === "string" && typeof entry.providerId === "string")
		.map((entry) => ({ hfModelId: id, ...entry }));
}

function serves(provider, task) {
	return Object.hasOwn(PROVIDERS[provider] ?? {}, task);
}

function providersOf(task) {
	return Object.keys(PROVIDERS).filter((provider) => serves(provider, task));
}

function setupOf(snippet) {
	const setup = findSetup(snippet);
	return setup === undefined ? {} : { setup };
}
