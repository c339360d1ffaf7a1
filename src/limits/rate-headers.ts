import { omitUndefined } from "../base/json.ts";
import { readRetryAfter } from "../http/index.ts";

/** Reads a header by name, in any case. `Headers` implements it. */
export interface HeaderSource {
	get(name: string): string | null;
}

/** One limit a service reports. */
export interface RateWindow {
	/** Unit of the limit. */
	counts: "requests" | "tokens";
	/** How many are allowed in the window. */
	limit?: number;
	/** How many are left. */
	remaining?: number;
	/** Milliseconds until the window resets. */
	reset?: number;
}

/** Rate limits in the headers of one response. */
export interface RateLimits {
	windows: RateWindow[];
	/** The service reports that the caller is over its limit, although it may still have served the call. */
	isOverLimit: boolean;
}

/** The known header names, where `*` is `limit`, `remaining` or `reset`; a service sends some of the rows. */
const HEADER_ROWS = (
	[
		// OpenAI, Groq and most others.
		["requests", "x-ratelimit-*-requests"],
		["tokens", "x-ratelimit-*-tokens"],
		// Cerebras.
		["requests", "x-ratelimit-*-requests-day"],
		["tokens", "x-ratelimit-*-tokens-minute"],
		// Fireworks.
		["tokens", "x-ratelimit-*-tokens-prompt"],
		["tokens", "x-ratelimit-*-tokens-generated"],
		// Together.
		["requests", "x-ratelimit-*"],
		["tokens", "x-tokenlimit-*"],
	] as const
).map(([counts, name]) => {
	const [limit = "", remaining = "", reset = ""] = ["limit", "remaining", "reset"].map((one) => name.replace("*", one));
	return { counts, limit, remaining, reset };
});

type HeaderRow = (typeof HEADER_ROWS)[number];

/**
 * Reads the rate limits of a response, in any of the known formats.
 * @param now milliseconds since 1970, for resets given as a point in time
 * @returns undefined if the response reports none
 */
export function readRateLimits(headers: HeaderSource, now: number = Date.now()): RateLimits | undefined {
	const windows: RateWindow[] = [];
	for (const row of HEADER_ROWS) {
		const window = readRow(row, headers, now);
		if (window) windows.push(window);
	}
	const structured = headers.get("ratelimit");
	if (structured) windows.push(...readStructured(structured, headers.get("ratelimit-policy")));
	const isOverLimit = headers.get("x-ratelimit-over-limit")?.trim().toLowerCase() === "yes";
	return windows.length > 0 || isOverLimit ? { windows, isOverLimit } : undefined;
}

function readRow(row: HeaderRow, headers: HeaderSource, now: number): RateWindow | undefined {
	const limit = readCount(headers.get(row.limit));
	const remaining = readCount(headers.get(row.remaining));
	if (limit === undefined && remaining === undefined) return undefined;
	return { counts: row.counts, ...omitUndefined({ limit, remaining, reset: readReset(headers.get(row.reset), now) }) };
}

/** Hugging Face's format: `RateLimit: "api";r=12;t=30` and `RateLimit-Policy: "fixed window";"api";q=500;w=300`. */
function readStructured(limits: string, policies: string | null): RateWindow[] {
	return limits.split(",").flatMap((item) => {
		const remaining = readCount(readParameter(item, "r"));
		if (remaining === undefined) return [];
		const seconds = readCount(readParameter(item, "t"));
		const name = /"([^"]*)"/.exec(item)?.[0];
		const policy = policies?.split(",").find((candidate) => name === undefined || candidate.includes(name));
		const limit = readCount(readParameter(policy ?? "", "q"));
		const reset = seconds === undefined ? undefined : seconds * 1000;
		return [{ counts: "requests", ...omitUndefined({ limit, remaining, reset }) }];
	});
}

function readParameter(item: string, name: string): string | null {
	return new RegExp(`;\\s*${name}\\s*=\\s*([\\d.]+)`).exec(item)?.[1] ?? null;
}

function readCount(text: string | null): number | undefined {
	if (text === null || text.trim() === "") return undefined;
	const value = Number(text);
	return Number.isFinite(value) ? Math.max(0, value) : undefined;
}

/** Seconds from which a plain number is a point in time rather than a span. */
const EPOCH_SECONDS = 1e9;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `12ms`, `1m2.5s`, `1s`, `6h0m`, plain seconds with decimals, a Unix time or a date. */
function readReset(text: string | null, now: number): number | undefined {
	const value = text?.trim();
	if (!value) return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) {
		if (seconds < EPOCH_SECONDS) return Math.max(0, seconds * 1000);
		return Math.max(0, (seconds < EPOCH_SECONDS * 1000 ? seconds * 1000 : seconds) - now);
	}
	if (/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(value)) {
		let total = 0;
		for (const [, amount, unit] of value.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)) {
			total += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
		}
		return total;
	}
	const date = /^(\d{4}-\d\d-\d\dT|[A-Z][a-z]{2}, )/.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The delay of `retry-after-ms` or `Retry-After` (seconds or a date), in milliseconds. */
export function readPause(headers: HeaderSource, now: number = Date.now()): number | undefined {
	return readCount(headers.get("retry-after-ms")) ?? readRetryAfter(headers, () => now);
}
