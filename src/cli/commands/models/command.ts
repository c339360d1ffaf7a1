import { Argument, Option } from "@commander-js/extra-typings";
import { taskName } from "../../../catalogue/aliases.ts";
import { closestWord } from "../../../catalogue/closest-word.ts";
import { matchesWords } from "../../../catalogue/search-words.ts";
import { missingFeatures, OFFER_ORDERS, type OfferOrder, sortOffers } from "../../../exchange/choose-offer.ts";
import type { Offer } from "../../../exchange/offers.ts";
import { fetchModel, type ModelRecord, type ModelSearch, normalizeMapping, searchModels } from "../../../hub/index.ts";
import { INFERENCE_PROVIDERS } from "../../../inference/providers/index.ts";
import { readNeeds } from "../../call-target/choose-provider.ts";
import type { Context } from "../../context.ts";
import { UsageError, wrongValue } from "../../errors/usage.ts";
import { connectHub } from "../../network/hub.ts";
import { rememberModels } from "../../network/model-cache.ts";
import { loadOffers } from "../../network/offers.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { integer } from "../../options/parsers.ts";
import { checkProvider, readHubModel } from "../../options/provider.ts";
import * as shared from "../../options/shared-options.ts";
import { checkTask } from "../../options/task.ts";
import { declareValues } from "../../options/value-kinds.ts";
import { printEntries, printEntry } from "../../output/entries.ts";
import { findOffers, OFFER_COLUMNS, OFFER_LIST } from "../../output/offers.ts";
import { formatCount, formatSize } from "../../terminal/amounts.ts";
import { Page } from "../../terminal/page.ts";
import type { TableView } from "../../terminal/table.ts";
import { columnsOf } from "../../terminal/width.ts";

/** Sort order → Hugging Face's name for it. */
const SORTS = {
	downloads: "downloads",
	likes: "likes",
	trending: "trendingScore",
	updated: "lastModified",
	created: "createdAt",
} as const;

/** Largest number of models Hugging Face returns at a time. */
const MAX_PAGE_SIZE = 1000;

const OPTIONS = {
	"Search:": [
		new Option("-t, --task <task>", "models for this task, such as chat, text-to-image, asr"),
		declareValues(new Option("-p, --provider <id>", "models this provider serves"), "provider-id"),
		new Option("-l, --library <key>", "models of this library, such as diffusers"),
		new Option("--author <name>", "models of this organization or user"),
		new Option("--sort <field>", "sort order; price, speed and latency for chat models")
			.choices([...Object.keys(SORTS), ...OFFER_ORDERS])
			.default("downloads"),
		new Option(
			"--needs <list>",
			"chat models with a provider that has tools, schema, images, or a number of tokens of context",
		),
		new Option("--providers", "with an id: who serves the model, with prices and speeds"),
		new Option("-n, --limit <n>", "maximum number of models").argParser(integer("the number of models", 1)).default(20),
	],
	"Record:": [...shared.recording],
	"Output:": [...shared.format],
} as const satisfies OptionGroups;

type ModelsOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub models`: finds models, or shows one. */
export const createCommand = defineCommand({
	name: "models",
	description:
		"Searches Hugging Face for models. With the id of a model (org/name), shows what Hugging Face knows about it.",
	arguments: [new Argument("[query...]", "words of the model's name, or its whole id")],
	options: OPTIONS,
	help: [
		"Examples:",
		"  hub models whisper --task asr --sandbox",
		"  hub models --task chat --provider together --sort likes --limit 5",
		"  hub models meta-llama/Llama-3.1-8B-Instruct --json > record.json",
		"",
		"A table on a terminal; in a pipe one line each, with tabs between id, task, downloads, likes and library. --quiet alone",
		"prints only ids.",
		"",
		"JSON is Hugging Face's own record: id, pipeline_tag, library_name, tags, downloads, likes, gated, …; of a single model also",
		"safetensors, gguf, usedStorage, inferenceProviderMapping, config, cardData: what hub snippet --model-file takes.",
		"",
		"Exit codes: 0 success (also when nothing was found), 2 wrong usage, 3 not allowed, 4 no such model,",
		"6 rate limited or unavailable, 7 network failure or timeout",
		"See also:   hub providers --model ID, hub snippet --help",
	],
	action: ([words], options, context) => models(words, options, context),
});

async function models(words: string[], options: ModelsOptions, context: Context): Promise<void> {
	const [word = "", ...others] = words;
	const isId = others.length === 0 && /^[\w.-]+\/[\w.-]+(?::[\w-]*)?$/.test(word);
	const { id, provider = options.provider } = isId ? readHubModel(word, options.provider) : { id: undefined };
	const order = OFFER_ORDERS.find((name) => name === options.sort);
	if (options.providers) {
		if (id === undefined) throw new UsageError("--providers needs the id of a model.", "For example org/name.");
		const { needs } = options;
		if (provider !== undefined) checkProvider(provider, INFERENCE_PROVIDERS);
		const task = options.task && checkTask(options.task);
		const entries = await findOffers(id, { task, provider, needs, sort: order }, options, context);
		await printEntries(entries, OFFER_LIST, options, context);
		if (entries.length === 0) context.note(`No provider of ${id} matches.`);
	} else if (id === undefined && (order || options.needs !== undefined)) {
		await searchOffers(words, options, order, context);
	} else if (id === undefined) await search(words, options, context);
	else await show(id, options, context);
}

async function search(words: string[], options: ModelsOptions, context: Context): Promise<void> {
	const query = createQuery(words, options);
	const { ask } = await connectHub(options, context);
	const found = await ask("Searching Hugging Face", (hub) => searchModels(query, hub));
	remember(found, context);
	await printEntries(found, MODEL_LIST, options, context);
	if (found.length === 0) context.note(`No model matches. ${await advise(options.library)}`);
}

/** Sorts chat models by the best offer of their providers. */
async function searchOffers(
	words: string[],
	options: ModelsOptions,
	order: OfferOrder | undefined,
	context: Context,
): Promise<void> {
	const task = options.task === undefined ? "conversational" : checkTask(options.task);
	if (task !== "conversational") {
		throw new UsageError("Prices and speeds are known for chat models only.", "Use --task chat.");
	}
	const needs = readNeeds(options.needs);
	const { ask, source } = await connectHub(options, context);
	const offers = (await ask("Getting prices and speeds from the router", () => loadOffers(source, context))).filter(
		(offer) =>
			(offer.status ?? "live") === "live" &&
			missingFeatures(offer, needs).length === 0 &&
			(options.provider === undefined || offer.provider === options.provider) &&
			matchesWords(words.join(" "), [offer.model]) &&
			(options.author === undefined || offer.model.startsWith(`${options.author}/`)),
	);
	const best = new Map<string, Offer>();
	for (const offer of order ? sortOffers(offers, order) : offers) {
		if (!best.has(offer.model)) best.set(offer.model, offer);
	}
	const entries = [...best.values()].slice(0, options.limit).map(({ model, ...offer }) => ({ id: model, ...offer }));
	await printEntries(entries, MODEL_OFFERS, options, context);
	if (entries.length === 0) context.note("No model matches. Try fewer words, or require less with --needs.");
}

/** Libraries are tags that anyone may invent, so an unknown one is not an error, but the likely reason. */
async function advise(library: string | undefined): Promise<string> {
	const { LIBRARY_LIST } = await import("../../lists/libraries.ts");
	const known: readonly string[] = LIBRARY_LIST.map(({ id }) => id);
	const guess = library === undefined || known.includes(library) ? undefined : closestWord(library, known);
	return guess === undefined ? "Try fewer words or options." : `Did you mean --library ${guess}?`;
}

function createQuery(words: string[], options: ModelsOptions): ModelSearch {
	if (options.limit > MAX_PAGE_SIZE)
		throw wrongValue(`--limit ${options.limit}: Hugging Face returns ${MAX_PAGE_SIZE} at most.`);
	const task = options.task === undefined ? undefined : checkTask(options.task);
	const isChat = task === "conversational";
	return {
		search: words.join(" ") || undefined,
		author: options.author,
		// Chat models are listed as text generators with a tag.
		pipelineTag: isChat ? "text-generation" : task,
		filter: [isChat ? "conversational" : [], options.library ?? []].flat(),
		inferenceProvider:
			options.provider === undefined ? undefined : checkProvider(options.provider, INFERENCE_PROVIDERS),
		sort: SORTS[(options.sort ?? "downloads") as keyof typeof SORTS] ?? "downloads",
		limit: options.limit,
	};
}

/** Fields of a model that are shown, or needed by `hub snippet`. */
const FIELDS = [
	...["author", "pipeline_tag", "library_name", "tags", "downloads", "likes", "gated", "private", "lastModified"],
	...["createdAt", "usedStorage", "safetensors", "gguf", "inferenceProviderMapping", "inference", "config"],
	...["cardData", "transformersInfo", "mask_token", "widgetData"],
];

async function show(id: string, options: ModelsOptions, context: Context): Promise<void> {
	const { ask } = await connectHub(options, context);
	const model = await ask("Looking up the model", (hub) => fetchModel(id, hub, FIELDS), id);
	remember([model], context);
	await printEntry(model, formatModelPage, options, context);
}

function remember(found: readonly ModelRecord[], context: Context): void {
	const entries = found.map(({ id, pipeline_tag: task }) => ({ id, task }));
	rememberModels(entries, context);
}

type ModelOffer = Omit<Offer, "model"> & { id: string };

/** The list of models with their best offers. */
const MODEL_OFFERS: TableView<ModelOffer> = {
	columns: [
		{ title: "MODEL", value: ({ id }) => id, whole: true, style: "cyan" },
		{ title: "PROVIDER", value: ({ provider }) => provider },
		...OFFER_COLUMNS,
	],
};

/** Returns found models: a table for a terminal, or id, task, downloads, likes and library for programs. */
const MODEL_LIST: TableView<ModelRecord> = {
	cells: (model) => [
		model.id,
		taskName(model.pipeline_tag ?? ""),
		String(model.downloads ?? ""),
		String(model.likes ?? ""),
		model.library_name ?? "",
	],
	columns: [
		{ title: "MODEL", value: ({ id }) => id, whole: true, style: "cyan" },
		{ title: "TASK", value: (model) => taskName(model.pipeline_tag ?? ""), least: 18 },
		{ title: "DOWNLOADS", value: ({ downloads }) => showCount(downloads), align: "right" },
		{ title: "LIKES", value: ({ likes }) => showCount(likes), align: "right" },
		{ title: "LIBRARY", value: (model) => model.library_name ?? "" },
		{ title: "ACCESS", value: ({ gated }) => (gated ? "gated" : ""), isOptional: true },
	],
	width: 100,
};

function formatModelPage(model: ModelRecord, context: Context): string {
	const { stdout, colors } = context;
	const page = new Page(columnsOf(stdout), colors.stdout);
	page.title(model.id, taskName(model.pipeline_tag ?? "no task"));
	const count = (value: number | undefined, unit = ""): string | undefined =>
		value === undefined ? undefined : formatCount(value) + unit;
	page.facts([
		["Library", model.library_name],
		["License", findTag(model, "license:")],
		["Parameters", count(model.safetensors?.total ?? model.gguf?.total)],
		["Files", model.usedStorage === undefined ? undefined : formatSize(model.usedStorage)],
		["Context", count(model.gguf?.context_length, " tokens")],
		["Downloads", count(model.downloads, " in the last 30 days")],
		["Likes", count(model.likes)],
		["Access", describeAccess(model)],
		["Base model", findTag(model, "base_model:")],
		["Updated", model.lastModified?.slice(0, 10)],
	]);
	const providers = normalizeMapping(model.id, model.inferenceProviderMapping ?? []);
	if (providers.length > 0) {
		page.heading("Providers");
		page.facts(
			providers.map(({ provider, status, task, providerId }) => {
				const name = providerId && providerId !== model.id ? `, as ${providerId}` : "";
				return [provider, `${status}, ${taskName(task)}${name}`];
			}),
		);
	}
	page.heading("Use it");
	page.verbatim(`hub infer -m ${model.id} …`, `hub snippet ${model.id}`);
	return page.toString();
}

function describeAccess({ gated, private: isPrivate }: ModelRecord): string {
	if (isPrivate) return "private";
	if (!gated) return "open";
	return gated === "manual" ? "gated: its owner decides on each request" : "gated: on request";
}

function findTag(model: ModelRecord, prefix: string): string | undefined {
	return model.tags?.find((tag) => tag.startsWith(prefix))?.slice(prefix.length);
}

function showCount(value: number | undefined): string {
	return value === undefined ? "" : formatCount(value);
}
