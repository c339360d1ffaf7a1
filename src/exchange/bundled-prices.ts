import snapshot from "./data/prices.json" with { type: "json" };
import type { TokenPrice } from "./token-price.ts";

/** Prices of one model: input and output per million tokens; then those of cached input and the longest input, or null. */
type Row = (number | null)[];
type Table = Readonly<Record<string, Readonly<Record<string, Row>>>>;

interface Snapshot {
	/** When the prices were published, as `YYYY-MM-DD`. */
	date: string;
	/** Provider → the provider's id of a model, in lowercase → prices of direct calls. */
	direct: Table;
	/** Provider → hub id of a model, in lowercase → prices of calls through the router. */
	routed: Table;
}

const PRICES = snapshot as unknown as Snapshot;

/** The day of the bundled prices, as `YYYY-MM-DD`. */
export const BUNDLED_PRICES_DATE: string = PRICES.date;

/** Returns the price of a model in the snapshot bundled with this version. */
export function bundledPrice(provider: string, routed: boolean, model: string): TokenPrice | undefined {
	const table = routed ? PRICES.routed : PRICES.direct;
	const rows = Object.hasOwn(table, provider) ? table[provider] : undefined;
	const id = model.toLowerCase();
	const row = rows && Object.hasOwn(rows, id) ? rows[id] : undefined;
	const [input, output, cached, longestInput] = row ?? [];
	if (typeof input !== "number" || typeof output !== "number") return undefined;
	return { input, output, cached: cached ?? undefined, longestInput: longestInput ?? undefined };
}
