import type { Offer } from "../../../exchange/offers.ts";
import type { ListView } from "../../output/entries.ts";
import { OFFER_COLUMNS } from "../../output/offers.ts";
import { type Column, formatTable } from "../../terminal/table.ts";

/** A model with its best offer. */
export type ModelOffer = Omit<Offer, "model"> & { id: string };

const COLUMNS: readonly Column<ModelOffer>[] = [
	{ title: "MODEL", value: ({ id }) => id, whole: true },
	{ title: "PROVIDER", value: ({ provider }) => provider },
	...OFFER_COLUMNS,
];

/** How models are listed with their best offers. */
export const MODEL_OFFERS: ListView<ModelOffer> = {
	cells: (entry) => COLUMNS.map(({ value }) => value(entry)),
	table: (entries, { stdout, colors }) => {
		const columns = COLUMNS.map((column) =>
			column.title === "MODEL" ? { ...column, style: colors.stdout.cyan } : column,
		);
		return formatTable(columns, [{ rows: entries }], stdout.columns ?? 80, colors.stdout);
	},
};
