import { Argument, Option } from "@commander-js/extra-typings";
import { keysOf } from "../../../base/json.ts";
import { findTask, TASK_NAMES, taskName } from "../../../catalogue/aliases.ts";
import { OUTPUT_KINDS } from "../../../catalogue/kinds.ts";
import type { Searched } from "../../../catalogue/search-words.ts";
import { SIGNATURES } from "../../../catalogue/signatures.ts";
import { OFFER_ORDERS } from "../../../exchange/choose-offer.ts";
import type { InferenceTask, Provider } from "../../../inference/index.ts";
import { ALL_PROVIDERS, isRouted } from "../../../inference/providers/index.ts";
import { keyVariable, keyVariables } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { unknownWord, unsuited } from "../../errors/usage.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { LOCAL_NAMES } from "../../options/local-servers.ts";
import { isLocalName, readHubModel } from "../../options/provider.ts";
import * as shared from "../../options/shared-options.ts";
import { type EntryOptions, printEntries, printEntry, printMatches } from "../../output/entries.ts";
import { findOffers, OFFER_LIST, type OfferEntry } from "../../output/offers.ts";
import { Page } from "../../terminal/page.ts";
import type { TableView } from "../../terminal/table.ts";
import { columnsOf } from "../../terminal/width.ts";

/** A provider as the command prints it; the field names are part of the interface. */
interface ProviderEntry {
	id: string;
	name: string;
	tasks: InferenceTask[];
	/** Where direct calls go. */
	baseUrl: string;
	keyVariable: string;
	/** Called only with its own key. */
	closedSource: boolean;
	/** Whether a Hugging Face token reaches it. */
	routed: boolean;
	hubOrg: string | null;
}

const OPTIONS = {
	"Output:": [...shared.format],
	"What to list:": [
		new Option("-m, --model <id>", "look up which providers serve this model"),
		new Option("-t, --task <task>", "only those that serve this task"),
		new Option(
			"--needs <list>",
			"with --model: only those that have tools, schema, images, or a number of tokens of context",
		),
		new Option(
			"--sort <field>",
			"with --model: by the price of output, the speed, or the time to the first token",
		).choices(OFFER_ORDERS),
		new Option("--search <text>", "only those whose names or tasks contain every word"),
	],
} as const satisfies OptionGroups;

type ProvidersOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub providers`: the providers, and those of a model. */
export const createCommand = defineCommand({
	name: "providers",
	description: "Lists the providers, shows one, or looks up which of them serve a model.",
	arguments: [
		new Argument(
			"[id]",
			"a provider, such as together; a model, such as google/gemma-2-2b-it; or local, for servers on this machine",
		),
	],
	options: OPTIONS,
	help: [
		"Without an id: a table on a terminal; in a pipe one line each, with tabs between id, name, tasks and URL.",
		"JSON: id, name, tasks, baseUrl, keyVariable, closedSource, routed, hubOrg; of local servers id, name, url, models; with --model: id, providerId, status,",
		"task, adapter, and for chat what the router reports: context_length, pricing {input, output} per million tokens, is_free,",
		"supports_tools, supports_structured_output, first_token_latency_ms, throughput, input_modalities …",
		"",
		"Examples:",
		"  hub providers --task text-to-image",
		"  hub providers fal-ai",
		"  hub providers local",
		"  hub providers --sandbox --model black-forest-labs/FLUX.1-schnell",
		"",
		"Exit codes: 0 success, 2 unknown provider or wrong usage, 3 not allowed, 4 no such model, 7 network failure",
		"See also:   hub models --help, hub help environment",
	],
	action: ([id], options, context) => showProviders(id, options, context),
});

async function showProviders(id: string | undefined, options: ProvidersOptions, context: Context): Promise<void> {
	if (options.model !== undefined) return await showMapping(options.model, id, options, context);
	// No provider has a slash in its id; models do.
	if (id?.includes("/")) return await showMapping(id, undefined, options, context);
	if (isLocalName(id)) return await showLocal(id, options, context);
	if (id !== undefined) return await printEntry(findEntry(id), formatProviderPage, options, context);
	const task = readTask(options.task);
	const entries = ALL_ENTRIES.filter((entry) => task === undefined || entry.tasks.some((id) => id === task));
	const textsOf = ({ id, name, tasks }: ProviderEntry): Searched => ({ names: [id, name], texts: tasks });
	const search = { word: options.search, in: textsOf, none: "No provider matches." };
	await printMatches(entries, search, LIST, options, context);
}

const ALL_ENTRIES: readonly ProviderEntry[] = [...ALL_PROVIDERS]
	.sort((left, right) => (left.id < right.id ? -1 : 1))
	.map((provider: Provider) => ({
		id: provider.id,
		name: provider.label,
		tasks: Object.keys(provider.tasks) as InferenceTask[],
		baseUrl: provider.baseUrl,
		keyVariable: keyVariable(provider.id),
		closedSource: Boolean(provider.closedSource),
		routed: isRouted(provider),
		hubOrg: provider.hubOrg ?? null,
	}));

/** Returns the provider of an id or a name such as `Fal.ai`; case does not count. */
function findEntry(word: string): ProviderEntry {
	const wanted = word.trim().toLowerCase();
	const found = ALL_ENTRIES.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
	if (found) return found;
	const known = new Map([
		...ALL_ENTRIES.flatMap(({ id, name }) => [[id, id] as const, [name, id] as const]),
		...LOCAL_NAMES.map((id) => [id, id] as const),
	]);
	throw unknownWord("provider", word, known, `Providers: ${ALL_ENTRIES.map(({ id }) => id).join(", ")}.`);
}

const LIST: TableView<ProviderEntry> = {
	cells: ({ id, name, tasks, baseUrl }) => [id, name, tasks.map(taskName).join(","), baseUrl],
	columns: [
		{ title: "PROVIDER", value: ({ id }) => id, whole: true, style: "cyan" },
		{ title: "TASKS", value: ({ tasks }) => summarizeTasks(tasks), least: 20 },
		{ title: "KEY", value: (entry) => entry.keyVariable, whole: true, style: "dim" },
		{ title: "HF TOKEN", value: ({ routed }) => (routed ? "yes" : "no"), whole: true },
		{ title: "NAME", value: ({ name }) => name, whole: true },
	],
};

function formatProviderPage(entry: ProviderEntry, { stdout, colors }: Context): string {
	const { id, tasks, closedSource: isDirect, routed } = entry;
	const page = new Page(columnsOf(stdout), colors.stdout);
	page.title(entry.name, entry.id);
	page.facts([
		["Tasks", entry.tasks.map(taskName).join(", ")],
		["Address", entry.baseUrl],
		["Key", `${keyVariables(entry.id).join(" or ")} (for --direct${routed ? "" : "; there is no other way"})`],
		["On the router", routed ? "yes, with a Hugging Face token" : `no${isDirect ? ": closed source" : ""}`],
		["On Hugging Face", entry.hubOrg === null ? undefined : `https://huggingface.co/${entry.hubOrg}`],
	]);
	page.heading("Try it");
	const chat = `hub infer -t chat -p ${id}${isDirect ? ` -m ${id}/MODEL` : ""} "Hello"`;
	const isChat = isDirect || tasks.includes("conversational");
	page.command(isChat ? chat : `hub infer -t ${tasks[0]} -p ${id} "A lighthouse at dawn" -o result`);
	return page.toString();
}

async function showMapping(
	name: string,
	word: string | undefined,
	options: ProvidersOptions,
	context: Context,
): Promise<void> {
	const { id: model, provider } = readHubModel(name, word === undefined ? undefined : findEntry(word).id);
	const task = readTask(options.task);
	const { needs, sort } = options;
	const entries = await findOffers(model, { task, provider, needs, sort }, options, context);
	const isPriced = entries.some((entry) => entry.task === "conversational");
	await printEntries<OfferEntry>(entries, isPriced ? OFFER_LIST : MAPPING, options, context);
	if (entries.length === 0) context.note(`No provider serves ${model}${task ? ` for ${taskName(task)}` : ""}.`);
}

const MAPPING: TableView<OfferEntry> = {
	cells: ({ id, providerId, status, task }) => [id, providerId, status, taskName(task)],
	columns: [
		{ title: "PROVIDER", value: ({ id }) => id, whole: true, style: "cyan" },
		{
			title: "STATUS",
			value: ({ status }) => status,
			styleOf: ({ status }) => (status === "live" ? "green" : "yellow"),
		},
		{ title: "TASK", value: ({ task }) => taskName(task) },
		{ title: "PROVIDER'S NAME OF THE MODEL", value: ({ providerId }) => providerId, least: 20, style: "dim" },
	],
};

function readTask(word: string | undefined): string | undefined {
	if (word === undefined) return undefined;
	const task = findTask(word);
	if (task === undefined) throw unknownWord("task", word, TASK_NAMES, "See hub tasks for all.");
	if (task === "other") throw unsuited('No provider serves the task "other".');
	return task;
}

/** Returns a line about the tasks of a provider, such as `11 tasks: chat, images, video`. */
function summarizeTasks(tasks: readonly InferenceTask[]): string {
	const outputs = new Set(tasks.map((task) => SIGNATURES[task].output));
	const words = keysOf(OUTPUT_KINDS).flatMap((kind) => (outputs.has(kind) ? (OUTPUT_KINDS[kind].listedAs ?? []) : []));
	return `${tasks.length} ${tasks.length === 1 ? "task" : "tasks"}: ${[...new Set(words)].join(", ")}`;
}

async function showLocal(name: string, options: EntryOptions, context: Context): Promise<void> {
	const { findServers, listAddresses } = await import("../../local/servers.ts");
	const places = listAddresses(name, context.env);
	const servers = await findServers(name, context, places);
	const entries = servers.map(({ kind, url, models }) => ({ id: kind.id, name: kind.name, url, models }));
	await printEntries(entries, LOCAL_LIST, options, context);
	if (entries.length > 0) return;
	const looked = places.map(({ kind, url }) => `${kind.name} at ${new URL(url).host}`).join(", ");
	context.note(`No local server responds. Looked for ${looked}.`);
}

/** Servers on this machine: their ids as `--provider` takes them, and their models in their own order. */
const LOCAL_LIST: TableView<{ id: string; name: string; url: string; models: readonly string[] }> = {
	cells: ({ id, name, url, models }) => [id, name, url, models.join(",")],
	columns: [
		{ title: "PROVIDER", value: ({ id }) => id, whole: true, style: "cyan" },
		{ title: "URL", value: ({ url }) => url, whole: true },
		{ title: "MODELS", value: ({ models }) => models.join(", ") || "none", least: 20 },
	],
};
