import { taskName } from "../../../catalogue/aliases.ts";
import type { ModelDataMinimal } from "../../../catalogue/index.ts";
import { inferenceSnippetLanguages } from "../../../catalogue/inference-snippets.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import { findProvider } from "../../../inference/registry.ts";
import { AUTO } from "../../../inference/router.ts";
import { SNIPPET_CLIENTS } from "../../../snippets/api/clients.ts";
import { findSetup, findSnippetTask, getInferenceSnippets } from "../../../snippets/api/index.ts";
import { UsageError } from "../../errors/usage.ts";
import { type FoundSnippet, requireSome, type Snippets } from "./entry.ts";
import { findEntry, liveProviders, providersOf, type ShownCall, serves } from "./shown-call.ts";

/** Names of the clients, each once. */
export const CLIENT_NAMES: readonly string[] = [...new Set(SNIPPET_CLIENTS.map(({ client }) => client))];

/** Filters for snippets; undefined accepts all. */
export interface Wanted {
	language?: string | undefined;
	client?: string | undefined;
}

/**
 * The snippets of a call in the order to show them, one for each language and client. With `auto`, clients that cannot
 * choose a provider themselves take the first live one of the mapping that has a snippet for them.
 * @throws UsageError if there are none, with the reason
 */
export function findApiSnippets(call: ShownCall, wanted: Wanted = {}): Snippets {
	const task = checkTask(call.model);
	const all = providersToShow(call, task).flatMap((provider) => snippetsOf(provider, task, call));
	const best = inferenceSnippetLanguages.flatMap((language) => bestOfLanguage(language, all));
	return requireSome(best.filter(isWanted(wanted)), () => explainNone(call, task, wanted, best));
}

/** One snippet per client; those that let the hub choose the provider come first, because their code stays valid. */
function bestOfLanguage(language: string, all: readonly FoundSnippet[]): FoundSnippet[] {
	const clients = SNIPPET_CLIENTS.filter((candidate) => candidate.language === language);
	const found = clients.flatMap(
		({ client }) => all.find(({ entry }) => entry.language === language && entry.client === client) ?? [],
	);
	return [...found.filter((one) => !one.isAutoSelected), ...found.filter((one) => one.isAutoSelected)];
}

/** Returns a filter of snippets. */
function isWanted({ language, client }: Wanted): (found: FoundSnippet) => boolean {
	return ({ entry }) =>
		(language === undefined || entry.language === language) && (client === undefined || entry.client === client);
}

function checkTask(model: ModelDataMinimal): InferenceTask {
	const task = findSnippetTask(model);
	if (task !== undefined) return task;
	const why = model.pipeline_tag ? `the task ${model.pipeline_tag} has no known API code` : "its record names no task";
	throw new UsageError(
		`There is no API snippet for ${model.id}: ${why}.`,
		`To load the model instead, name a library: hub snippet ${model.id} -l LIBRARY.`,
		"no-snippet",
	);
}

/** Providers to call, the first choice first. */
function providersToShow(call: ShownCall, task: InferenceTask): string[] {
	const { provider, options } = call;
	// An endpoint has the same API as the hub's own service.
	if (options.endpointUrl) return ["hf-inference"];
	if (provider === AUTO) return task === "conversational" ? [AUTO] : [AUTO, ...liveProviders(call, task)];
	if (serves(provider, task)) return [provider];
	const able = (call.mapping ?? []).map((entry) => entry.provider).filter((id) => serves(id, task));
	throw new UsageError(
		`Provider ${provider} does not serve ${taskName(task)}.`,
		able.length > 0 ? `The model is served by ${able.join(", ")}.` : `These do: ${providersOf(task).join(", ")}.`,
		"provider-unsuited",
	);
}

function snippetsOf(provider: string, task: InferenceTask, call: ShownCall): FoundSnippet[] {
	// Some are not on the router and accept only their own key.
	const isDirect = call.options.directRequest || findProvider(provider)?.routed === "never";
	const options = { ...call.options, directRequest: isDirect };
	return getInferenceSnippets(call.model, provider, findEntry(call, provider), options).map((snippet) => {
		const { language, client, content } = snippet;
		const setup = findSetup(snippet);
		return {
			entry: { kind: "api", language, client, library: null, content, ...(setup === undefined ? {} : { setup }) },
			task,
			provider: options.endpointUrl ? "endpoint" : provider,
			isAutoSelected: provider !== call.provider && !options.endpointUrl,
		};
	});
}

/** Explains why there is no snippet, and lists alternatives. */
function explainNone(call: ShownCall, task: InferenceTask, wanted: Wanted, others: FoundSnippet[]): UsageError {
	const what = [wanted.client, wanted.language].filter(Boolean).join(", ");
	if (call.provider === AUTO && !call.options.endpointUrl && task !== "conversational") {
		const able = providersOf(task).filter((provider) => snippetsOf(provider, task, call).some(isWanted(wanted)));
		const names = able.join(", ");
		if (able.length > 0 && !call.mapping) {
			return new UsageError(
				`${what ? `A snippet for ${what}` : "A snippet"} has to name a provider, and the record does not say who serves ${call.model.id}.`,
				`Name one with -p: ${names}.`,
				"no-provider",
			);
		}
		if (able.length > 0) {
			return new UsageError(
				`No live provider of ${call.model.id} can be called for ${taskName(task)}${what && ` from ${what}`}.`,
				`Others that do ${taskName(task)}: ${names}; choose one with -p.`,
				"provider-unsuited",
			);
		}
	}
	const names = others.map(({ entry }) => `${entry.client} (${entry.language})`);
	const how = call.options.streaming ? " as a stream" : "";
	const whom = call.provider === AUTO ? "" : ` at ${call.provider}`;
	return new UsageError(
		`There is no ${what ? `snippet for ${what}` : "API snippet"} that shows ${taskName(task)}${how}${whom}.`,
		names.length > 0
			? `There is ${names.join(", ")}.`
			: `Others that do ${taskName(task)}: ${providersOf(task).join(", ")}.`,
		"no-snippet",
	);
}
