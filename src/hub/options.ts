import type { Fetch, Limits } from "../http/index.ts";
import { defaultCache, type LookupCache } from "./cache.ts";
import { HUB_URL } from "./url.ts";

/** How to reach the hub. */
export interface HubOptions {
	/** URL of the hub. Default `https://huggingface.co`. */
	hubUrl?: string | undefined;
	accessToken?: string | undefined;
	/** Default: the global `fetch`. */
	fetch?: Fetch | undefined;
	signal?: AbortSignal | undefined;
	/** Keeps answers between calls. Default: one bounded cache per process. */
	cache?: LookupCache | undefined;
	/** How many bytes of a response are read. */
	limits?: Limits | undefined;
}

/** Returns the URL of the hub in use, without a slash at its end. */
export function hubBase(options: HubOptions): string {
	return (options.hubUrl ?? HUB_URL).replace(/\/+$/, "");
}

export function cacheOf(options: HubOptions): LookupCache {
	return options.cache ?? defaultCache;
}
