import type { PriceSource, Usage } from "../../../exchange/index.ts";
import { readMember } from "../../../http/index.ts";
import type { Delta } from "../../../inference/delta.ts";
import type { Context } from "../../context.ts";
import { describeError, type Report } from "../../errors/report.ts";
import { missingModel } from "../../errors/usage.ts";
import { splitList } from "../../options/parsers.ts";
import { checkProvider, hasOwnModelNames, splitModel } from "../../options/provider.ts";
import { describeCost } from "../../output/stats.ts";
import { formatSize } from "../../terminal/amounts.ts";
import { toJson } from "../../terminal/json.ts";
import { onOneLine } from "../../terminal/width.ts";

/** One pair in the output of `--json`. */
interface Entry {
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

export interface Comparison {
	pair: Pair;
	entry: Entry;
	/** Whether the sandbox served the call; its prices are fictional. */
	isSandbox?: boolean | undefined;
	/** Day of the bundled prices, if they gave the cost. */
	pricesDate?: string | undefined;
	/** Undefined if the call succeeded. */
	error: unknown;
	/** Images among the files of the answer. */
	images: readonly Blob[];
}

/** Shows the answers of all pairs. Pairs are named by their index. */
export interface Board {
	add(index: number, delta: Delta): void;
	end(index: number, comparison: Comparison): void;
	close(): Promise<void>;
}

/** Returns an error for people and programs, without secrets. */
export function reportOf(error: unknown, context: Context): Omit<Report, "exit"> {
	const { exit: _exit, message, ...rest } = describeError(error, context);
	return { ...rest, message: context.secrets.hide(message) };
}

/** Returns time to the first token, speed and cost, as far as they are known. */
export function describeNumbers({ entry, pricesDate, isSandbox }: Comparison): string {
	const { first_ms: first, total_ms: total, tokens_per_second: rate, cost_usd: cost, price_source: source } = entry;
	const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
	const parts = [
		first !== null && `first token ${seconds(first)}`,
		total !== null && `total ${seconds(total)}`,
		rate !== null && `${rate} tokens/s`,
		cost !== null && !isSandbox && describeCost(cost, source, pricesDate),
	];
	return parts.filter(Boolean).join(" · ");
}

/** A model and its provider; undefined parts are chosen as in `hub infer`. */
export interface Pair {
	model: string | undefined;
	provider: string | undefined;
}

/**
 * Returns the pairs of `-m a,b -p x,y`: each model at each provider. A model with a provider (`a:groq`) is one pair,
 * regardless of `-p`. The same pair twice counts once.
 * @param setting the provider where none is named
 * @throws UsageError for an unknown provider, and if there is nothing to compare
 */
export function readPairs(
	{ model, provider }: { model?: string; provider?: string },
	setting: string | undefined = provider,
): Pair[] {
	const models = splitList(model);
	const providers = splitList(provider).map((name) => checkProvider(name));
	if (models.length === 0 && providers.length === 0) {
		throw missingModel("Nothing to compare.", "Name models with -m a,b,c, or providers of one model with -m a -p x,y.");
	}
	const orUnknown = <Name>(names: readonly Name[]): readonly (Name | undefined)[] =>
		names.length === 0 ? [undefined] : names;
	const pairs = orUnknown(models).flatMap((name) => {
		const named = splitModel(name, undefined, hasOwnModelNames(setting));
		return named.provider === undefined ? orUnknown(providers).map((id) => ({ ...named, provider: id })) : [named];
	});
	return [...new Map(pairs.map((pair) => [`${pair.model}:${pair.provider}`, pair])).values()];
}

export function showOutput(output: unknown): string {
	if (output === null) return "";
	if (typeof output === "string") return output;
	const files = (Array.isArray(output) ? output : [output]).map((item: unknown) => {
		const [path, type, size] = ["path", "type", "size"].map((name) => readMember(item, name));
		if (typeof path !== "string" || typeof size !== "number") return undefined;
		return `Saved ${onOneLine(path)} (${onOneLine(String(type))}, ${formatSize(size)})`;
	});
	return files.length > 0 && files.every((text) => text !== undefined) ? files.join("\n") : toJson(output, 2);
}
