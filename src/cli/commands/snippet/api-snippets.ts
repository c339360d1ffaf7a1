import { isRecord } from "../../../base/json.ts";
import { taskName } from "../../../catalogue/aliases.ts";
import type { ModelDataMinimal } from "../../../catalogue/index.ts";
import { inferenceSnippetLanguages } from "../../../catalogue/inference-snippets.ts";
import { type InferenceProviderMappingEntry, normalizeMapping } from "../../../hub/index.ts";
import { ALL_PROVIDERS, type InferenceTask } from "../../../inference/index.ts";
import { findProvider } from "../../../inference/providers/registry.ts";
import { AUTO } from "../../../inference/providers/router.ts";
import { SNIPPET_CLIENTS } from "../../../snippets/api/clients.ts";
import { findSubject } from "../../../snippets/api/forms.ts";
import { findSetup, getInferenceSnippets, type InferenceSnippetOptions } from "../../../snippets/api/index.ts";
import type { Context } from "../../context.ts";
import { inapplicable, noSnippet, UsageError, unsuited } from "../../errors/usage.ts";
import { buildMessages } from "../../input/conversation.ts";
import { decodeText, parseJsonText, readInputFile, readTextFile, STDIN } from "../../input/file.ts";
import { SAMPLING, type SamplingValues, samplingFlags, samplingParameters } from "../../options/sampling.ts";
import { type FoundSnippet, requireSome, type Snippets } from "./entry.ts";

export const CLIENT_NAMES: readonly string[] = [...new Set(SNIPPET_CLIENTS.map(({ client }) => client))];

/** Filters for snippets; undefined accepts all. */
interface SnippetChoice {
	language?: string | undefined;
	client?: string | undefined;
}

/**
 * The snippets of a call in the order to show them, one for each language and client. With `auto`, clients that cannot
 * choose a provider themselves take the first live one of the mapping that has a snippet for them.
 * @throws UsageError if there are none, with the reason
 */
export function findApiSnippets(call: ShownCall, wanted: SnippetChoice = {}): Snippets {
	const task = checkTask(call);
	const all = providersToShow(call, task).flatMap((provider) => snippetsOf(provider, task, call));
	const best = inferenceSnippetLanguages.flatMap((language) => bestOfLanguage(language, all));
	return requireSome(best.filter(isWanted(wanted)), () => explainNone(call, task, wanted, best));
}

/** One snippet per client; those that let Hugging Face choose the provider come first, because their code stays valid. */
function bestOfLanguage(language: string, all: readonly FoundSnippet[]): FoundSnippet[] {
	const clients = SNIPPET_CLIENTS.filter((candidate) => candidate.language === language);
	const found = clients.flatMap(
		({ client }) => all.find(({ entry }) => entry.language === language && entry.client === client) ?? [],
	);
	return [...found.filter((one) => !one.isAutoSelected), ...found.filter((one) => one.isAutoSelected)];
}

function isWanted({ language, client }: SnippetChoice): (found: FoundSnippet) => boolean {
	return ({ entry }) =>
		(language === undefined || entry.language === language) && (client === undefined || entry.client === client);
}

function checkTask({ model, options }: ShownCall): InferenceTask {
	const task = findSubject(model, options)?.task;
	if (task !== undefined) return task;
	const why = model.pipeline_tag ? `the task ${model.pipeline_tag} has no known API code` : "its record names no task";
	throw noSnippet(
		`There is no API snippet for ${model.id}: ${why}.`,
		`To load the model instead, name a library: hub snippet ${model.id} -l LIBRARY.`,
	);
}

function providersToShow(call: ShownCall, task: InferenceTask): string[] {
	const { provider, options } = call;
	// An endpoint has the same API as Hugging Face's own service.
	if (options.endpointUrl) return ["hf-inference"];
	if (provider === AUTO) return task === "conversational" ? [AUTO] : [AUTO, ...liveProviders(call, task)];
	if (serves(provider, task)) return [provider];
	const able = (call.mapping ?? []).map((entry) => entry.provider).filter((id) => serves(id, task));
	throw unsuited(
		`Provider ${provider} does not serve ${taskName(task)}.`,
		able.length > 0 ? `The model is served by ${able.join(", ")}.` : `These do: ${providersOf(task).join(", ")}.`,
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
function explainNone(call: ShownCall, task: InferenceTask, wanted: SnippetChoice, others: FoundSnippet[]): UsageError {
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
			return unsuited(
				`No live provider of ${call.model.id} can be called for ${taskName(task)}${what && ` from ${what}`}.`,
				`Others that do ${taskName(task)}: ${names}; choose one with -p.`,
			);
		}
	}
	const names = others.map(({ entry }) => `${entry.client} (${entry.language})`);
	const how = call.options.streaming ? " as a stream" : "";
	const whom = call.provider === AUTO ? "" : ` at ${call.provider}`;
	return noSnippet(
		`There is no ${what ? `snippet for ${what}` : "API snippet"} that shows ${taskName(task)}${how}${whom}.`,
		names.length > 0
			? `There is ${names.join(", ")}.`
			: `Others that do ${taskName(task)}: ${providersOf(task).join(", ")}.`,
	);
}

export interface ShownCall {
	model: ModelDataMinimal;
	/** Id of a provider, or `auto`. */
	provider: string;
	/** The providers of the model; undefined if unknown. */
	mapping: readonly InferenceProviderMappingEntry[] | undefined;
	options: InferenceSnippetOptions;
}

/** Returns the providers of a model from its record; undefined if the record lists none. */
export function readMapping(record: { id: string; inferenceProviderMapping?: unknown }): ShownCall["mapping"] {
	const { id, inferenceProviderMapping: mapping } = record;
	if (mapping === null || typeof mapping !== "object") return undefined;
	return normalizeMapping(id, mapping)
		.filter(({ provider, providerId }) => typeof provider === "string" && typeof providerId === "string")
		.map((entry) => ({ ...entry, hfModelId: entry.hfModelId ?? id }));
}

function findEntry({ model, mapping }: ShownCall, id: string): InferenceProviderMappingEntry | undefined {
	const listed = mapping?.find((entry) => entry.provider === id);
	if (listed) return listed;
	const provider = findProvider(id);
	const own = provider?.models && Object.hasOwn(provider.models, model.id) ? provider.models[model.id] : undefined;
	if (own) return { provider: id, hfModelId: model.id, ...own };
	// Its model ids have its name as a prefix only on Hugging Face.
	if (!provider?.closedSource || !model.id.startsWith(`${id}/`)) return undefined;
	const task = model.pipeline_tag ?? "text-generation";
	return { provider: id, hfModelId: model.id, providerId: model.id.slice(id.length + 1), status: "live", task };
}

/** Providers with status live that support the task, in Hugging Face's order. */
export function liveProviders({ mapping = [] }: ShownCall, task: InferenceTask): string[] {
	return mapping
		.filter(({ provider, status }) => status === "live" && serves(provider, task))
		.map(({ provider }) => provider);
}

function serves(provider: string, task: InferenceTask): boolean {
	return Object.hasOwn(findProvider(provider)?.tasks ?? {}, task);
}

export function providersOf(task: InferenceTask): string[] {
	return ALL_PROVIDERS.filter(({ id }) => serves(id, task)).map(({ id }) => id);
}

export interface CallFlags extends SamplingValues {
	stream?: boolean;
	messages?: string;
	input?: string;
	billTo?: string;
	endpoint?: string;
	direct?: boolean;
}

export async function readCallOptions(
	task: InferenceTask | undefined,
	flags: CallFlags,
	context: Context,
): Promise<InferenceSnippetOptions> {
	const isChat = task === "conversational";
	refuseForeignFlags(task, flags);
	const { messages, input, stream, billTo, endpoint, direct } = flags;
	const given = input === undefined ? undefined : await readInput(input, context);
	const { parameters: named, ...inputs } = isChat ? chatInput(given) : taskInput(given);
	const parameters = { ...named, ...samplingParameters(task, flags) };
	return {
		...inputs,
		...(Object.keys(parameters).length > 0 ? { parameters } : {}),
		...(messages === undefined ? {} : { messages: await buildMessages({ file: messages }, context) }),
		streaming: stream ?? false,
		billTo,
		endpointUrl: endpoint,
		directRequest: direct,
	};
}

/** A flag that would be silently dropped is an error. */
function refuseForeignFlags(task: InferenceTask | undefined, flags: CallFlags): void {
	if (task === undefined || task === "conversational") return;
	const { stream, messages } = flags;
	const ofChats = { "--stream": stream || undefined, "--messages": messages };
	const foreign = task === "text-generation" ? ofChats : { ...ofChats, ...samplingFlags(SAMPLING, flags) };
	const flag = Object.entries(foreign).find(([, value]) => value !== undefined)?.[0];
	if (flag === undefined) return;
	const who = flag in ofChats ? "chat" : "text generation and chat";
	throw inapplicable(`${flag} is for ${who}; this model's task is ${taskName(task)}.`);
}

/** `@path` is a file's text, a `.json` file and `-` the whole input, and text that begins like JSON is JSON. */
async function readInput(text: string, context: Context): Promise<unknown> {
	if (text.startsWith("\\@")) return text.slice(1);
	if (text.startsWith("@")) return await readTextFile(text.slice(1), context);
	if (text === "-") {
		const piped = decodeText(await readInputFile("-", context), STDIN);
		return /^\s*[[{]/.test(piped) ? parseJsonText(piped, STDIN) : piped.trimEnd();
	}
	if (/\.json$/i.test(text)) return parseJsonText(await readTextFile(text, context), text);
	return /^\s*[[{]/.test(text) ? parseJsonText(text, "--input") : text;
}

/** `{inputs, parameters}`, as in the library, or only the inputs. */
function taskInput(given: unknown): InferenceSnippetOptions {
	if (!isRecord(given) || !("inputs" in given)) return { inputs: given };
	const { inputs, parameters } = given;
	return isRecord(parameters) ? { inputs, parameters } : { inputs };
}

/** Returns a chat's messages with members of the request, or the text of the user's message. */
function chatInput(given: unknown): InferenceSnippetOptions {
	if (given === undefined) return {};
	if (Array.isArray(given)) return { messages: given };
	if (!isRecord(given)) return { messages: [{ role: "user", content: given }] };
	const { messages, ...parameters } = given;
	return { ...(Array.isArray(messages) ? { messages } : {}), parameters };
}
