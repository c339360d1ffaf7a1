import type { Exchange, LogLevel, Offer, Parties } from "../../exchange/index.ts";
import type { Fetch } from "../../http/index.ts";
import { appendToLog } from "../config/log.ts";
import { type Config, parseSetting, readConfig, resolveSetting } from "../config/settings.ts";
import { knownSecrets } from "../config/token.ts";
import type { Context } from "../context.ts";
import type { GlobalOptions } from "../options/global-flags.ts";
import { describeContent } from "./log-content.ts";
import { loadOffers, type OfferSource, readKeptOffers } from "./offers.ts";
import { openSpanQueue, readTraceSettings } from "./traces.ts";

/** Options that decide whether a call is recorded. */
export interface CallRecorderOptions extends Pick<GlobalOptions, "header" | "token"> {
	/** The level of `--log`; false for `--no-log`. */
	log?: string | boolean | undefined;
	/** Whether its tokens and cost are shown. */
	stats?: boolean | undefined;
}

/** How a call ended. */
export interface CallResult {
	parties: Partial<Parties>;
	/** URL of the endpoint, if the call named one. */
	endpoint?: string | undefined;
	/** Whether the sandbox answered. */
	isSandbox?: boolean | undefined;
	/** Uses known prices only, since the cost is not shown. */
	prices?: OfferSource | undefined;
	arguments?: unknown;
	output?: unknown;
	error?: unknown;
}

/** A record with the date of the bundled prices, if its cost comes from them. */
export type PricedExchange = Exchange & { pricesDate?: string };

/** The record of one call of a command. */
export interface CallRecorder {
	id: string;
	/** A `fetch` whose requests belong to the call; it belongs under `retry`. */
	watch(fetch: Fetch): Fetch;
	/** The record so far, with its cost if known within a second. */
	show(parties: Partial<Parties>, prices: OfferSource | undefined): Promise<PricedExchange>;
	/** Ends the call: logs and traces it if requested. */
	end(result: CallResult): Promise<void>;
}

/** Maximum wait for prices that are to be shown, in milliseconds. */
const PRICES_TIMEOUT_MS = 1000;

/** Opens the record of a call; undefined if none is wanted. */
export async function openCallRecorder(
	command: string,
	options: CallRecorderOptions,
	context: Context,
	config: Config = readConfig(context),
): Promise<CallRecorder | undefined> {
	const level = readLogLevel(options, context, config);
	const traces = readTraceSettings(context.env);
	if (!options.stats && level === undefined && !traces) return undefined;
	const { BUNDLED_PRICES_DATE, Call, Secrets, toLogRecord, toSpan } = await import("../../exchange/index.ts");
	const call = new Call({ command }, { now: context.now });
	let offers: readonly Offer[] | undefined;
	return {
		id: call.id,
		watch: (fetch) => call.watch(fetch),
		show: async (parties, prices) => {
			const exchange = call.record({ parties });
			const isSettled = exchange.price_source === "reported" || !exchange.usage || exchange.provider === null;
			if (prices && !isSettled) offers ??= await askWithin(prices, context);
			const priced = call.record({ parties, offers });
			return priced.price_source === "bundled" ? { ...priced, pricesDate: BUNDLED_PRICES_DATE } : priced;
		},
		end: async ({ parties, endpoint, isSandbox, prices, arguments: args, output, error }) => {
			if (level) offers ??= prices && readKeptOffers(prices, context);
			const exchange = call.record({ parties, offers, error });
			const secrets = new Secrets(knownSecrets(options, context.env, config));
			if (level) {
				const content =
					level === "content" ? { arguments: await describeContent(args), output: await describeContent(output) } : {};
				try {
					const details = { ...content, endpoint, ...(isSandbox ? { sandbox: true as const } : {}) };
					appendToLog(toLogRecord(exchange, level, secrets, details), context.env);
				} catch (problem) {
					const { describeSystemError } = await import("../errors/system.ts");
					const known = describeSystemError(problem, context.cwd)?.message ?? String(problem);
					context.warn(`The call was not logged. ${known}`);
				}
			}
			if (traces) {
				const content = traces.hasContent ? { input: args, output } : undefined;
				const { traceparent } = traces;
				openSpanQueue(traces, context)(toSpan(exchange, call.details(), { traceparent, content, secrets }));
			}
		},
	};
}

/** How much of each call is logged; undefined for nothing. */
export function readLogLevel({ log }: CallRecorderOptions, context: Context, config: Config): LogLevel | undefined {
	const given = log === true ? "metadata" : log === false ? "off" : log;
	const flag = given === undefined ? undefined : parseSetting("log", given, "--log");
	const level = resolveSetting("log", flag, context, config).value;
	return level === undefined || level === "off" ? undefined : level;
}

async function askWithin(prices: OfferSource, context: Context): Promise<readonly Offer[]> {
	const kept = readKeptOffers(prices, context);
	if (kept) return kept;
	try {
		return await loadOffers(
			{ ...prices, signal: AbortSignal.any([context.signal, AbortSignal.timeout(PRICES_TIMEOUT_MS)]) },
			context,
		);
	} catch {
		return [];
	}
}
