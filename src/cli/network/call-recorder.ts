import { decodeBase64, encodeBase64, isBytes } from "../../base/base64.ts";
import { hasFields, isNumber, isText, orMissing, orNull } from "../../base/check-fields.ts";
import { isRecord, MAX_JSON_LEVELS } from "../../base/json.ts";
import type { CallIdentity, Exchange, LogLevel, Offer, ToolUse } from "../../exchange/index.ts";
import type { Fetch } from "../../http/index.ts";
import { appendToLog } from "../config/log.ts";
import { type Config, parseSetting, readConfig, resolveSetting } from "../config/settings.ts";
import { knownSecrets } from "../config/token.ts";
import type { Context } from "../context.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { loadOffers, type OfferSource, readKeptOffers } from "./offers.ts";
import { openSpanQueue, readTraceSettings } from "./traces.ts";

export interface CallRecorderOptions extends Pick<GlobalOptions, "header" | "token"> {
	/** The level of `--log`; false for `--no-log`. */
	log?: string | boolean | undefined;
	/** Whether its tokens and cost are shown. */
	stats?: boolean | undefined;
}

export interface CallResult {
	identity: Partial<CallIdentity>;
	/** URL of the endpoint, if the call named one. */
	endpoint?: string | undefined;
	isSandbox?: boolean | undefined;
	/** Uses known prices only, since the cost is not shown. */
	prices?: OfferSource | undefined;
	arguments?: unknown;
	output?: unknown;
	error?: unknown;
	tools?: readonly ToolUse[] | undefined;
}

/** A record with the date of the bundled prices, if its cost comes from them. */
export type PricedExchange = Exchange & { pricesDate?: string };

export interface CallRecorder {
	/** A `fetch` whose requests belong to the call; it belongs under `retry`. */
	watch(fetch: Fetch): Fetch;
	/** The record so far, with its cost if known within a second. */
	show(identity: Partial<CallIdentity>, prices: OfferSource | undefined): Promise<PricedExchange>;
	/** Ends the call: logs and traces it if requested. */
	end(result: CallResult): Promise<void>;
}

/** Maximum wait for prices that are to be shown, in milliseconds. */
const PRICES_TIMEOUT_MS = 1000;

/** Opens the record of a call; undefined if none is needed. */
export async function openCallRecorder(
	command: string,
	options: CallRecorderOptions,
	context: Context,
	config: Config = readConfig(context),
): Promise<CallRecorder | undefined> {
	const level = readLogLevel(options, context, config);
	const traces = readTraceSettings(context.env);
	if (!options.stats && level === undefined && !traces) return undefined;
	const { BUNDLED_PRICES_DATE, ObservedCall, Secrets, toLogRecord, toSpan, toToolSpan } = await import(
		"../../exchange/index.ts"
	);
	const call = new ObservedCall({ command }, { now: context.now });
	let offers: readonly Offer[] | undefined;
	return {
		watch: (fetch) => call.watch(fetch),
		show: async (identity, prices) => {
			const exchange = call.record({ identity });
			const isSettled = exchange.price_source === "reported" || !exchange.usage || exchange.provider === null;
			if (prices && !isSettled) {
				const signal = AbortSignal.any([context.signal, AbortSignal.timeout(PRICES_TIMEOUT_MS)]);
				offers ??= await loadOffers({ ...prices, signal }, context).catch(() => []);
			}
			const priced = call.record({ identity, offers });
			return priced.price_source === "bundled" ? { ...priced, pricesDate: BUNDLED_PRICES_DATE } : priced;
		},
		end: async ({ identity, endpoint, isSandbox, prices, arguments: args, output, error, tools = [] }) => {
			if (level) offers ??= prices && readKeptOffers(prices, context);
			const exchange = call.record({ identity, offers, error });
			const secrets = new Secrets(knownSecrets(options, context.env, config));
			if (level) {
				const content =
					level === "content" ? { arguments: await describeContent(args), output: await describeContent(output) } : {};
				try {
					const details = { ...content, endpoint, tools, ...(isSandbox ? { sandbox: true as const } : {}) };
					appendToLog(toLogRecord(exchange, level, secrets, details), context.env);
				} catch (problem) {
					const { describeSystemError } = await import("../errors/system.ts");
					const known = describeSystemError(problem, context.cwd)?.message ?? String(problem);
					context.warn(`The call was not logged. ${known}`);
				}
			}
			if (traces) {
				const content = traces.hasContent ? { input: args, output } : undefined;
				const queue = openSpanQueue(traces, context);
				const span = toSpan(exchange, call.details(), { traceparent: traces.traceparent, content, secrets });
				queue(span);
				for (const use of tools) queue(toToolSpan(use, span, secrets));
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

/** Size in bytes above which a file is only described in the log. */
const MAX_FILE_BYTES = 1_000_000;
/** Characters that a value takes besides its text. */
const VALUE = 8;

/** A file in the log, or a part of the content that was too large for it. */
interface KeptFile {
	type: string;
	/** In bytes; null where it is unknown. */
	size: number | null;
	/** Base64; missing where the file was too large. */
	data?: string;
}

/**
 * Returns the arguments or the output of a call for the log: files by type, size and content.
 * @param characters of all texts together; a part beyond them, or nested too deeply, is described as a file without
 *   content, so that the call is not run again without it
 */
export async function describeContent(value: unknown, characters = Number.POSITIVE_INFINITY): Promise<unknown> {
	const pending: Promise<void>[] = [];
	let left = characters;
	const describe = (item: unknown, levels: number): unknown => {
		left -= VALUE;
		if (isBytes(item)) {
			const type = (item instanceof Blob ? item.type : "") || "application/octet-stream";
			const file: KeptFile = { type, size: item instanceof Blob ? item.size : item.byteLength };
			if (Number(file.size) <= MAX_FILE_BYTES) {
				pending.push(encodeBase64(item).then((data) => void Object.assign(file, { data })));
			}
			return file;
		}
		if (typeof item === "string") {
			if (item.length > left) return { type: "text/plain", size: item.length };
			left -= item.length;
			return item;
		}
		if (item === null || typeof item !== "object") return item;
		if (levels === 0 || left <= 0) return { type: "application/json", size: null };
		if (!Array.isArray(item)) {
			const entries = Object.entries(item).map(([key, member]) => [key, describe(member, levels - 1)] as const);
			return Object.fromEntries(entries);
		}
		const described: unknown[] = [];
		for (const member of item) {
			if (left <= 0) return [...described, { type: "application/json", size: null }];
			described.push(describe(member, levels - 1));
		}
		return described;
	};
	const described = describe(value, MAX_JSON_LEVELS);
	await Promise.all(pending);
	return described;
}

function mapFiles(value: unknown, replace: (file: KeptFile) => unknown): unknown {
	if (isKeptFile(value)) return replace(value);
	if (Array.isArray(value)) return value.map((item) => mapFiles(item, replace));
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapFiles(item, replace)]));
}

/** Returns the arguments of a call from the log; a file that is not there is undefined. */
export function restoreContent(value: unknown): unknown {
	return mapFiles(value, restoreFile);
}

export function lacksFile(value: unknown): boolean {
	if (isKeptFile(value)) return restoreFile(value) === undefined;
	if (Array.isArray(value)) return value.some(lacksFile);
	return isRecord(value) && Object.values(value).some(lacksFile);
}

/** Returns a value with its files by type and size alone, for people to read. */
export function withoutFileContent(value: unknown): unknown {
	return mapFiles(value, ({ type, size }) => ({ type, size }));
}

const hasFileFields = hasFields({ type: isText, size: orNull(isNumber), data: orMissing(isText) });

function isKeptFile(value: unknown): value is KeptFile {
	return isRecord(value) && Object.keys(value).every((name) => /^(type|size|data)$/.test(name)) && hasFileFields(value);
}

function restoreFile({ type, data }: KeptFile): Blob | undefined {
	const bytes = data === undefined ? undefined : decodeBase64(data);
	return bytes && new Blob([bytes], { type });
}
