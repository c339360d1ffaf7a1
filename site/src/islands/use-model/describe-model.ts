/** All code for a model. Loaded on the first choice; the first model is described when the page is built. */

import type { InferenceProviderMappingEntry, InferenceTask } from "modelhub";
import { getProviderHelper, PROVIDERS } from "modelhub";
import {
	type AppSnippet,
	findSetup,
	findSnippetTask,
	getInferenceSnippets,
	type InferenceSnippet,
	type LoadSnippet,
	listAppSnippets,
	listLoadSnippets,
} from "modelhub/snippets";
import type { ModelData } from "modelhub/tasks";
import type { ModelRecord } from "../../page.ts";

export { FIRST_SAMPLE, SAMPLE_MODELS } from "../../samples/models.ts";

const NO_CALL = "Who serves this model, only its record says: “Load from Hugging Face” fetches it.";

/** A way to use a model. */
export interface ModelSnippet {
	/** Of the library, the client or the app. */
	name: string;
	language: string;
	client?: string;
	variant?: string;
	content: string;
	setup?: string;
}

/** Options of calls. */
interface CallOptions {
	provider: string;
	streaming: boolean;
	endpoint: string;
}

interface CallEntries {
	call: ModelSnippet[];
	/** To choose from. */
	providers: { value: string; label: string }[];
	/** Why there is no code for calls. */
	note?: string;
}

/** All code for a model. */
export interface ModelEntries extends CallEntries {
	load: ModelSnippet[];
	apps: ModelSnippet[];
	isChat: boolean;
}

/** Returns the code for a model, as Hugging Face describes it. */
export function describeModel(record: ModelRecord, options: CallOptions): ModelEntries {
	const model: ModelData = { inference: "", ...record, tags: Array.isArray(record.tags) ? record.tags : [] };
	const mapping = readMapping(record);
	const task = findSnippetTask(model, mapping);
	return {
		load: listLoadSnippets(model).map((snippet: LoadSnippet) => ({ ...snippet, name: snippet.library })),
		apps: listAppSnippets(model).map((snippet: AppSnippet) => ({ ...snippet, name: snippet.label })),
		...describeCalls(model, mapping, task, options),
		isChat: task === "conversational",
	};
}

function describeCalls(
	model: ModelData,
	mapping: readonly InferenceProviderMappingEntry[],
	task: InferenceTask | undefined,
	options: CallOptions,
): CallEntries {
	if (!task) {
		const why = model.pipeline_tag
			? `the task ${model.pipeline_tag} has no known API code`
			: "the record names no task";
		return { call: [], providers: [], note: `There is no API code for this model: ${why}.` };
	}
	const live = mapping.filter(({ provider, status }) => status === "live" && serves(provider, task));
	// Without a mapping nothing says who serves the model: Hugging Face chooses, or the reader loads the record.
	const providers = ["auto", ...live.map(({ provider }) => provider)];
	const provider = providers.includes(options.provider) ? options.provider : "auto";
	const others = live.map((entry) => entry.provider);
	const found = findCalls(model, task, mapping, { ...options, provider, others });
	const label = (id: string) =>
		id === "auto" ? "Auto: Hugging Face chooses" : getProviderHelper(id, task).provider.label;
	return {
		call: found.map((snippet) => ({ ...snippet, name: snippet.client, ...setupOf(snippet) })),
		providers: providers.map((id) => ({ value: id, label: label(id) })),
		...(found.length === 0 ? { note: NO_CALL } : {}),
	};
}

/** With `auto`, clients that cannot leave the choice to Hugging Face call the first provider that serves the model. */
function findCalls(
	model: ModelData,
	task: InferenceTask,
	mapping: readonly InferenceProviderMappingEntry[],
	{ provider, others, streaming, endpoint }: CallOptions & { others: readonly string[] },
): InferenceSnippet[] {
	const chosen = endpoint
		? ["hf-inference"]
		: provider === "auto" && task !== "conversational"
			? ["auto", ...others]
			: [provider];
	const all = chosen.flatMap((id) => {
		const directRequest = getHelper(id, task)?.provider.routed === "never";
		const options = {
			clients: "all" as const,
			task,
			streaming,
			directRequest,
			...(endpoint ? { endpointUrl: endpoint } : {}),
		};
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

function getHelper(provider: string, task: InferenceTask) {
	return provider === "auto" ? undefined : getProviderHelper(provider, task);
}

/** Returns who serves the model by its record: a list, or an object by provider. */
function readMapping({ id, inferenceProviderMapping: mapping }: ModelRecord): InferenceProviderMappingEntry[] {
	if (mapping === null || typeof mapping !== "object") return [];
	const entries: Partial<InferenceProviderMappingEntry>[] = Array.isArray(mapping)
		? mapping
		: Object.entries(mapping).map(([provider, entry]) => ({ provider, ...entry }));
	return entries.filter(isMapped).map((entry) => ({ ...entry, hfModelId: entry.hfModelId ?? id }));
}

/** Whether an entry of a mapping names its provider and the model's id there; a missing status is not live. */
function isMapped(entry: Partial<InferenceProviderMappingEntry>): entry is InferenceProviderMappingEntry {
	return typeof entry?.provider === "string" && typeof entry.providerId === "string";
}

function serves(provider: string, task: InferenceTask): boolean {
	return providersOf(task).includes(provider);
}

function providersOf(task: InferenceTask): string[] {
	return Object.entries(PROVIDERS).flatMap(([provider, tasks]) => (Object.hasOwn(tasks, task) ? [provider] : []));
}

function setupOf(snippet: InferenceSnippet): { setup?: string } {
	const setup = findSetup(snippet);
	return setup === undefined ? {} : { setup };
}
