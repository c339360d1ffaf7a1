import type { Offer } from "../../../exchange/offers.ts";
import { OFFER_COLUMNS } from "../../output/offers.ts";
import type { TableView } from "../../terminal/table.ts";

/** A model with its best offer. */
export type ModelOffer = Omit<Offer, "model"> & { id: string };

/** How models are listed with their best offers. */
export const MODEL_OFFERS: TableView<ModelOffer> = {
	columns: [
		{ title: "MODEL", value: ({ id }) => id, whole: true, style: "cyan" },
		{ title: "PROVIDER", value: ({ provider }) => provider },
		...OFFER_COLUMNS,
	],
};
