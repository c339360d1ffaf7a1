import type { PriceSource, Usage } from "../../../exchange/index.ts";
import type { Delta } from "../../../inference/delta.ts";
import type { Context } from "../../context.ts";
import { describeError, type Report } from "../../errors/report.ts";
import { describeCost } from "../../output/stats.ts";
import type { Pair } from "./pairs.ts";

/** One pair in the output of `--json`. */
export interface Entry {
	model: string | null;
	/** The provider that served it. */
	provider: string | null;
	/** The text of an answer, the files of one (`path`, `type`, `size`), or the result as the library returns it. */
	output: unknown;
	/** Milliseconds to the first token; null if the answer was not streamed. */
	first_ms: number | null;
	total_ms: number | null;
	tokens_per_second: number | null;
	usage: Usage | null;
	cost_usd: number | null;
	price_source: PriceSource | null;
	error?: Omit<Report, "exit">;
}

/** How the call of one pair ended. */
export interface Comparison {
	pair: Pair;
	entry: Entry;
	/** Day of the bundled prices, if they gave the cost. */
	pricesDate?: string | undefined;
	/** Undefined if the call succeeded. */
	error: unknown;
	/** Images among the files of the answer. */
	images: readonly Blob[];
}

/** Shows the answers of all pairs. Pairs are named by their index. */
export interface Board {
	/** Shows a piece of an answer. */
	add(index: number, delta: Delta): void;
	/** Shows how a call ended. */
	end(index: number, comparison: Comparison): void;
	/** Ends the display. */
	close(): Promise<void>;
}

/** Returns an error for people and programs, without secrets. */
export function reportOf(error: unknown, context: Context): Omit<Report, "exit"> {
	const { exit: _exit, message, ...rest } = describeError(error, context);
	return { ...rest, message: context.secrets.hide(message) };
}

/** Returns time to the first token, speed and cost, as far as they are known. */
export function describeNumbers({ entry, pricesDate }: Pick<Comparison, "entry" | "pricesDate">): string {
	const { first_ms: first, total_ms: total, tokens_per_second: rate, cost_usd: cost, price_source: source } = entry;
	const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
	const parts = [
		first !== null && `first token ${seconds(first)}`,
		total !== null && `total ${seconds(total)}`,
		rate !== null && `${rate} tokens/s`,
		cost !== null && describeCost(cost, source, pricesDate),
	];
	return parts.filter(Boolean).join(" · ");
}
