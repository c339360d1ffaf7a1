import { taskName } from "../../catalogue/aliases.ts";
import { missingFeatures, type OfferOrder, outputPrice, sortOffers } from "../../exchange/choose-offer.ts";
import type { Offer } from "../../exchange/offers.ts";
import { fetchMapping } from "../../hub/index.ts";
import { readNeeds } from "../call-target/choose-provider.ts";
import type { Context } from "../context.ts";
import { connectHub } from "../network/hub.ts";
import { loadOffers } from "../network/offers.ts";
import type { RecordingOptions } from "../network/recording.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { formatCount } from "../terminal/amounts.ts";
import type { Column, TableView } from "../terminal/table.ts";

/** A provider's offer for a model: fields of Hugging Face, then of the router. */
export interface OfferEntry extends Partial<Omit<Offer, "model" | "provider">> {
	id: string;
	/** The same under the router's name. */
	provider: string;
	providerId: string;
	status: string;
	task: string;
	adapter: string | null;
}

const price = (value: number | undefined): string => (value === undefined ? "-" : `$${value}`);
const formatBoolean = (value: boolean | undefined): string => (value === undefined ? "-" : value ? "yes" : "no");
const count = (value: number | undefined): string => (value === undefined ? "-" : String(Math.round(value)));

/** Prices in US dollars per million tokens, context and speeds of an offer. */
export const OFFER_COLUMNS: readonly Column<Partial<Offer>>[] = [
	{ title: "IN", value: ({ pricing, is_free }) => price(is_free ? 0 : pricing?.input), align: "right", least: 3 },
	{
		title: "OUT",
		value: (offer) => price(outputPrice({ provider: "", ...offer, model: "" })),
		align: "right",
		least: 3,
	},
	{
		title: "CONTEXT",
		value: ({ context_length: length }) => (length === undefined ? "-" : formatCount(length)),
		align: "right",
		least: 4,
	},
	{ title: "TOKENS/S", value: ({ throughput }) => count(throughput), align: "right", least: 3 },
	{ title: "FIRST MS", value: (offer) => count(offer.first_token_latency_ms), align: "right", least: 3 },
];

const COLUMNS: readonly Column<OfferEntry>[] = [
	{ title: "PROVIDER", value: ({ id }) => id, whole: true, style: "cyan" },
	{
		title: "STATUS",
		value: ({ status }) => status,
		least: 4,
		styleOf: ({ status }) => (status === "live" ? "green" : "yellow"),
	},
	{ title: "TASK", value: ({ task }) => taskName(task) },
	...OFFER_COLUMNS,
	{ title: "TOOLS", value: ({ supports_tools }) => formatBoolean(supports_tools), least: 3 },
	{ title: "SCHEMA", value: ({ supports_structured_output }) => formatBoolean(supports_structured_output), least: 3 },
	{ title: "PROVIDER'S NAME OF THE MODEL", value: ({ providerId }) => providerId, least: 20 },
];

export const OFFER_LIST: TableView<OfferEntry> = {
	cells: (entry) => [
		entry.id,
		entry.providerId,
		entry.status,
		taskName(entry.task),
		...["IN", "OUT", "CONTEXT", "TOKENS/S", "FIRST MS", "TOOLS", "SCHEMA"].map(
			(title) => COLUMNS.find((column) => column.title === title)?.value(entry) ?? "-",
		),
	],
	columns: COLUMNS,
};

export interface OfferOptions {
	task?: string | undefined;
	provider?: string | undefined;
	needs?: string | undefined;
	sort?: OfferOrder | undefined;
}

export async function findOffers(
	model: string,
	{ task, provider, needs, sort }: OfferOptions,
	given: GlobalOptions & RecordingOptions,
	context: Context,
): Promise<OfferEntry[]> {
	const wanted = readNeeds(needs);
	const { ask, source } = await connectHub(given, context);
	const mapping = (await ask("Looking up who serves it", (hub) => fetchMapping(model, hub), model)).filter(
		(entry) => (provider === undefined || entry.provider === provider) && (task === undefined || entry.task === task),
	);
	const hasPrices = mapping.some((entry) => entry.task === "conversational");
	const offers = hasPrices ? await loadOffers(source, context).catch(() => []) : [];
	const entries = mapping.map(({ provider: id, providerId, status, task: served, adapter }) => {
		// Prices and speeds are those of chat.
		const isOffer = (offer: Offer): boolean => offer.model === model && offer.provider === id;
		const facts = served === "conversational" ? offers.find(isOffer) : undefined;
		return { id, provider: id, providerId, status, task: served, adapter: adapter ?? null, ...facts, model };
	});
	const fitting = entries.filter((entry) => missingFeatures(entry, wanted).length === 0);
	return (sort === undefined ? fitting : sortOffers(fitting, sort)).map(({ model: _, ...entry }) => entry);
}
