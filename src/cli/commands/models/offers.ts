import { outputPrice } from "../../../exchange/choose-offer.ts";
import type { Offer } from "../../../exchange/offers.ts";
import type { ListView } from "../../output/entries.ts";
import { formatCount } from "../../terminal/amount.ts";
import { type Column, formatTable } from "../../terminal/table.ts";

/** A model with its best offer. */
export type ModelOffer = Omit<Offer, "model"> & { id: string };

const price = (value: number | undefined): string => (value === undefined ? "-" : `$${value}`);
const count = (value: number | undefined): string => (value === undefined ? "-" : String(Math.round(value)));

const COLUMNS: readonly Column<ModelOffer>[] = [
	{ title: "MODEL", value: ({ id }) => id, whole: true },
	{ title: "PROVIDER", value: ({ provider }) => provider },
	{ title: "IN", value: ({ pricing, is_free }) => price(is_free ? 0 : pricing?.input), align: "right", least: 3 },
	{ title: "OUT", value: (entry) => price(outputPrice({ ...entry, model: entry.id })), align: "right", least: 3 },
	{
		title: "CONTEXT",
		value: ({ context_length: length }) => (length === undefined ? "-" : formatCount(length)),
		align: "right",
		least: 4,
	},
	{ title: "TOKENS/S", value: ({ throughput }) => count(throughput), align: "right", least: 3 },
	{ title: "FIRST MS", value: (entry) => count(entry.first_token_latency_ms), align: "right", least: 3 },
];

/** Prices are in US dollars per million tokens. */
export const MODEL_OFFERS: ListView<ModelOffer> = {
	cells: (entry) => COLUMNS.map(({ value }) => value(entry)),
	table: (entries, { stdout, colors }) => {
		const columns = COLUMNS.map((column) =>
			column.title === "MODEL" ? { ...column, style: colors.stdout.cyan } : column,
		);
		return formatTable(columns, [{ rows: entries }], stdout.columns ?? 80, colors.stdout);
	},
};
